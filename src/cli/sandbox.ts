import { listen, sandboxSettings } from '../sandbox/node/index.ts'
import { createSandbox } from '../sandbox/sandbox.ts'

/** Starts a sandbox, and returns its address and the settings for a merchant's server. */
export async function startSandbox({ port, seed }: { port: number; seed?: string }) {
  const { url, close } = await listen(createSandbox(seed === undefined ? {} : { seed }), { port })
  const settings = Object.entries(await sandboxSettings(url)).map(([name, value]) => `${name}=${value}`)
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
