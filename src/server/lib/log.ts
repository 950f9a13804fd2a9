import type { BoundedMap } from './bounded-map.ts'

/** One line of the merchant's log. Its values contain no secrets and no payer data. */
export interface LogLine {
  /** `error`: somebody has to act. */
  level: 'info' | 'warn' | 'error'
  /** What happened, in a sentence. */
  message: string
  /** The id of the checkout that the line is about. */
  checkout?: string
  /** The reference of the payout that the line is about. */
  payout?: string
  /** The number of the attempt that the line is about. */
  attempt?: number
  [detail: string]: string | number | boolean | null | undefined
}

export type Log = (line: LogLine) => void

/** A JSON line on standard error; in a browser, in the console. */
export const logToStandardError: Log = (line) =>
  console.error(JSON.stringify({ time: new Date().toISOString(), ...line }))

/** An error's name and message, without its stack. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown error'

/** Logs a line unless one with this key was logged by this process. */
export function logOnce(
  { warned, log }: { warned: BoundedMap<string, true>; log: Log },
  key: string,
  line: LogLine,
): void {
  if (warned.has(key)) return
  warned.set(key, true)
  log(line)
}
