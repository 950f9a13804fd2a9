import type { FieldRule } from '../../../contract/problem.ts'
import type { PayerField } from '../../../contract/view.ts'

/** What a value has to meet: the part of a `PayerField` that a declared field has, too. */
interface CheckedField {
  kind: PayerField['kind']
  required: boolean
  maxLength?: number | undefined
  options?: readonly { value: string }[] | undefined
}

/** What people write between digits, which is not sent. */
const separators: Partial<Record<PayerField['kind'], RegExp>> = {
  tel: /[\s()./\u2010-\u2015-]/g,
  digits: /[\s-]/g,
  iban: /[\s-]/g,
}

/** The `maxlength` of an input: a browser cuts what is pasted, so digits would be lost where separators are not sent. */
export const maxTypedLength = ({ kind, maxLength }: PayerField): number | undefined =>
  kind in separators ? undefined : maxLength

/** The value that is sent for what the payer typed. */
export function valueToSend({ kind }: CheckedField, typed: string): string {
  const separator = separators[kind]
  const value = separator ? withAsciiDigits(typed.replace(separator, '')) : typed.trim()
  return kind === 'iban' ? value.toUpperCase() : value
}

/** Arabic and Persian keyboards have digits of their own. */
const withAsciiDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))

/**
 * The rule that a value does not meet; null if there is none. The server decides by the same rules. `pattern` is left to it: a
 * browser can take for ever to match one.
 */
export function brokenRule(field: CheckedField, value: string): FieldRule | null {
  if (value === '') return field.required ? 'required' : null
  if (field.maxLength && value.length > field.maxLength) return 'too_long'
  if (field.kind === 'select') {
    return field.options?.some((option) => option.value === value) ? null : 'option'
  }
  return isOfKind[field.kind](value) ? null : 'kind'
}

const isOfKind: Readonly<Record<Exclude<PayerField['kind'], 'select'>, (value: string) => boolean>> = {
  text: (value) => !/\p{Cc}/u.test(value),
  email: (value) => /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u.test(value),
  tel: (value) => /^\+?\d{6,15}$/.test(value),
  digits: (value) => /^\d+$/.test(value),
  iban: isIban,
}

/** ISO 13616: moved to the end, the first four characters make the remainder by 97 equal to 1. */
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value)) return false
  const rearranged = value.slice(4) + value.slice(0, 4)
  let remainder = 0
  for (const digit of rearranged.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) {
    remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}

/**
 * Decimal text of an amount as people type it: `1 250,00`, `1,250.00`, `1.250`; undefined if it is none. The last is less than
 * two where the amount that was asked for has three decimals, and is below a thousand.
 */
export function typedAmount(typed: string, asked = ''): string | undefined {
  const text = withAsciiDigits(typed).replace(/[\s\u00a0\u066b\u202f'’]/g, (sign) =>
    sign === '\u066b' ? ',' : '',
  )
  // Groups of three are thousands, as long as the same mark separates them.
  const hasThousands = !(/^\d{1,3}\.\d{3}$/.test(asked) && /^\d+[.,]\d{3}$/.test(text))
  const isGrouped = hasThousands && /^[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?)$/.test(text)
  const mark = /[.,](?=\d{3}(?:\D|$))/.exec(text)?.[0] ?? ''
  const value = (isGrouped ? text.replaceAll(mark, '') : text).replace(',', '.')
  return /^\d{1,15}(\.\d{1,18})?$/.test(value) ? value : undefined
}
