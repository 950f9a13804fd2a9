import { z } from 'zod'
import { JsonNumber, parseJson } from './json.ts'
import type { ExternalParams, HistoryItem, PaymentDetails } from './order.ts'
import { utcTime } from './utc-time.ts'

/**
 * The pieces that several bodies of the wire share, read leniently: a member that is absent, null or of
 * another type than expected is null, unknown members are passed over, and a number is its own text.
 */

/** A string, or a number as the text it was written with. */
export const Text = z.union([z.string(), z.instanceof(JsonNumber).transform((number) => number.text)])

export const LenientText = Text.nullable().catch(null)

/** A value that identifies something: a text with something in it. */
export const Identifier = Text.refine((text) => text.trim() !== '')

/** A JSON object, and not the number that `parseJson` makes an object of. */
export const jsonObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.custom<object>((value) => !(value instanceof JsonNumber)).pipe(z.object(shape))

/** The JSON in a text, or undefined where it is none. */
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

/** Status answers write `time`, callbacks `Time`: both are read everywhere. */
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
