import type { Method } from '../../contract/view.ts'
import { type UpdateOptions, updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import type { Sealer } from '../lib/crypto/seal.ts'
import { newId } from '../lib/ids.ts'
import { ProblemError } from '../lib/problem.ts'
import { isTemporary } from '../lib/temporary-failure.ts'
import { methodsOf, type Pipelines } from '../pipelines.ts'
import { type CurrentTerms, StoredTerms, type Terms } from '../rules/checkout/terms.ts'
import type { Checkout, Entry } from '../rules/model.ts'

/** Throws `checkout_unknown`. */
export function checkoutOf(entry: Entry | null): Checkout {
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return entry
}

export const checkoutById = async ({ store }: Context, id: string): Promise<Checkout> =>
  checkoutOf(await store.entry(id))

/** Null if it cannot be read, so that it hides nothing else from operators. The list of checkouts names it. */
export async function readableCheckout(context: Context, id: string): Promise<Checkout | null> {
  try {
    return await checkoutById(context, id)
  } catch (error) {
    if (isTemporary(error)) throw error
    return null
  }
}

export const checkoutByOrder = async ({ store }: Context, order: string): Promise<Checkout> =>
  checkoutOf(await store.entryByRef('checkout', order))

/** Writes what `decide` returns for the stored checkout. Throws `checkout_unknown`. */
export async function updateCheckout(
  context: Context,
  id: string,
  decide: (checkout: Checkout) => Checkout | Promise<Checkout>,
  options?: UpdateOptions,
): Promise<Checkout> {
  const decideEntry = (stored: Entry) => (stored.kind === 'checkout' ? decide(stored) : null)
  return checkoutOf(await updateEntry(context, id, decideEntry, options))
}

/** A checkout of these terms without attempts, not stored yet. With the `id` of a stored one, its terms can replace those. */
export async function draftCheckout(
  { sealer, pipelines, policy, clock }: Context,
  { signed, ...terms }: CurrentTerms,
  id = newId('co'),
): Promise<Checkout> {
  const now = clock.now()
  return {
    kind: 'checkout',
    id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    lastEventSeq: 0,
    erasedAt: null,
    order: terms.order,
    amount: { value: terms.amount, currency: terms.currency },
    customer: terms.customer,
    reopenedAfter: 0,
    extensions: 0,
    next: terms.next,
    methods: offeredMethods(pipelines, terms),
    signed,
    terms: await encryptOrderTerms(sealer, id, terms),
    expiresAt: now + policy.ttlMs,
    expired: false,
    seenAt: now,
    attempts: [],
    refunds: [],
  }
}

/** Those with a pipeline that fits, in the merchant's order of preference. Saved cards come first if it does not list them. */
function offeredMethods(pipelines: Pipelines, terms: Terms): Method[] {
  const configured = methodsOf(pipelines.forDeposit(terms))
  const listed = (terms.methods ?? configured).filter((method) => configured.includes(method))
  const addsSavedCard = configured.includes('saved-card') && !listed.includes('saved-card')
  return addsSavedCard ? ['saved-card', ...listed] : listed
}

/** Encrypts the terms that a checkout stores for later attempts. */
export const encryptOrderTerms = (sealer: Sealer, checkoutId: string, terms: StoredTerms): Promise<string> =>
  sealer.encrypt({ purpose: 'terms', entry: checkoutId }, JSON.stringify(StoredTerms.parse(terms)))

/** Null if the checkout stores no terms any more or they cannot be decrypted. */
export async function decryptOrderTerms(
  sealer: Sealer,
  { id, terms }: Checkout,
): Promise<StoredTerms | null> {
  const decrypted = terms === null ? null : await sealer.decrypt({ purpose: 'terms', entry: id }, terms)
  return decrypted === null ? null : StoredTerms.parse(JSON.parse(decrypted))
}
