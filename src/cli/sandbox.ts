import { listen } from '../sandbox/node/index.ts'
import { createSandbox } from '../sandbox/sandbox.ts'

export interface StartSandboxOptions {
  port: number
  seed?: string
}

/** Starts a sandbox; `settings` are the environment of a merchant's server that uses it. */
export async function startSandbox({ port, seed }: StartSandboxOptions) {
  const sandbox = createSandbox(seed === undefined ? {} : { seed })
  const { url, close } = await listen(sandbox, { port })
  const response = await sandbox.fetch(`${url}/_sandbox/env`)
  const settings = Object.entries(Object(await response.json())).map(([name, value]) => `${name}=${value}`)
  return { url, settings, close }
}

/** The start message at a terminal. */
export const sandboxLines = (url: string, settings: readonly string[]): string[] => [
  `The sandbox listens on ${url}/ . Open it for orders, deliveries and controls.`,
  "Settings of a merchant's server:",
  '',
  ...settings,
]
