import type { FieldRule } from '../../../contract/problem.ts'
import type { PayerField } from '../../../contract/view.ts'
import { brokenRule, typedAmount, valueToSend } from '../payer-fields/check-value.ts'

export const amountField: PayerField = { key: 'amount', kind: 'text', required: false, maxLength: 30 }
const bankField: PayerField = { key: 'bank', kind: 'text', required: false, maxLength: 100 }
const digitsField: PayerField = { key: 'lastDigits', kind: 'digits', required: false }
const noteField: PayerField = { key: 'note', kind: 'text', required: false, maxLength: 1000 }

/** What a payer can type into the form of a claim, besides the time. */
export const claimFields: readonly PayerField[] = [amountField, bankField, digitsField, noteField]

/** The rule that a typed value does not meet; null if there is none. A server that receives the form decides by the same. */
export function brokenClaimRule(field: PayerField, typed: string): FieldRule | null {
  const value = valueToSend(field, typed)
  if (field === amountField && value && !typedAmount(value)) return 'pattern'
  if (field === digitsField && value && !/^\d{4}$/.test(value)) return 'pattern'
  return brokenRule(field, value)
}

/** What is sent for the typed values. `asked`: the amount of the order. */
export function claimToSend(typedValue: (key: string) => string, asked: string) {
  const textOf = (field: PayerField) => valueToSend(field, typedValue(field.key)) || undefined
  return {
    amount: typedAmount(typedValue(amountField.key), asked),
    bank: textOf(bankField),
    lastDigits: textOf(digitsField),
    note: textOf(noteField),
  }
}
