import { z } from 'zod'
import { JsonNumber, parseJson } from './json.ts'
import { type ExternalParams, type HistoryItem, maxIdLength, type PaymentDetails } from './order.ts'

/**
 * Lenient schemas shared by several response bodies: a member that is absent, null or of an unexpected type is
 * null, unknown members are ignored, and numbers are text.
 */

/** A string, or a number as its original text. */
export const Text = z.union([z.string(), z.instanceof(JsonNumber).transform((number) => number.text)])

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : value instanceof JsonNumber ? value.text : null

export const LenientText = z.unknown().optional().transform(textOf)

/** Null also where it is blank: an empty token would be taken for that of a card, an empty number for one to pay to. */
export const FilledText = LenientText.transform((text) => (text?.trim() ? text : null))

/** Null where it is absent, null or blank. An amount of another type is one that cannot be read: an empty text. */
export const AmountText = z
  .unknown()
  .optional()
  .transform((value) => {
    const isAbsent = value == null || (typeof value === 'string' && value.trim() === '')
    return isAbsent ? null : (textOf(value) ?? '')
  })

/** A text that is not blank. */
export const NonBlank = Text.refine((text) => text.trim() !== '')

/** Short enough to be found by. */
export const Identifier = NonBlank.refine((text) => text.length <= maxIdLength)

/** A JSON object, but not a `JsonNumber`. */
const jsonObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.custom<object>((value) => !(value instanceof JsonNumber)).pipe(z.object(shape))

/** The parsed JSON, or undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

export const Details = jsonObject({
  formUrl: FilledText,
  card: FilledText,
  fio: FilledText,
  bank: FilledText,
  number: FilledText,
  iban: FilledText,
  accountNumber: FilledText,
  qrUrl: FilledText,
  method: FilledText,
}) satisfies z.ZodType<PaymentDetails, object>

export const LenientDetails = Details.nullable().catch(null)

const Params = jsonObject({
  cardToken: FilledText,
  cardStorageToken: FilledText,
  cardHolder: FilledText,
  cardNumber: FilledText,
}) satisfies z.ZodType<ExternalParams, object>

export const LenientParams = Params.nullable().catch(null)

/** Status responses use `time`, callbacks `Time`; both are accepted everywhere. */
const HistoryEntry = jsonObject({
  time: LenientText,
  Time: LenientText,
  action: LenientText,
  Action: LenientText,
  newCode: LenientText,
  NewCode: LenientText,
}).transform((item): HistoryItem => {
  const time = item.time ?? item.Time
  return {
    time: time === null ? null : utcTime(time),
    action: item.action ?? item.Action,
    code: item.newCode ?? item.NewCode,
  }
})

export const LenientHistory = z
  .array(z.unknown())
  .catch([])
  .transform((items) =>
    items.flatMap((item) => {
      const entry = HistoryEntry.safeParse(item)
      return entry.success ? [entry.data] : []
    }),
  )

const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::(\d{2}))?(?:[.,](\d{1,3})\d*)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?$/

/**
 * Converts a time of the service to RFC 3339 in UTC with milliseconds; null if it is not a time. A time without
 * an offset is UTC. Years before 1970 are none: `0001-01-01T00:00:00` is how some programs write that there is no time.
 * @example utcTime('2026-03-01T10:00:00.1234567') // '2026-03-01T10:00:00.123Z'
 */
export function utcTime(text: string): string | null {
  const match = dateTimePattern.exec(text.trim())
  if (match === null) return null
  const [, date, time, seconds = '00', fraction = '', zone = 'Z'] = match
  const parsed = new Date(`${date}T${time}:${seconds}.${fraction.padEnd(3, '0')}${normalizeOffset(zone)}`)
  return parsed.getTime() >= 0 ? parsed.toISOString() : null
}

function normalizeOffset(zone: string): string {
  if (zone.length === 1) return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}
