import type { Method } from '../../contract/view.ts'
import type { Context } from '../context.ts'
import { methodsOf } from '../pipelines.ts'
import { hasAttemptsLeft, mayStart } from '../rules/checkout/checkout.ts'
import { demandedKeys, payerFieldOf } from '../rules/checkout/payer-fields.ts'
import { canReplaceLast } from '../rules/checkout/replace.ts'
import type { ViewContext } from '../rules/checkout/view.ts'
import type { Checkout } from '../rules/model.ts'
import { askedFields } from './asked-fields.ts'
import { openOrderTerms } from './sealed-terms.ts'

/** The payer fields of the view, by method, while an attempt may start. */
export async function viewFields(
  { sealer, termsCache, pipelines, policy }: Context,
  checkout: Checkout,
  { at, languages }: { at: number; languages: readonly string[] },
): Promise<Pick<ViewContext, 'fields' | 'correctable'>> {
  const mayFollow = mayStart(checkout, at) || canReplaceLast(checkout, policy)
  const isAsking = mayFollow && hasAttemptsLeft(checkout, policy)
  const terms =
    isAsking && checkout.terms !== null
      ? await termsCache.get(checkout.id, checkout.terms, () => openOrderTerms(sealer, checkout))
      : null
  if (terms === null) return { fields: {}, correctable: new Set() }
  const fitting = pipelines.forDeposit(terms)
  const byMethod = methodsOf(fitting).map((method) => {
    const { listed } = askedFields(terms, method, fitting, checkout.attempts)
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
