import { newTransactionId } from '../lib/ids.ts'
import type { PaypaneOptions } from '../options.ts'

/** A new `externalTransactionId` for an order or a payout, by its reference. */
export type TransactionIdFor = (reference: string) => string

/** Throws a `TypeError` for the developer if the prefix is not valid. */
export const createTransactionIds =
  (options: Pick<PaypaneOptions, 'transactionIdPrefix'>): TransactionIdFor =>
  (reference) => {
    const prefix = options.transactionIdPrefix?.(reference) ?? ''
    if (!/^[A-Za-z0-9_-]{0,32}$/.test(prefix))
      throw new TypeError(
        'transactionIdPrefix() returned something else than at most 32 letters, digits, "-" and "_".',
      )
    return newTransactionId(prefix)
  }
