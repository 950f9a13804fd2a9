import { Option } from 'commander'

/** For commands that read the settings of a server. */
export const envOption = (): Option =>
  new Option('--env <file>', 'also read settings from a file; the environment overrides it')

/** The address of a server, for commands that request its admin API. */
export const urlOption = (): Option =>
  new Option('--url <address>', 'address of the server with its base path').env('PAYPANE_URL')

export const print = (lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`)
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const report = (line: string): boolean => process.stderr.write(`${line}\n`)

/** Rethrows an error with what was not done before it. */
export const rethrow =
  (before: string) =>
  (error: unknown): never => {
    throw new Error(before + messageOf(error), { cause: error })
  }

export const printJson = (value: unknown): void => print([JSON.stringify(value, null, 2)])
