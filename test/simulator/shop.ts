import type { Random } from '../../src/sandbox/random.ts'
import { customerOf, firstPriceOf, otherCurrency } from './customers.ts'
import { type StatedOrder, signToken } from './order-token.ts'

/** `back`: to the price before. */
export type PriceChange = 'up' | 'down' | 'back' | 'currency'

export type Shop = ReturnType<typeof createShop>

/** The prices of the shop's orders, and the tokens that it gives to its pages. `tokens`: as in `Conditions`. */
export function createShop({ now, signing, tokens }: { now(): number; signing: Random; tokens: number }) {
  /** The prices that each order had, as `AMOUNT CURRENCY`, the current one last. */
  const prices = new Map<string, string[]>()
  const pricesOf = (reference: string): string[] => prices.get(reference) ?? [firstPriceOf(reference)]
  function priceOf(reference: string): { amount: string; currency: string } {
    const [amount = '', currency = ''] = pricesOf(reference).at(-1)?.split(' ') ?? []
    return { amount, currency }
  }
  /** By token of the shop. */
  const stated = new Map<string, StatedOrder>()
  function createToken(order: string): string {
    const earlier = [...stated].filter(([, { sub }]) => sub === order)
    const isOld = signing.int(tokens > 1 ? 2 : 4) === 0
    const [known] = earlier[isOld ? signing.int(earlier.length + 1) : earlier.length] ?? []
    if (known !== undefined) return known
    const iat = now() / 1000
    const claims: StatedOrder = {
      ...{ sub: order, aud: 'pay', iat, exp: Math.ceil(iat) + 86_400 },
      ...(signing.int(4) > 0 ? { customer: customerOf(order) } : {}),
      ...(signing.int(2) === 0 || tokens > 1 ? priceOf(order) : {}),
    }
    const token = signToken(claims)
    stated.set(token, claims)
    return token
  }

  function changePrice(order: string, how: PriceChange): void {
    const known = pricesOf(order)
    const { amount, currency } = priceOf(order)
    const amounts = known.map((price) => Number.parseFloat(price))
    const decimals = amount.split('.')[1]?.length
    const [up, down] = [Math.max(...amounts) + 100, Math.min(...amounts) - 20]
    const next = {
      up: `${up.toFixed(decimals)} ${currency}`,
      down: `${down.toFixed(decimals)} ${currency}`,
      back: known.at(-2) ?? `${up.toFixed(decimals)} ${currency}`,
      currency: `${amount} ${otherCurrency(currency)}`,
    }[how]
    prices.set(order, [...known, next])
  }

  return { prices, pricesOf, priceOf, changePrice, stated, createToken }
}
