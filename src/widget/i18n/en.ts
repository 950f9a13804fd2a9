/**
 * Phrases in English, except those that are loaded on demand. Every locale has the same keys and `{placeholders}`. A phrase
 * that counts has a form for each plural category of the language.
 */
export const messages = {
  order: 'Order {order}',
  loading: 'Loading the payment',

  choose: 'How would you like to pay?',
  methodTransfer: 'Transfer',
  methodTransferHint: 'From your banking app, 1–5 minutes',
  pay: 'Pay {amount} with {card}',
  methodForm: 'Card',
  methodFormHint: 'On a secure payment page',
  actionFailed: 'That didn’t work. Please try again.',

  preparing: 'Preparing your payment',

  transfer: 'Send exactly this amount',
  payWithin: '{time} left',
  transferHint: 'Send it in your banking app, then come back here.',
  checkCopied: 'Your bank must show: {details}',
  card: 'Card number',
  phone: 'Phone number',
  iban: 'IBAN',
  accountNumber: 'Account number',
  recipient: 'Recipient',
  bank: 'Bank',
  amount: 'Amount',
  sendTo: 'Send to',
  reportSent: 'I’ve sent the money',

  qr: 'QR code',

  merchantAccount: '{shop} receives payments through this person’s account.',

  redirect: 'Continue on the payment page',
  redirectButton: 'Continue',

  pending: 'Waiting for confirmation',
  pendingHint: 'You’ll see the result here.',

  succeeded: 'Paid',

  doNotSendAgain: 'Already sent the money? Please don’t send it again.',
  tryAgain: 'Try again',
  back: 'Back',

  unavailable: 'Payment isn’t available right now',
  unavailableHint: 'Please try again later, or contact the shop.',

  connectionLost: 'Connection lost. Still checking…',
  offline: 'You’re offline. Your payment isn’t affected.',
  connectionRestored: 'Connected again.',

  copy: 'Copy',
  copied: 'Copied',
  copyField: 'Copy: {field}',
  copiedField: 'Copied: {field}',
  copyFailed: 'Not copied. Press and hold the text.',

  openBankApp: 'Open in your banking app',
} as const
