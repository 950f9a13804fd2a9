import { z } from 'zod'
import { updateEntry } from '../attempt/update-entry.ts'
import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import { createPayout, payoutOf } from '../payout/create-payout.ts'
import type { Checkout, Payout, Refund } from '../rules/model.ts'
import { dueRefunds, followPayout, isOverdrawn, postponeRefund, refundOutcome } from '../rules/refund.ts'

/** How long a payout waits that cannot be created now: its day is full, or its pipeline is gone. */
const postponedMs = 10 * 60_000
/** A refund whose payout could not be created for so long has failed: an operator requests it again. */
const givenUpMs = 7 * 24 * 3_600_000

/** The refunds of a checkout whose payout is due: created once for each refund, by its id, however often it is tried. */
export async function createDueRefunds(context: Context, checkout: Checkout): Promise<void> {
  for (const refund of dueRefunds(checkout, context.clock.now()))
    await createRefundPayout(context, checkout, refund)
}

/** Creates the payout of a refund, unless it exists. The refund follows it. */
async function createRefundPayout(context: Context, checkout: Checkout, refund: Refund): Promise<void> {
  const existing = await context.store.entryByRef('payout', refund.id)
  const payout = existing ?? (await createPayoutOf(context, checkout, refund))
  if (payout === null) return
  if (payout.refundOf === checkout.id) await followRefund(context, payout, refund)
  else await postpone(context, checkout, refund, new ProblemError('payout_conflict'))
}

/** The refund of a payout follows it, at once or after a crash. `known`: as this process has read it. */
export async function followRefund(context: Context, payout: Payout, known?: Refund): Promise<void> {
  const { refundOf } = payout
  if (refundOf === null) return
  let latest = payout
  await updateCheckout(context, refundOf, async (checkout) => {
    // Read after the checkout, so that of two writes the later one has the later payout.
    latest = payoutOf(await context.store.entry(payout.id))
    // Written also where nothing changes: a slower process that has read an earlier payout must read again.
    const unchanged = payout.refundDueAt === null ? checkout : { ...checkout }
    return followPayout(checkout, latest, known) ?? unchanged
  })
  if (payout.refundDueAt === null) return
  await updateEntry(context, payout.id, (entry) => {
    const stored = payoutOf(entry)
    const isFollowed = stored.refundDueAt !== null && refundOutcome(stored) === refundOutcome(latest)
    return isFollowed ? { ...stored, refundDueAt: null } : null
  })
}

/** Null if it cannot be created now, or never. */
async function createPayoutOf(context: Context, checkout: Checkout, refund: Refund): Promise<Payout | null> {
  try {
    if (isOverdrawn(checkout)) throw new ProblemError('refund_exceeds')
    const additionalFields = await openDestination(context, checkout.id, refund)
    const { value: amount, currency } = refund.amount
    const request = { reference: refund.id, amount, currency, additionalFields }
    const creator = { operator: refund.by, refundOf: checkout.id }
    return (await createPayout(context, request, creator)).payout
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    await postpone(context, checkout, refund, error)
    return null
  }
}

/** Tried again later, or never: its destination is refused, its money is gone, or another payout has its reference. */
async function postpone(
  context: Context,
  checkout: Checkout,
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
    checkout: checkout.id,
    refund: refund.id,
    code: error.code,
  })
  const checkAt = isRefused ? null : clock.now() + postponedMs
  await updateCheckout(context, checkout.id, (stored) => postponeRefund(stored, refund.id, checkAt) ?? stored)
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
