import type { Method } from '../../contract/view.ts'
import { InvalidRequestError } from '../../service/errors.ts'
import { type AdditionalField, prepareDeposit } from '../../service/request.ts'
import { newTransactionId } from '../lib/ids.ts'
import { ProblemError } from '../lib/problem.ts'
import { type Pipeline, profileByMethod } from '../pipelines.ts'
import type { Attempt, Checkout } from '../rules/model.ts'
import type { CheckoutServices } from './checkouts.ts'
import type { Terms } from './order-terms.ts'
import { paymentOptions } from './payment-options.ts'

/** An attempt to be stored before it is sent, with the exact body to send. */
export interface PreparedAttempt {
  attempt: Attempt
  body: string
}

type PrepareServices = Pick<CheckoutServices, 'attempts' | 'callbackUrlParam'>

/** Prepares the attempt that a payer chose. Throws `method_not_offered` or `card_unknown`. */
export async function prepareForMethod(
  services: PrepareServices & Pick<CheckoutServices, 'pipelines' | 'savedCards'>,
  checkout: Checkout,
  { n, method, savedCard, terms }: { n: number; method: Method; savedCard: string | undefined; terms: Terms },
): Promise<PreparedAttempt> {
  const { pipelines, savedCards } = services
  const { available } = await paymentOptions(services, terms.customer)
  const pipeline = pipelines.firstOf(profileByMethod[method])
  const isAllowed = terms.methods === null || method === 'saved-card' || terms.methods.includes(method)
  if (pipeline === null || !available.has(method) || !isAllowed) throw new ProblemError('method_not_offered')
  const cardToken = method === 'saved-card' ? await savedCards.token(terms.customer, savedCard) : undefined
  if (cardToken === null) throw new ProblemError('card_unknown')
  try {
    return await prepareAttempt(services, checkout, {
      n,
      method,
      pipeline,
      terms,
      cardToken,
      customer: terms.customer,
    })
  } catch (error) {
    // For the developer: the service does not accept such a request. Nothing was sent.
    if (error instanceof InvalidRequestError)
      throw new TypeError(`order() returned terms that cannot be sent: ${error.message}`)
    throw error
  }
}

interface AttemptPlan {
  n: number
  method: Method
  pipeline: Pipeline
  terms: Terms
  /** The customer proved by the payer who starts it. */
  customer: string | null
  /** The token of a saved card. */
  cardToken?: string | undefined
}

/** Throws `InvalidRequestError` if the terms do not make a valid create request. */
export async function prepareAttempt(
  { attempts, callbackUrlParam }: PrepareServices,
  checkout: Checkout,
  { n, method, pipeline, terms, customer, cardToken }: AttemptPlan,
): Promise<PreparedAttempt> {
  const { name, profile } = pipeline
  if (profile === 'payout') throw new TypeError('A payout pipeline cannot create deposits.')
  const externalTransactionId = newTransactionId()
  const card: AdditionalField[] =
    cardToken === undefined ? [] : [{ key: 'cardStorageToken', value: cardToken }]
  const additionalFields = [...terms.additionalFields, ...card]
  const { body, amount } = prepareDeposit(profile, {
    amount: terms.amount,
    currency: terms.currency,
    externalTransactionId,
    ...callbackUrlParam(name, externalTransactionId),
    processingRedirectUrl: terms.redirects.processing,
    failedRedirectUrl: terms.redirects.failed,
    successRedirectUrl: terms.redirects.success,
    ...(additionalFields.length === 0 ? {} : { additionalFields }),
  })
  const attempt = await attempts.create(checkout, {
    n,
    externalTransactionId,
    method,
    profile,
    pipeline: name,
    customer,
    // The payer is shown the amount that is sent.
    amount: { value: amount, currency: terms.currency },
    tolerance: terms.tolerance,
    body,
  })
  return { attempt, body }
}
