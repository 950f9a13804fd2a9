import { z } from 'zod'
import type { TransferAction } from '../../../contract/view.ts'

const text = z.string().nullable()

/** The service's payment details, as they are sealed in an attempt. */
export const SealedDetails = z.object({
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

/** What the view shows of a QR field. */
export type PayableQr = Pick<TransferAction, 'qr' | 'code' | 'link'>

/** Decrypted payment details, with what the view shows of their QR field. */
export type DecryptedDetails = z.infer<typeof SealedDetails> & PayableQr
