import { JsonNumber } from '../../../service/json.ts'
import type { ReceivedField } from '../../../service/request.ts'

/** The additional fields for people: enough to recognize a destination, not to pay to it. */
export const maskFields = (fields: readonly ReceivedField[]): { key: string; value: string }[] =>
  fields.map(({ key, value }) => ({ key, value: maskText(textOf(value)) }))

/**
 * What makes two destinations the same: the account, card or phone numbers of the fields, however they are spaced; every
 * field where no field has one. Null without fields.
 */
export function destinationText(fields: readonly ReceivedField[]): string | null {
  const texts = fields.map(({ value }) => textOf(value).replace(/[\s-]/g, '').toUpperCase())
  const numbers = texts.filter(isLongNumber)
  const named = numbers.length > 0 ? numbers : texts
  return named.length === 0 ? null : JSON.stringify(['destination', ...[...new Set(named)].sort()])
}

const textOf = (value: ReceivedField['value']): string =>
  value instanceof JsonNumber ? value.text : String(value)

/** As long as a card, an account or a phone number. */
const isLongNumber = (text: string): boolean => (text.match(/\d/g)?.length ?? 0) >= 8

/** Of a long number the last four characters stay, and an IBAN's country; of words their first letter. */
export function maskText(text: string): string {
  const compact = text.replace(/[\s-]/g, '')
  if (isLongNumber(compact))
    return `${/^[A-Za-z]{2}(?=\d{2})/.exec(compact)?.[0] ?? ''}••••${compact.slice(-4)}`
  return text.replace(/([\p{L}\p{N}])[\p{L}\p{N}]*/gu, '$1•••')
}
