import { isLessThan } from '../../service/amount.ts'
import type { Context } from '../context.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { logOnce } from '../lib/log.ts'
import type { OrderResult } from '../options/order-result.ts'
import { methodsOf } from '../pipelines.ts'
import type { Terms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'
import { roundsToZero } from '../rules/pipeline-fit.ts'

/** Logs one warning an order if its payer has no way to pay, with the reason. */
export function warnIfUnpayable(context: Context, terms: Terms): void {
  const reason = unpayableReason(context, terms)
  if (reason === null) return
  warnOnce(context, `unpayable ${terms.order}`, {
    message: `the payer has no way to pay this order: ${reason}`,
    order: terms.order,
  })
}

/** Why no payer can pay these terms; null if a method is left. */
function unpayableReason({ pipelines }: Context, terms: Terms): string | null {
  const { amount, currency, pipeline, customer } = terms
  const methods = methodsOf(pipelines.forDeposit(terms))
  if (methods.length === 0) {
    const none =
      pipeline === null
        ? 'no deposit pipeline serves'
        : `pipeline ${pipeline}, which order() named, does not serve`
    return roundsToZero('p2p', amount)
      ? `${none} ${amount} ${currency}, which rounds to 0 in the decimals of P2P. Check the amount`
      : `${none} ${amount} ${currency}. Check its currencies and limits, and the currency key`
  }
  const listed = methods.filter(
    (method) => method === 'saved-card' || terms.methods === null || terms.methods.includes(method),
  )
  if (listed.length === 0)
    return `its methods are ${terms.methods?.join(', ') || 'an empty list'}, and ${amount} ${currency} has a pipeline only for ${methods.join(', ')}. Add a pipeline for a method, or the method to the order`
  if (listed.every((method) => method === 'saved-card') && customer === null)
    return 'only saved cards are left, and the request proves no customer. Add a pipeline of another method, or give the customer'
  return null
}

/** Names an order that the shop has signed and `order()` does not return: once, as its payer can ask for it again and again. */
export function logUnreturned(context: Context, order: string, returned: null | undefined): void {
  logOnce(context, `unreturned ${order}`, {
    level: 'info',
    message: `order() returned ${returned} for an order whose token is authentic: the payer reads that it is unknown`,
    order,
  })
}

/** Names each member of a result of `order()` that is not one: it is ignored, so a misspelt one has no effect. */
export function warnOfUnknownMembers(context: Context, result: object, known: readonly string[]): void {
  for (const name of Object.keys(result).filter((member) => !known.includes(member))) {
    const shown = name.slice(0, 40)
    warnOnce(context, `member ${shown}`, {
      message: `order() returned ${shown}, which is not part of an order's terms: it is ignored.${didYouMean(name, known)}`,
    })
  }
}

/** Such as a tolerance in percent or in cents. */
export function warnOfTolerance(
  context: Context,
  order: string,
  { amount, tolerance = '0' }: OrderResult,
): void {
  if (isLessThan(tolerance, amount)) return
  warnOnce(context, `tolerance ${order}`, {
    message: `order() returned the tolerance ${tolerance}, which is not less than the amount ${amount}: any payment counts as paid`,
    order,
  })
}

/** Every payer of the order is refused, until it has its old amount again. */
export function warnOfChangedAmount(context: Context, terms: Terms, { order, amount: kept }: Checkout): void {
  const given = `${terms.amount} ${terms.currency}`
  const fixed = `${kept.value} ${kept.currency}`
  warnOnce(context, `amount ${order} ${given}`, {
    message: `order() returned ${given}, but an attempt or a newer token has fixed ${fixed}. Nothing was started: use a new reference`,
    order,
  })
}

const warnOnce = (context: Context, key: string, line: { message: string; order?: string }): void =>
  logOnce(context, key, { level: 'warn', ...line })
