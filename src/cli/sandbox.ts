import { listen } from '../sandbox/node/index.ts'
import { createSandbox } from '../sandbox/sandbox.ts'

export interface StartSandboxOptions {
  port: number
  seed?: string
}

/** A sandbox on this machine, with what a merchant's server needs to use it. */
export async function startSandbox({ port, seed }: StartSandboxOptions) {
  const sandbox = createSandbox(seed === undefined ? {} : { seed })
  const { url, close } = await listen(sandbox, { port })
  const response = await sandbox.fetch(`${url}/_sandbox/env`)
  const settings = Object.entries(Object(await response.json())).map(([name, value]) => `${name}=${value}`)
  return { url, settings, close }
}

/** For a person at a terminal: where to look, and what to copy. */
export const sandboxLines = (url: string, settings: readonly string[]): string[] => [
  `The sandbox is at ${url}/ : open it to see orders and deliveries, and to press its levers.`,
  "Settings for a merchant's server:",
  '',
  ...settings,
]
