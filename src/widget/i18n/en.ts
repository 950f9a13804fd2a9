/**
 * Phrases in English, except those that are loaded on demand. Every locale has the same keys and `{placeholders}`. A phrase
 * that counts has a form for each plural category of the language.
 */
export const messages = {
  order: 'Order {order}',
  loading: 'Loading the payment',

  choose: 'How would you like to pay?',
  methodTransfer: 'Transfer',
  methodTransferHint: 'From your banking app',
  methodForm: 'Card',
  methodFormHint: 'On a secure payment page',
  actionFailed: 'That didn’t work. Please try again.',

  preparing: 'Preparing your payment',

  transfer: 'Send exactly this amount',
  transferHint: 'A different amount may delay your order.',
  card: 'Card number',
  phone: 'Phone number',
  iban: 'IBAN',
  accountNumber: 'Account number',
  recipient: 'Recipient',
  bank: 'Bank',
  scheme: 'Payment system',
  amount: 'Amount',
  stepOpen: 'Open your banking app',
  stepAny: 'Send it to any one of these',
  stepOne: 'Send it here',
  stepReturn: 'Come back here',
  reportSent: 'I’ve sent the money',

  qr: 'QR code',

  merchantAccount: '{shop} receives payments through this person’s account.',

  redirect: 'Continue on the payment page',
  redirectButton: 'Continue',
  returned: 'Waiting for the result',
  returnedHint: 'Not finished? Return to the payment page.',

  pending: 'Waiting for confirmation',
  pendingHint: 'You’ll see the result here.',

  succeeded: 'Paid',

  doNotSendAgain: 'Already sent the money? Please don’t send it again.',
  tryAgain: 'Try again',
  back: 'Back',

  unavailable: 'Payment isn’t available right now',
  unavailableHint: 'Please try again later, or contact the shop.',

  connectionLost: 'Connection lost. Still checking…',
  connectionRestored: 'Connected again.',

  copy: 'Copy',
  copied: 'Copied',
  copyField: 'Copy: {field}',
  copiedField: 'Copied: {field}',
  copyFailed: 'Not copied. Press and hold the text.',

  openBankApp: 'Open in your banking app',
} as const
