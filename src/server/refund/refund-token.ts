import type { Context } from '../context.ts'

/** A payer may read the message days later. */
const lifetimeMs = 30 * 24 * 3_600_000

/** The token of a refund's page: names it, with a tag of the seal key. Whoever has it directs the money. */
export async function issueRefundToken(
  { sealer, clock }: Context,
  checkoutId: string,
  refundId: string,
): Promise<{ token: string; expiresAt: number }> {
  const expiresAt = clock.now() + lifetimeMs
  return { token: await sealer.tag(`refund-${checkoutId}-${refundId}-${expiresAt}`), expiresAt }
}

const form = /^refund-(co_[0-9a-z]{26})-(rf_[0-9a-z]{26})-(\d{13,15})$/

/** The refund that a link is for. Null if it was not issued here. It may have expired. */
export async function readRefundToken({ sealer }: Context, token: string) {
  const [, checkoutId, refundId, expiresAt] = form.exec((await sealer.untag(token)) ?? '') ?? []
  return checkoutId === undefined || refundId === undefined
    ? null
    : { checkoutId, refundId, expiresAt: Number(expiresAt) }
}
