import { z } from 'zod'
import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import { createPayout } from '../payout/create-payout.ts'
import type { Checkout, Payout, Refund } from '../rules/model.ts'
import { payoutStatusOf } from '../rules/payout/view.ts'
import { dueRefunds, followPayout, postponeRefund } from '../rules/refund.ts'

const second = 1000
/** How long a payout waits that cannot be created now: its day is full, or its pipeline is gone. */
const postponedMs = 10 * 60 * second

/** The refunds of a checkout that are due: each is its payout, by its id, however often it is created. */
export async function followDueRefunds(context: Context, checkout: Checkout): Promise<void> {
  for (const { id } of dueRefunds(checkout, context.clock.now())) await followRefund(context, checkout, id)
}

/** Creates the payout of a refund, unless it exists, and takes over its state. */
export async function followRefund(context: Context, checkout: Checkout, refundId: string): Promise<void> {
  const { store, clock } = context
  const refund = checkout.refunds.find(({ id }) => id === refundId)
  if (refund === undefined) return
  const existing = await store.entryByRef('payout', refundId)
  const payout = existing?.kind === 'payout' ? existing : await createRefundPayout(context, checkout, refund)
  if (payout === null) return
  const status = payoutStatusOf(payout)
  await updateRefund(context, checkout.id, (stored) => {
    const at = clock.now()
    const waitedMs = at - payout.createdAt
    const checkAt = at + Math.min(60 * second, Math.max(2 * second, Math.ceil(waitedMs / 10)))
    return followPayout(stored, refundId, { status, checkAt })
  })
}

/** The payout of a refund has changed: its checkout follows at once. */
export async function followRefundOf(context: Context, payout: Payout): Promise<void> {
  if (payout.refundOf === null) return
  const checkout = await context.store.entry(payout.refundOf)
  if (checkout?.kind === 'checkout') await followRefund(context, checkout, payout.reference)
}

/** Null if it cannot be created now, or never. */
async function createRefundPayout(
  context: Context,
  checkout: Checkout,
  refund: Refund,
): Promise<Payout | null> {
  const { clock, log } = context
  const additionalFields = await openDestination(context, checkout.id, refund)
  const { value: amount, currency } = refund.amount
  try {
    if (additionalFields === null) throw new ProblemError('payout_unreadable')
    const request = { reference: refund.id, amount, currency, additionalFields }
    const creator = { operator: refund.by, refundOf: checkout.id }
    return (await createPayout(context, request, creator)).payout
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const isRefused = error.code === 'malformed'
    log({
      level: 'error',
      message: `the payout of a refund was not created${isRefused ? '' : ' yet'}: ${messageOf(error)}`,
      checkout: checkout.id,
      refund: refund.id,
      code: error.code,
    })
    const checkAt = isRefused ? null : clock.now() + postponedMs
    await updateRefund(context, checkout.id, (stored) => postponeRefund(stored, refund.id, checkAt))
    return null
  }
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

const updateRefund = (context: Context, id: string, change: (checkout: Checkout) => Checkout | null) =>
  updateEntry(context, id, (stored) => (stored.kind === 'checkout' ? change(stored) : null))
