import type { CheckoutDetail } from '../../contract/checkout.ts'
import type { CustomerErasure, CustomerExport } from '../../contract/customer.ts'
import { updateEntry } from '../attempt/update-entry.ts'
import { decryptOrderTerms, encryptOrderTerms } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { attemptsOf, isOnlyCustomer } from '../rules/customers.ts'
import { erase, eraseCustomerFrom } from '../rules/erase.ts'
import type { Checkout, Entry } from '../rules/model.ts'
import { isPayoutOver } from '../rules/payout/view.ts'
import { isoTime } from '../rules/time.ts'
import type { AuditRecord } from '../store/audit.ts'
import { pagesOf } from '../store/page.ts'
import { checkoutDetail } from './entry-detail.ts'

/** Everything stored about a customer: cards masked, no tokens, no payment details. */
export async function exportCustomer(context: Context, customer: string): Promise<CustomerExport> {
  const checkouts: CustomerExport['checkouts'] = []
  for await (const checkout of customerCheckouts(context, customer))
    checkouts.push(await exportedCheckout(context, checkout, customer))
  return { ...(await exportHead(context, customer)), checkouts }
}

/** The export as JSON text, one checkout at a time. */
export async function* exportCustomerAsText(context: Context, customer: string): AsyncGenerator<string> {
  const head = JSON.stringify(await exportHead(context, customer))
  yield `${head.slice(0, -1)},"checkouts":[`
  let separator = ''
  for await (const checkout of customerCheckouts(context, customer)) {
    yield separator + JSON.stringify(await exportedCheckout(context, checkout, customer))
    separator = ','
  }
  yield ']}'
}

/** The checkout with the attempts of this customer only, as if no other customer had started one. */
async function exportedCheckout(
  context: Context,
  checkout: Checkout,
  customer: string,
): Promise<CheckoutDetail> {
  const attempts = attemptsOf(checkout, customer)
  const full = await checkoutDetail(context, { ...checkout, attempts })
  // Whom the payer pays is another person's data.
  const withoutPayTo = full.attempts.map((attempt) => ({ ...attempt, payTo: null }))
  const detail = { ...full, attempts: withoutPayTo, linkable: false }
  if (attempts.length === checkout.attempts.length) return detail
  return {
    ...detail,
    // Money goes back to who has paid.
    refunds: attempts.some(({ state }) => state === 'succeeded') ? detail.refunds : [],
    callbacks: detail.callbacks.filter(({ externalId }) =>
      attempts.some((attempt) => attempt.externalId === externalId),
    ),
    events: detail.events.filter((event) => attempts.some(({ n }) => n === event.attempt)),
  }
}

async function exportHead(
  { store, clock }: Context,
  customer: string,
): Promise<Omit<CustomerExport, 'checkouts'>> {
  const cards = await store.cardsOf(customer)
  return {
    customer,
    exportedAt: isoTime(clock.now()),
    savedCards: cards.map(({ id, label, createdAt }) => ({ id, label, createdAt: isoTime(createdAt) })),
  }
}

/**
 * Erases a customer. The cards are deleted last: an erased attempt saves no card, so none can appear in between. A checkout
 * that cannot be erased does not stop the others: the first failure is thrown at the end. A repeated call erases what is left.
 */
export async function eraseCustomer(
  context: Context,
  customer: string,
  audit?: AuditRecord,
): Promise<CustomerErasure> {
  const { store, log } = context
  // Before the first of many writes, so that nothing is erased without its record.
  if (audit !== undefined) await store.appendAudit(audit)
  let checkouts = 0
  const failures: unknown[] = []
  try {
    for await (const checkout of customerCheckouts(context, customer))
      await eraseFrom(context, checkout, customer).then(
        () => {
          checkouts += 1
        },
        (error) => failures.push(error),
      )
  } catch (error) {
    failures.push(error)
  }
  const savedCards = await store.deleteCards(customer)
  if (failures.length > 0) throw failures[0]
  log({ level: 'info', message: 'customer erased', checkouts, savedCards })
  return { savedCards, checkouts }
}

async function eraseFrom(context: Context, checkout: Checkout, customer: string): Promise<void> {
  // Before the checkout, which is no customer's afterwards.
  if (isOnlyCustomer(checkout, customer)) await eraseRefundPayouts(context, checkout)
  await updateEntry(context, checkout.id, async (stored) =>
    stored.kind === 'checkout'
      ? await eraseFilled(context, eraseCustomerFrom(stored, customer, context.clock.now()))
      : null,
  )
}

/**
 * What was filled in, for an attempt that starts by itself, is of the last attempt's customer. A checkout that is erased as a
 * whole keeps it for the payment under way.
 */
async function eraseFilled({ sealer }: Context, entry: Entry): Promise<Entry> {
  if (entry.kind !== 'checkout' || entry.erasedAt !== null) return entry
  if (entry.attempts.at(-1)?.erasedAt === null) return entry
  const terms = await decryptOrderTerms(sealer, entry)
  // What cannot be decrypted now may be later. A payer who continues brings the terms again.
  if (terms === null) return { ...entry, terms: null }
  return { ...entry, terms: await encryptOrderTerms(sealer, entry.id, { ...terms, filled: {} }) }
}

/** Whom the payouts of its refunds have paid. One that is not over needs it. */
async function eraseRefundPayouts(context: Context, { refunds }: Checkout): Promise<void> {
  for (const { id } of refunds) {
    const payout = await context.store.entryByRef('payout', id)
    if (payout === null) continue
    await updateEntry(context, payout.id, (stored) =>
      stored.kind === 'payout' && stored.erasedAt === null && isPayoutOver(stored)
        ? erase(stored, context.clock.now())
        : null,
    )
  }
}

const pageSize = 50

/**
 * The checkouts that are a customer's, or have an attempt of the customer, newest first, read in pages. Throws at the end if
 * there are others that cannot be read.
 */
async function* customerCheckouts({ store }: Context, customer: string): AsyncGenerator<Checkout> {
  const unreadable: string[] = []
  const pages = pagesOf(pageSize, (page) => store.list({ kind: 'checkout', customer, ...page }))
  for await (const page of pages) {
    unreadable.push(...page.unreadable)
    yield* page.entries
  }
  if (unreadable.length > 0)
    throw new Error(
      `A checkout of this customer cannot be read: ${unreadable.join(', ')}. It is damaged, or a newer version of Paypane has written it.`,
    )
}
