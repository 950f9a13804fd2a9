import { z } from 'zod'
import { JsonNumber, parseJson } from './json.ts'
import type { ExternalParams, HistoryItem, PaymentDetails } from './order.ts'
import { utcTime } from './utc-time.ts'

/**
 * Lenient schemas shared by several response bodies: a member that is absent, null or of an unexpected type is
 * null, unknown members are ignored, and numbers are text.
 */

/** A string, or a number as its original text. */
export const Text = z.union([z.string(), z.instanceof(JsonNumber).transform((number) => number.text)])

export const LenientText = Text.nullable().catch(null)

/** Null only where it is absent: an amount of another type is one that cannot be read. */
export const AmountText = Text.catch('')
  .optional()
  .transform((text) => text ?? null)

/** A text that is not blank. */
export const Identifier = Text.refine((text) => text.trim() !== '')

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

const Details = jsonObject({
  formUrl: LenientText,
  card: LenientText,
  fio: LenientText,
  bank: LenientText,
  number: LenientText,
  iban: LenientText,
  accountNumber: LenientText,
  qrUrl: LenientText,
  method: LenientText,
}) satisfies z.ZodType<PaymentDetails, object>

export const LenientDetails = Details.nullable().catch(null)

const Params = jsonObject({
  cardToken: LenientText,
  cardStorageToken: LenientText,
  cardHolder: LenientText,
  cardNumber: LenientText,
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
