import { typedAmount } from '../../widget/view/payer-fields/check-value.ts'

/** What a payer typed into the form of a claim, as `MakeClaim` has it. */
export function typedClaim(form: FormData): Record<string, string | undefined> {
  const textOf = (key: string): string | undefined => {
    const value = form.get(`fields[${key}]`)
    return (typeof value === 'string' && value.trim()) || undefined
  }
  const [amount, sentAt] = [textOf('amount'), textOf('sentAt')]
  // The form does not say the time zone. With the month as a word, the date does not look like a card number.
  const at = new Date(`${sentAt}Z`)
  const time = Number.isNaN(at.getTime()) ? null : at.toUTCString().slice(5, 22)
  const note = [textOf('note'), time && `Sent at (the payer's clock): ${time}`].filter(Boolean).join('\n')
  return {
    amount: amount && (typedAmount(amount) ?? amount),
    bank: textOf('bank'),
    lastDigits: textOf('lastDigits')?.replace(/[\s-]/g, ''),
    note: note || undefined,
  }
}
