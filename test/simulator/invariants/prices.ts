import type { CheckoutView } from '../../../src/contract/index.ts'
import type { Checkout } from '../../../src/server/rules/model.ts'
import { sameAmount } from '../../../src/service/amount.ts'
import { orderOfToken, type StatedOrder } from '../order-token.ts'
import { amountToSend } from '../statements.ts'
import { type Observed, textOf } from './observed.ts'

/** Also rounded, as a transfer is. */
const isOfPrice = (given: CheckoutView['amount'], { amount, currency }: StatedOrder): boolean =>
  amount === undefined ||
  (currency === given.currency &&
    (sameAmount(given.value, amount) || sameAmount(given.value, amountToSend({ profile: 'p2p' }, amount))))

/** Rules 12 and 18: an order is opened at its price, by its token. */
export function createPriceInvariants(observed: Observed) {
  const { expectRule, now, openedAt, pricesOf, requests } = observed
  /** By order: when the newest token was issued that a request has used; it may have opened the order without a response. */
  const newestUsed = new Map<string, number>()
  /** By order: the token of those that have opened it that was issued last. */
  const newestToken = new Map<string, StatedOrder & { openedAt: number }>()

  /**
   * What was opened after the last change of its price, and has no attempt, has that price; or that of its newest token,
   * which is not paid while `order()` contradicts it.
   */
  function checkPrice({ id, order, amount, attempts, signed }: Checkout): void {
    const prices = pricesOf(order)
    const isQuiet = ![...requests].some(({ mayWrite }) => mayWrite)
    const isCurrent = openedAt.get(order) === prices.length && isQuiet && attempts.length === 0
    const price = textOf(amount)
    const isStated = price === `${signed?.amount} ${signed?.currency}`
    expectRule(
      !isCurrent || isStated || price === prices.at(-1),
      `${id} is of ${price}, not of ${prices.at(-1)}`,
    )
  }

  return {
    checkPrice,
    /** The terms of its newest token may be lost. */
    forgetToken: (order: string): boolean => newestToken.delete(order),
    /** Rule 18: a page that was opened with a token is given its order, at its price, and the cards of its customer only. */
    onToken(
      { id, order, amount, savedCards }: CheckoutView,
      token: StatedOrder,
      { requestedAt }: { requestedAt: number },
    ): void {
      const { sub, amount: price, currency, customer } = token
      const newest = newestToken.get(sub)
      const isKnown = newest?.iat === newestUsed.get(sub)
      const isOlder =
        newest !== undefined && isKnown && token.iat < newest.iat && newest.openedAt < requestedAt
      const isOfNewest = newest === undefined || isOfPrice(amount, newest)
      expectRule(!isOlder || isOfNewest, `an older token has opened ${order} for ${textOf(amount)}`)
      if (newest === undefined || token.iat >= newest.iat) newestToken.set(sub, { ...token, openedAt: now() })
      expectRule(
        order === sub && isOfPrice(amount, token),
        `the token of ${sub} for ${price} ${currency} has opened ${order} for ${textOf(amount)}`,
      )
      const isProved = (savedCards !== undefined) === (customer !== undefined)
      expectRule(isProved, `${id} shows ${savedCards?.length} cards to a token of the customer ${customer}`)
    },
    onTokenUsed({ sub, iat }: StatedOrder): void {
      newestUsed.set(sub, Math.max(iat, newestUsed.get(sub) ?? 0))
    },
    /** Rule 18: a payer returns with a token of the order, as the page of a bare reference opens nothing. */
    onRedirects(order: string, body: string): void {
      for (const [, token = ''] of body.matchAll(/[?&]order=([^"&]*)/g))
        expectRule(orderOfToken(token) === order, `the payer of ${order} returns with ${token}`)
    },
    /** `order()` has failed: a price that was stored before may not be confirmed until the order is opened again. */
    onOrderFailure: (order: string): boolean => openedAt.delete(order),
    /** A request has opened an order; when it began, the order had had this many prices. */
    onOpened(order: string, count: number): void {
      openedAt.set(order, Math.max(count, openedAt.get(order) ?? 0))
    },
  }
}
