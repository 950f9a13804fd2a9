/** English for the form of payer fields, loaded with it. Every locale has the same keys. */
export const payerFieldMessages = {
  payerFields: 'Your details',
  fieldBank: 'Your bank',
  fieldPayerId: 'Your client ID',
  fieldCard: 'Your card number',
  fieldEmail: 'E-mail',
  fieldFirstName: 'First name',
  fieldLastName: 'Last name',
  fieldFullName: 'Full name',
  fieldOptional: '(optional)',
  fieldRequired: 'Please fill in this field.',
  fieldChoose: 'Please choose one.',
  fieldNotEmail: 'Please enter an e-mail address.',
  fieldNotPhone: 'Please enter a phone number with the country code.',
  fieldNotDigits: 'Please enter digits only.',
  fieldNotIban: 'Please check the IBAN: there is a mistake in it.',
  fieldNotValid: 'Please check this field: it is not valid.',
  fieldTooLong: 'This is too long.',
  fieldRefused: 'This was not accepted. Please check it.',
} as const

export type PayerFieldMessageKey = keyof typeof payerFieldMessages
