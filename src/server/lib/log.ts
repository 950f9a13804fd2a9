/** One meaningful thing that happened, for the merchant's log. Its values hold no secret and no payer's data. */
export interface LogLine {
  level: 'info' | 'warn' | 'error'
  message: string
  checkout?: string
  payout?: string
  attempt?: number
  [detail: string]: string | number | boolean | null | undefined
}

/** What a log may say of something thrown: its name and message, no stack of foreign data. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown error'
