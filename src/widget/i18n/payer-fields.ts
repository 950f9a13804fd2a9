/** English for the form of payer fields, loaded with it. Every locale has the same keys. */
export const payerFieldMessages = {
  payerFields: 'Your details',
  fieldBank: 'Your bank',
  chooseBank: 'Choose your bank',
  enterPhone: 'Enter your phone number',
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
  fieldNotIban: 'Please check the IBAN: it has a mistake.',
  fieldNotValid: 'This doesn’t look right. Please check it.',
  fieldTooLong: 'This is too long.',
  fieldRefused: 'This wasn’t accepted. Please check it.',
} as const

export type PayerFieldMessageKey = keyof typeof payerFieldMessages
