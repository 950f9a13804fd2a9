import type { Method } from '../../contract/view.ts'
import { listSavedCards } from '../attempt/saved-cards.ts'
import type { Context } from '../context.ts'
import { type DepositPipeline, type DepositToRoute, methodsOf } from '../pipelines.ts'
import { hasAttemptsLeft, mayStart } from '../rules/checkout/checkout.ts'
import { demandedKeys, payerFieldOf } from '../rules/checkout/payer-fields.ts'
import { canReplaceLast } from '../rules/checkout/replace.ts'
import type { StoredTerms } from '../rules/checkout/terms.ts'
import type { PaymentOptions, ViewFields } from '../rules/checkout/view.ts'
import type { Attempt, Checkout } from '../rules/model.ts'
import { takesField } from '../rules/pipeline-fit.ts'
import { decryptOrderTerms } from './stored-checkout.ts'

/**
 * What the payer may fill in for some pipelines of a method, after these attempts: what is declared, taken by one of the
 * pipelines and not set by the merchant. One on demand is optional until demanded, and not `listed`.
 */
export function requestedFields(
  { fields, additionalFields }: StoredTerms,
  method: Method,
  pipelines: readonly DepositPipeline[],
  attempts: readonly Attempt[],
) {
  const declared = fields[method] ?? []
  const refused = attempts.filter((attempt) => attempt.method === method && attempt.state === 'refused')
  const demanded = demandedKeys(declared, refused)
  const isSet = (key: string): boolean => additionalFields.some((field) => field.key === key)
  const served = pipelines.filter((pipeline) => pipeline.method === method)
  const allowed = declared
    .filter(({ key }) => !isSet(key) && served.some((pipeline) => takesField(pipeline, key)))
    .map((field) => {
      const onDemand = field.onDemand && !demanded.has(field.key)
      return { ...field, onDemand, required: field.required && !onDemand }
    })
  return { allowed, listed: allowed.filter(({ onDemand }) => !onDemand) }
}

/** The methods available to this payer for a deposit, and the saved cards of the proved customer. */
export async function paymentOptions(
  context: Context,
  deposit: DepositToRoute,
  customer: string | null,
): Promise<PaymentOptions> {
  const { pipelines } = context
  const cards = await listSavedCards(context, customer)
  const available = new Set(methodsOf(pipelines.forDeposit(deposit)))
  if (cards === null || cards.length === 0) available.delete('saved-card')
  return { available, savedCards: cards }
}

/** The payer fields of the view, by method, while an attempt may start. */
export async function viewFields(
  { sealer, termsCache, pipelines, policy }: Context,
  checkout: Checkout,
  { at, languages }: { at: number; languages: readonly string[] },
): Promise<ViewFields> {
  const mayFollow = mayStart(checkout, at) || canReplaceLast(checkout, policy)
  const isAsking = mayFollow && hasAttemptsLeft(checkout, policy)
  const terms =
    isAsking && checkout.terms !== null
      ? await termsCache.get(checkout.id, checkout.terms, () => decryptOrderTerms(sealer, checkout))
      : null
  if (terms === null) return { fields: {}, correctable: new Set() }
  const fitting = pipelines.forDeposit(terms)
  const byMethod = methodsOf(fitting).map((method) => {
    const { listed } = requestedFields(terms, method, fitting, checkout.attempts)
    return { method, listed }
  })
  const lastOf = (method: Method) =>
    checkout.attempts.filter((attempt) => attempt.method === method).slice(-1)
  const correctable = byMethod.filter(
    ({ method, listed }) =>
      demandedKeys(terms.fields[method] ?? [], lastOf(method)).size > 0 && listed.length > 0,
  )
  return {
    fields: Object.fromEntries(
      byMethod.map(({ method, listed }) => [method, listed.map((field) => payerFieldOf(field, languages))]),
    ),
    correctable: new Set(correctable.map(({ method }) => method)),
  }
}
