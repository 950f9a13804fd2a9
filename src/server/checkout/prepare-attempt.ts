import type { Method } from '../../contract/view.ts'
import { InvalidRequestError } from '../../service/errors.ts'
import { type AdditionalField, prepareDeposit } from '../../service/request.ts'
import { callbackUrlParam, transactionIdFor } from '../attempt/create-params.ts'
import { savedCardToken } from '../attempt/saved-cards.ts'
import type { Context } from '../context.ts'
import type { Sealer } from '../lib/crypto/seal.ts'
import { ProblemError } from '../lib/problem.ts'
import type { DepositPipeline } from '../pipelines.ts'
import { newAttempt } from '../rules/attempt/new-attempt.ts'
import { cardTokenKey, checkFields } from '../rules/checkout/payer-fields.ts'
import type { StoredTerms, Terms } from '../rules/checkout/terms.ts'
import type { Attempt, Checkout } from '../rules/model.ts'
import { takesField } from '../rules/pipeline-fit.ts'
import { failOrder, nothingStarted } from './order-terms.ts'
import { paymentOptions, requestedFields } from './payer-options.ts'
import { decryptOrderTerms, encryptOrderTerms } from './stored-checkout.ts'

/** An attempt to be stored before it is sent, with the exact body to send. */
export interface PreparedAttempt {
  attempt: Attempt
  body: string
  /** What the payer filled in for this attempt, to be stored with the terms. Null: the server starts it. */
  filled: Record<string, string> | null
}

/** What a payer chose. */
export interface Choice {
  method: Method
  savedCard?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
}

/** How the order is paid by a choice, and with what. Throws `method_not_offered`, `card_unknown` or `fields_invalid`. */
export async function checkChoice(
  context: Context,
  checkout: Checkout,
  { method, savedCard, fields = {} }: Choice,
  terms: Terms,
) {
  const { pipelines } = context
  const { available } = await paymentOptions(context, terms, terms.customer)
  const fitting = pipelines.forDeposit(terms)
  const pipeline = fitting.find((candidate) => candidate.method === method)
  const isAllowed = terms.methods === null || method === 'saved-card' || terms.methods.includes(method)
  if (pipeline === undefined || !available.has(method) || !isAllowed)
    throw new ProblemError('method_not_offered')
  const { allowed } = requestedFields(terms, method, fitting, checkout.attempts)
  const { values, invalid } = checkFields(allowed, fields)
  if (invalid.length > 0) throw new ProblemError('fields_invalid', undefined, {}, invalid)
  const cardToken =
    method === 'saved-card' ? await savedCardToken(context, terms.customer, savedCard) : undefined
  if (cardToken === null) throw new ProblemError('card_unknown')
  return { pipeline, fields: values, cardToken }
}

/** Prepares the attempt that a payer chose. Throws what `checkChoice` throws. */
export async function prepareChosen(
  context: Context,
  checkout: Checkout,
  { n, choice, terms }: { n: number; choice: Choice; terms: Terms },
): Promise<PreparedAttempt> {
  const checked = await checkChoice(context, checkout, choice, terms)
  try {
    const plan = { n, terms, customer: terms.customer, ...checked }
    return { ...(await prepareAttempt(context, checkout, plan)), filled: checked.fields }
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error
    return failOrder(
      context,
      terms.order,
      `returned terms that cannot be sent${nothingStarted}: ${error.message}`,
    )
  }
}

/** Whether a page that sent no fields has to ask the payer for some before this method can start. */
export function needsFields(
  { pipelines }: Context,
  { attempts, methods }: Checkout,
  { method, fields }: Choice,
  terms: Terms,
): boolean {
  if (fields !== undefined || !methods.includes(method)) return false
  const { allowed } = requestedFields(terms, method, pipelines.forDeposit(terms), attempts)
  return allowed.some(({ required }) => required)
}

interface AttemptPlan {
  n: number
  pipeline: DepositPipeline
  terms: StoredTerms
  /** What the payer filled in; the pipeline is sent what it takes. */
  fields: Record<string, string>
  /** The customer proved by the payer who starts it. */
  customer: string | null
  /** The token of a saved card. */
  cardToken?: string | undefined
}

/** Throws `InvalidRequestError` if the terms do not make a valid create request. */
export async function prepareAttempt(
  context: Context,
  checkout: Checkout,
  { n, pipeline, terms, fields, customer, cardToken }: AttemptPlan,
): Promise<PreparedAttempt> {
  const { sealer, policy, moment } = context
  const { name, profile, method } = pipeline
  const externalTransactionId = transactionIdFor(context, checkout.order, crypto.randomUUID())
  const card: AdditionalField[] = cardToken === undefined ? [] : [{ key: cardTokenKey, value: cardToken }]
  const payerFields = Object.entries(fields).map(([key, value]) => ({ key, value }))
  const accepted = [...terms.additionalFields, ...payerFields].filter(({ key }) => takesField(pipeline, key))
  const additionalFields = [...accepted, ...card]
  const { body, amount } = prepareDeposit(profile, {
    amount: terms.amount,
    currency: terms.currency,
    externalTransactionId,
    ...callbackUrlParam(context, name, externalTransactionId),
    processingRedirectUrl: terms.redirects.processing,
    failedRedirectUrl: terms.redirects.failed,
    successRedirectUrl: terms.redirects.success,
    ...(additionalFields.length === 0 ? {} : { additionalFields }),
  })
  const sealed = await sealer.encrypt({ purpose: 'body', entry: checkout.id, externalTransactionId }, body)
  const attempt = newAttempt(
    {
      n,
      externalTransactionId,
      method,
      profile,
      pipeline: name,
      customer,
      // The payer is shown the amount that is sent.
      amount: { value: amount, currency: terms.currency },
      tolerance: terms.tolerance,
      body: sealed,
    },
    checkout,
    moment(),
    policy,
  )
  return { attempt, body, filled: null }
}

const sizeOf = (record: object): number => Object.keys(record).length

/**
 * The checkout with what the payer filled in for its last attempt, in its stored terms: nothing of another customer, or of
 * an erased one.
 */
export async function withFilled(
  sealer: Sealer,
  checkout: Checkout,
  { attempt: { method, customer }, filled }: PreparedAttempt,
): Promise<Checkout> {
  if (method === null || filled === null) return checkout
  const terms = await decryptOrderTerms(sealer, checkout)
  if (terms === null) return checkout
  const earlier = checkout.attempts.at(-2)
  const isOwn = earlier === undefined || (earlier.customer === customer && checkout.erasedAt === null)
  const kept = isOwn ? terms.filled : {}
  const isUnchanged =
    sizeOf(filled) === 0 && kept[method] === undefined && sizeOf(kept) === sizeOf(terms.filled)
  if (isUnchanged) return checkout
  const updated = { ...terms, filled: { ...kept, [method]: filled } }
  return { ...checkout, terms: await encryptOrderTerms(sealer, checkout.id, updated) }
}
