import { z } from 'zod'

const text = z.string().nullable()

/** The service's instructions, as they were sealed. */
export const Instructions = z.object({
  formUrl: text,
  card: text,
  fio: text,
  bank: text,
  number: text,
  iban: text,
  accountNumber: text,
  qrUrl: text,
  method: text,
})
