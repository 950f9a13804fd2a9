import type { MakeClaim } from '../../contract/claim.ts'
import type { Problem } from '../../contract/problem.ts'
import { brokenClaimRule, claimFields, claimToSend } from '../../widget/view/claim/claim-fields.ts'

/** The values of the form of a claim, by key. */
type Typed = Readonly<Record<string, string>>

/** The fields whose values the form does not take, also where a script checks them. */
export const invalidTyped = (typed: Typed): NonNullable<Problem['fields']> =>
  claimFields.flatMap((field) => {
    const rule = brokenClaimRule(field, typed[field.key] ?? '')
    return rule === null ? [] : [{ key: field.key, rule }]
  })

/** Valid values, as a claim has them. `asked`: the amount of the order. */
export function typedClaim(typed: Typed, asked: string): MakeClaim {
  const claim = claimToSend((key) => typed[key] ?? '', asked)
  // The form does not say the time zone. With the month as a word, the date does not look like a card number.
  const at = new Date(`${typed['sentAt']}Z`)
  const time = Number.isNaN(at.getTime()) ? null : at.toUTCString().slice(5, 22)
  const note = [claim.note, time && `Sent at (the payer's clock): ${time}`].filter(Boolean).join('\n')
  return { ...claim, note: note || undefined }
}
