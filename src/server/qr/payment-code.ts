/** An account in a payment code, named like the payment detail that it is compared with. */
export interface CodeAccount {
  kind: 'card' | 'phone' | 'iban' | 'accountNumber'
  value: string
}

/** What a payment code says: amount and currency if it has them, and every account of a known kind. */
export interface PaymentCode {
  /** A decimal. */
  amount: string | null
  /** Three letters, or the three digits of ISO 4217. */
  currency: string | null
  accounts: CodeAccount[]
}

/** A payment code that banking apps reject, or that different apps could read differently. */
export class UnreadableCodeError extends Error {
  override readonly name = 'UnreadableCodeError'
}

/** A decimal with a point or comma; null if it is empty or zero, with which the payer enters the amount. */
export function readAmount(text: string | undefined): string | null {
  if (text === undefined || /^0*[.,]?0*$/.test(text)) return null
  const [, whole, fraction] = /^0*(\d+)[.,]?(\d*)$/.exec(text) ?? []
  if (whole === undefined) throw new UnreadableCodeError('the amount is not a decimal')
  return fraction ? `${whole}.${fraction}` : whole
}

/** Fields by name. Apps differ in which of two fields with one name they use, so a name must not repeat. */
export function uniqueFields(fields: Iterable<readonly [name: string, value: string]>): Map<string, string> {
  const byName = new Map<string, string>()
  for (const [name, value] of fields) {
    if (byName.has(name)) throw new UnreadableCodeError(`field ${name} repeats`)
    byName.set(name, value)
  }
  return byName
}

/** An account of this kind; none for an empty value. */
export const accountOf = (kind: CodeAccount['kind'], value: string | undefined): CodeAccount[] =>
  value ? [{ kind, value }] : []
