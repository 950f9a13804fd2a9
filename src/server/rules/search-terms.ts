import { readAmount } from '../../service/amount.ts'
import { isPaidTwice } from './checkout/paid-twice.ts'
import type { Entry } from './model.ts'

export const paidTwiceTerm = 'paid twice'

const amountTerm = (amount: string): string =>
  `amount ${amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount}`
const digitsTerm = (digits: string): string => `digits ${digits}`
/** Composed: `й` may have its mark as a character of its own, which keyboards do not write. */
const wordTerm = (text: string): string => `word ${text.toLowerCase().normalize()}`

/** Longer names are found by their first characters. */
const maxLength = 60
const maxStarts = 12

/** The text from the start of each of its words and numbers on. */
const fromEachWord = (text: string): string[] =>
  [...text.matchAll(/(?<![\p{L}\p{M}])\p{L}|(?<!\p{N})\p{N}/gu)]
    .slice(0, maxStarts)
    .map(({ index }) => text.slice(index, index + maxLength))

/**
 * What a checkout or payout is found by besides its ids: its amounts, the last digits and the recipient that it was to be
 * paid to, and the parts of its reference.
 */
export function termsOf(entry: Entry): string[] {
  const reference = entry.kind === 'checkout' ? entry.order : entry.reference
  const amounts = [
    entry.amount.value,
    ...entry.attempts.flatMap(({ amount, reported }) => [amount.value, reported]),
  ]
  const numbers = [
    ...entry.attempts.flatMap(({ payTo, card }) => [payTo?.destination, card?.number]),
    ...(entry.kind === 'payout' ? (entry.destination?.fields ?? []).map(({ value }) => value) : []),
  ]
  const names = entry.attempts.flatMap(({ payTo }) => payTo?.recipient ?? [])
  return [
    ...new Set([
      ...amounts.flatMap((amount) => (amount === null ? [] : [amountTerm(amount)])),
      ...numbers.flatMap((text) => /•(\d{4})$/.exec(text ?? '')?.[1] ?? []).map(digitsTerm),
      ...[reference, ...names].flatMap(fromEachWord).map(wordTerm),
      ...(isPaidTwice(entry) ? [paidTwiceTerm] : []),
    ]),
  ]
}

/** A currency beside an amount, as the widget and the console write it: `₴`, `JP¥`, `UAH`, `USDT_TRC20`, `USDT (TRC20)`. */
const symbol = String.raw`\p{Lu}*\p{Sc}`
const code = String.raw`(?:\p{Lu}{3}|\p{Lu}+(?:_\w+| \(\w+\)))`
const shownCurrency = new RegExp(String.raw`^(?:${symbol}|${code}\s)|(?:${symbol}|\s${code})$`, 'gu')

/** `1,250.00 UAH` or `1.250,00 ₴` as decimal text: as payers and operators see amounts. `1,250` may be either. */
function typedAmount(text: string): string | null {
  // With the marks of right-to-left text, which are copied, too.
  const number = text
    .replace(/\p{Cf}/gu, '')
    .replace(shownCurrency, '')
    .replace(/\s/g, '')
  const [, grouped, , fraction] = /^(\d{1,3}([.,])(?:\d{2,3}\2)*\d{3})(?!\2)[.,](\d+)$/.exec(number) ?? []
  return readAmount(
    grouped === undefined
      ? number.replace(/,(?=\d{1,2}$)/, '.')
      : `${grouped.replace(/[.,]/g, '')}.${fraction}`,
  )
}

/** The terms that a search finds: whole ones, and those that begin with a text. */
export function termsFor(text: string): { whole: string[]; prefix: string } {
  const amount = typedAmount(text)
  return {
    whole: [
      ...(amount === null ? [] : [amountTerm(amount)]),
      ...(/^\d{4}$/.test(text) ? [digitsTerm(text)] : []),
      wordTerm(text),
    ],
    prefix: wordTerm(text),
  }
}

/** How a change of an entry changes its terms. */
export interface TermChanges {
  added: readonly string[]
  removed: readonly string[]
}

export function termChanges(before: Entry, after: Entry): TermChanges {
  const [old, current] = [new Set(termsOf(before)), new Set(termsOf(after))]
  return { added: [...current.difference(old)], removed: [...old.difference(current)] }
}
