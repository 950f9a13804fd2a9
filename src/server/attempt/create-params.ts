import type { Context } from '../context.ts'

/** The create request's `callbackUrl`; empty if the callback URL is configured at the service. */
export function callbackUrlParam(
  { callbacks, publicUrl, basePath }: Context,
  pipeline: string,
  externalTransactionId: string,
): { callbackUrl?: string } {
  if (callbacks === 'static') return {}
  const path = `${basePath}/callbacks/${encodeURIComponent(pipeline)}/${externalTransactionId}`
  return { callbackUrl: publicUrl(path).href }
}

/**
 * The `externalTransactionId` for an order or a payout, by its reference: a prefix and the UUID. Throws a `TypeError` for the
 * developer if the prefix is not valid.
 */
export function transactionIdFor({ transactionIdPrefix }: Context, reference: string, uuid: string): string {
  const prefix = transactionIdPrefix(reference)
  if (!/^[A-Za-z0-9_-]{0,32}$/.test(prefix))
    throw new TypeError(
      'transactionIdPrefix() returned something else than at most 32 letters, digits, "-" and "_".',
    )
  return prefix + uuid
}
