import { type Command, Option } from 'commander'

/** The address of a server, for commands that request its admin API. */
export const urlOption = (): Option =>
  new Option('--url <address>', 'address of the server with its base path').env('PAYPANE_URL')

export const print = (lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`)
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const report = (line: string): boolean => process.stderr.write(`${line}\n`)

/** Ends the command with an error for people. */
export const fail =
  (command: Command, prefix = '') =>
  (error: unknown): never =>
    command.error(prefix + messageOf(error))

export const printJson = (value: unknown): void => print([JSON.stringify(value, null, 2)])
