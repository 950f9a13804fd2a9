import { z } from 'zod'
import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import { createPayout } from '../payout/create-payout.ts'
import type { Checkout, Entry, Payout, Refund } from '../rules/model.ts'
import { dueRefunds, followPayout, isOverdrawn, postponeRefund, refundOutcome } from '../rules/refund.ts'

/** How long a payout waits that cannot be created now: its day is full, or its pipeline is gone. */
const postponedMs = 10 * 60_000
/** A refund whose payout could not be created for so long has failed: an operator requests it again. */
const givenUpMs = 7 * 24 * 3_600_000

/** The refunds of a checkout whose payout is due: created once for each refund, by its id, however often it is tried. */
export async function createDueRefunds(context: Context, checkout: Checkout): Promise<void> {
  for (const { id } of dueRefunds(checkout, context.clock.now()))
    await createRefundPayout(context, checkout, id)
}

/** Creates the payout of a refund, unless it exists. The refund follows it. */
export async function createRefundPayout(context: Context, checkout: Checkout, id: string): Promise<void> {
  const refund = checkout.refunds.find((candidate) => candidate.id === id)
  if (refund === undefined) return
  const existing = await context.store.entryByRef('payout', id)
  const payout = existing ?? (await createPayoutOf(context, checkout, refund))
  if (payout === null) return
  if (payout.refundOf === checkout.id) await followRefund(context, payout)
  else await postpone(context, checkout, refund, new ProblemError('payout_conflict'))
}

/** The refund of a payout follows it, at once or after a crash. */
export async function followRefund(context: Context, payout: Payout): Promise<void> {
  const { reference, refundOf } = payout
  if (refundOf === null) return
  let latest: Entry | null = payout
  await updateRefund(context, refundOf, async (checkout) => {
    // Read after the checkout, so that of two writes the later one has the later payout.
    latest = await context.store.entry(payout.id)
    if (latest?.kind !== 'payout') return null
    // Written also where nothing changes: a slower process that has read an earlier payout must read again.
    return followPayout(checkout, reference, latest) ?? (payout.refundDueAt === null ? null : { ...checkout })
  })
  const followed: Entry | null = latest
  if (payout.refundDueAt === null || followed?.kind !== 'payout') return
  const outcome = refundOutcome(followed)
  await updateEntry(context, payout.id, (stored) =>
    stored.kind === 'payout' && stored.refundDueAt !== null && refundOutcome(stored) === outcome
      ? { ...stored, refundDueAt: null }
      : null,
  )
}

/** Null if it cannot be created now, or never. */
async function createPayoutOf(context: Context, checkout: Checkout, refund: Refund): Promise<Payout | null> {
  try {
    if (isOverdrawn(checkout)) throw new ProblemError('refund_exceeds')
    const destination = await openDestination(context, checkout.id, refund)
    const additionalFields = orProblem(destination, 'payout_unreadable')
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
  await updateRefund(context, checkout.id, (stored) => postponeRefund(stored, refund.id, checkAt))
}

const AdditionalFields = z.array(z.object({ key: z.string(), value: z.string() }))

/** Null if it was erased, or none of the seal keys decrypts it. */
async function openDestination(
  { sealer }: Context,
  entry: string,
  { id, destination }: Refund,
): Promise<z.infer<typeof AdditionalFields> | null> {
  if (destination === null) return null
  const text = await sealer.decrypt({ purpose: 'refund', entry, refund: id }, destination)
  return text === null ? null : AdditionalFields.parse(JSON.parse(text))
}

const updateRefund = (
  context: Context,
  id: string,
  change: (checkout: Checkout) => Checkout | null | Promise<Checkout | null>,
) => updateEntry(context, id, (stored) => (stored.kind === 'checkout' ? change(stored) : null))
