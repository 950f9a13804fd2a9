import type { FieldRule } from '../../../contract/problem.ts'
import type { PayerField } from '../../../contract/view.ts'
import { type PayerFieldMessageKey, payerFieldMessages } from '../../i18n/payer-fields.ts'
import type { Translator } from '../../i18n/translator.ts'

/** A phrase of the form, in English unless the locale or the page has its own. */
export const phrase = (t: Translator, key: PayerFieldMessageKey): string =>
  t.messages[key] ?? payerFieldMessages[key]

/** Labels for well-known keys, by the key in lower case. */
const labels: Readonly<Record<string, (t: Translator) => string>> = {
  bankname: (t) => phrase(t, 'fieldBank'),
  payeeridentifier: (t) => phrase(t, 'fieldPayerId'),
  cardnumber: (t) => phrase(t, 'fieldCard'),
  email: (t) => phrase(t, 'fieldEmail'),
  phone: (t) => t('phone'),
  bankaccount: (t) => t('accountNumber'),
  accountnumber: (t) => t('accountNumber'),
  firstname: (t) => phrase(t, 'fieldFirstName'),
  lastname: (t) => phrase(t, 'fieldLastName'),
  fullname: (t) => phrase(t, 'fieldFullName'),
  iban: (t) => t('iban'),
}

/** The merchant's label, else that of a well-known key, else the key. */
export function labelOf({ key, label }: PayerField, t: Translator): string {
  return label ?? labels[key.toLowerCase()]?.(t) ?? key
}

/** By kind and well-known key. */
const prompts: Readonly<Partial<Record<string, PayerFieldMessageKey>>> = {
  'select bankname': 'chooseBank',
  'tel phone': 'enterPhone',
}

/** What to do with a well-known field that has no label of the merchant. */
export function promptOf({ kind, key, label }: PayerField, t: Translator): string | undefined {
  const prompt = label ? undefined : prompts[`${kind} ${key.toLowerCase()}`]
  return prompt && phrase(t, prompt)
}

/** What to do, if a single well-known field is to be filled in. */
export const headingOf = ([field, ...others]: readonly PayerField[], t: Translator): string =>
  (field && others.length === 0 && promptOf(field, t)) || phrase(t, 'payerFields')

const kindMessages: Readonly<Record<PayerField['kind'], PayerFieldMessageKey>> = {
  text: 'fieldNotValid',
  email: 'fieldNotEmail',
  tel: 'fieldNotPhone',
  digits: 'fieldNotDigits',
  iban: 'fieldNotIban',
  select: 'fieldChoose',
}

const ruleMessages: Readonly<Partial<Record<string, PayerFieldMessageKey>>> = {
  required: 'fieldRequired',
  pattern: 'fieldNotValid',
  option: 'fieldChoose',
  too_long: 'fieldTooLong',
} satisfies Partial<Record<FieldRule, PayerFieldMessageKey>>

/** What is wrong with a value. A rule that this version does not have is a refusal. */
export function errorText(field: PayerField, rule: string, t: Translator): string {
  const isKind = rule === 'kind' || (rule === 'required' && field.kind === 'select')
  return phrase(t, isKind ? kindMessages[field.kind] : (ruleMessages[rule] ?? 'fieldRefused'))
}
