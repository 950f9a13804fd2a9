import { listen } from '../sandbox/node/index.ts'
import { createSandbox } from '../sandbox/sandbox.ts'

interface StartSandboxOptions {
  port: number
  seed?: string
}

/** Starts a sandbox, and returns its address and the settings for a merchant's server. */
export async function startSandbox({ port, seed }: StartSandboxOptions) {
  const sandbox = createSandbox(seed === undefined ? {} : { seed })
  const { url, close } = await listen(sandbox, { port })
  const response = await sandbox.fetch(`${url}/_sandbox/env`)
  const settings = Object.entries(Object(await response.json())).map(([name, value]) => `${name}=${value}`)
  return { url, settings, close }
}

/** For people: the address, the settings to copy and what to do next. */
export const sandboxLines = (url: string, settings: readonly string[]): string[] => [
  `The sandbox listens on ${url}/ (open it for orders, deliveries and controls).`,
  "Settings for a merchant's server:",
  '',
  ...settings,
  '',
  "Next: give these settings to a merchant's server and start it in another terminal.",
  'Put them into a file to check them: npx paypane doctor --env FILE',
]
