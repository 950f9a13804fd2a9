const maxLength = 200

/** Bounds the cost of redaction; only the beginning of a message is kept. */
const maxInputLength = 2000

/** A UUID that stands alone. */
const uuid = /(?<![^\s"'(])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![^\s"'.,;)])/i

/**
 * A message of the service as it may be stored and shown to an operator: without e-mail addresses, runs of four or more
 * digits, tokens and the queries of addresses; at most 200 characters. Null if nothing is left. With `keepIds`, UUIDs
 * stay: they name the limit that was reached.
 */
export function redactMessage(text: string, { keepIds }: { keepIds: boolean }): string | null {
  const input = text.slice(0, maxInputLength)
  // The odd parts are UUIDs.
  const parts = keepIds ? input.split(uuid) : [input]
  const redacted = parts.map((part, index) => (index % 2 === 1 ? part : redactPart(part))).join('')
  return [...redacted.trim()].slice(0, maxLength).join('') || null
}

const redactPart = (text: string): string =>
  withoutQueries(text.replace(/\p{Cc}+/gu, ' '))
    .replace(/[^\s@"'<>()]+@[^\s@"'<>()]+/g, mask)
    .replace(/[\w+/=-]{16,}/g, (run) => (/\d/.test(run) ? mask : run))
    .replace(/\p{Nd}(?:[\p{Zs}-]?\p{Nd}){3,}/gu, mask)

/** Linear: an address that has no query is matched, too, and not again from within. */
const withoutQueries = (text: string): string =>
  text.replace(/(https?:\/\/[^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi, '$1')

/**
 * Other text of the service or of a shop as it may be stored and shown to an operator: of a run of digits as long as a card,
 * an account or a phone number only the last four stay, and an address loses its query.
 */
export const redact = (text: string): string =>
  withoutQueries(text)
    .replace(groupsOfFour, (number) => number.replace(/\P{Nd}+/gu, ' '))
    .replace(longNumber, lastDigits)
    .replace(markedNumber, (number) => (digitsOf(number).length < 13 ? number : lastDigits(number)))

/** As a card number is written, with any marks: `4242-4242 4242.4242`. With spaces it is one long number. */
const groupsOfFour = /\p{Nd}{4}(?:[^\p{L}\p{Nd}]{1,3}\p{Nd}{4}){3,}/gu

const longNumber = /\p{Nd}(?:[\p{Zs}\p{Cf}\p{Pd}]?\p{Nd}){7,}/gu
/** With another mark between its groups: `4242.4242.4242.4242`. With fewer digits than a card it may be a date. */
const markedNumber = /\p{Nd}{2,}([^\p{L}\p{Nd}]{1,3})\p{Nd}{2,}(?:\1\p{Nd}{2,})+/gu
const digitsOf = (text: string): string => text.replace(/\P{Nd}/gu, '')
const lastDigits = (number: string): string => mask + digitsOf(number).slice(-4)

const mask = '••••'

/** The text without these values. Values of one or two characters are no secret. */
export const maskValues = (text: string, values: readonly string[]): string =>
  values.filter((value) => value.length > 2).reduce((masked, value) => masked.replaceAll(value, mask), text)

const quoted = /["'`«“‘]([A-Za-z][\w.]{0,63})["'`»”’]/
const camelCase = /(?<!\w)(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w{0,63}(?!\w)/
/** Keys that are ordinary words; others are recognized by their case. */
const knownKeys = /(?<!\w)(?:email|phone|iban)(?!\w)/i

/** The field that a message names: a quoted word, else one in camel case, else a known key. Never more than a hint. */
export function fieldNamedIn(text: string): string | null {
  const message = text.slice(0, maxInputLength)
  const name = quoted.exec(message)?.[1] ?? camelCase.exec(message)?.[0] ?? knownKeys.exec(message)?.[0]
  return name === undefined || /\d{4}/.test(name) ? null : name
}
