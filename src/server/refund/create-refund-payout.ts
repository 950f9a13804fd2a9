import { z } from 'zod'
import { updateEntry } from '../attempt/update-entry.ts'
import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import { type DraftPayout, draftPayout, payoutOf, startPayout } from '../payout/create-payout.ts'
import type { Checkout, Entry, Payout, Refund } from '../rules/model.ts'
import { isOverdrawn } from '../rules/received.ts'
import { dueRefunds, followPayout, postponeRefund, startRefund } from '../rules/refund.ts'

/** How long a payout waits that cannot be created now: its day is full, or its pipeline is gone. */
const postponedMs = 10 * 60_000
/** A refund whose payout could not be created for so long has failed: an operator requests it again. */
const givenUpMs = 7 * 24 * 3_600_000

/** The refunds of a checkout whose payout is due: created once for each refund, however often it is tried. */
export async function createDueRefunds(context: Context, checkout: Checkout): Promise<void> {
  for (const refund of dueRefunds(checkout, context.clock.now()))
    await createRefundPayout(context, checkout.id, refund)
}

async function createRefundPayout(context: Context, checkoutId: string, refund: Refund): Promise<void> {
  const existing = await context.store.entryByRef('payout', refund.id)
  if (existing?.refundOf === checkoutId) return await followExisting(context, checkoutId, refund, existing)
  let draft: DraftPayout | null
  try {
    draft = await storeRefundPayout(context, checkoutId, refund)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return await postpone(context, checkoutId, refund, error)
  }
  if (draft !== null) await startPayout(context, draft)
}

/** A refund is due although it has its payout: its checkout was restored from an earlier backup. */
async function followExisting(
  context: Context,
  checkoutId: string,
  refund: Refund,
  { id }: Payout,
): Promise<void> {
  await updateCheckout(context, checkoutId, async (stored) => {
    const started = startRefund(stored, refund, context.clock.now()) ?? stored
    return followPayout(started, payoutOf(await context.store.entry(id))) ?? started
  })
}

/** Stores the payout in the same write as its refund, so that neither is without the other. Null: it is not due any more. */
async function storeRefundPayout(
  context: Context,
  checkoutId: string,
  refund: Refund,
): Promise<DraftPayout | null> {
  const { id, amount, by: operator } = refund
  const additionalFields = await openDestination(context, checkoutId, refund)
  const request = { reference: id, amount: amount.value, currency: amount.currency, additionalFields }
  const draft = await draftPayout(context, request, { operator, refundOf: checkoutId })
  let isStarted = false
  const start = (stored: Entry): Checkout | null => {
    const started = stored.kind === 'checkout' ? startRefund(stored, refund, context.clock.now()) : null
    if (started !== null && isOverdrawn(started)) throw new ProblemError('refund_exceeds')
    isStarted = started !== null
    return started
  }
  const { payout, reservation } = draft
  await updateEntry(context, checkoutId, start, { payout, reservation })
  return isStarted ? draft : null
}

/** Tried again later, or never: its destination is refused, its money is gone, or another payout has its reference. */
async function postpone(
  context: Context,
  checkoutId: string,
  refund: Refund,
  error: ProblemError,
): Promise<void> {
  const { clock, log } = context
  const isRefused =
    ['malformed', 'payout_conflict', 'refund_exceeds'].includes(error.code) ||
    clock.now() - (refund.givenAt ?? refund.at) > givenUpMs
  log({
    level: 'error',
    message: `the payout of a refund was not created${isRefused ? '' : ' yet'}: ${messageOf(error)}`,
    checkout: checkoutId,
    refund: refund.id,
    code: error.code,
  })
  const checkAt = isRefused ? null : clock.now() + postponedMs
  await updateCheckout(context, checkoutId, (stored) => postponeRefund(stored, refund, checkAt) ?? stored)
}

const AdditionalFields = z.array(z.object({ key: z.string(), value: z.string() }))

/** Throws `payout_unreadable` if none of the seal keys decrypts it. */
async function openDestination(
  { sealer }: Context,
  entry: string,
  { id, destination }: Refund,
): Promise<z.infer<typeof AdditionalFields>> {
  const text = destination && (await sealer.decrypt({ purpose: 'refund', entry, refund: id }, destination))
  return AdditionalFields.parse(JSON.parse(orProblem(text, 'payout_unreadable')))
}
