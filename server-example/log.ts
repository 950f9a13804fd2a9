import { pino } from 'pino'

const redactedKeys = ['authorization', 'signature', 'key', 'token', 'card', 'iban', 'phone', 'formUrl']

/** JSON lines on standard error. Standard output has only the line with the address. */
export const log = pino(
  { base: null, redact: [...redactedKeys, ...redactedKeys.map((name) => `*.${name}`)] },
  pino.destination({ dest: 2, sync: true }),
)
