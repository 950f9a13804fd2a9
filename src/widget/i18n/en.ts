/**
 * Phrases in English, except those that are loaded on demand. Every locale has the same keys and `{placeholders}`, and a form for each plural category of its
 * language in phrases that count.
 */
export const messages = {
  order: 'Order {order}',
  loading: 'Loading the payment',

  choose: 'How would you like to pay?',
  methodTransfer: 'Bank transfer',
  methodTransferHint: 'Send it from your banking app',
  methodForm: 'Card',
  methodFormHint: 'On a secure payment page',
  actionFailed: 'That did not work. Please try again.',

  preparing: 'Preparing your payment',

  transfer: 'Transfer exactly this amount',
  transferHint: 'Another amount may not be recognised.',
  card: 'Card number',
  phone: 'Phone number',
  iban: 'IBAN',
  accountNumber: 'Account number',
  recipient: 'Recipient',
  bank: 'Bank',
  scheme: 'Payment system',
  amount: 'Amount',
  orderReference: 'Order reference',
  stepOpen: 'Open your banking app',
  stepAny: 'Send it to any one of these',
  stepOne: 'Send it here',
  stepReturn: 'Come back here',
  reportSent: 'I have paid',

  qr: 'QR code',

  merchantAccount: '{shop} receives payments through this person’s account.',

  redirect: 'Continue on the payment page',
  redirectButton: 'Continue',
  returned: 'Waiting for the result',
  returnedHint: 'If you have not finished, you can go back there.',

  pending: 'Waiting for confirmation',
  pendingHint: 'The result will show here.',

  succeeded: 'Paid',

  doNotSendAgain: 'If you already sent the money, do not send it again.',
  tryAgain: 'Try again',
  back: 'Back',

  unavailable: 'Payment is not available right now',
  unavailableHint: 'Please try again later, or contact the shop.',

  connectionLost: 'Connection lost. Still checking…',
  connectionRestored: 'Connected again.',

  copy: 'Copy',
  copied: 'Copied',
  copyField: 'Copy: {field}',
  copiedField: 'Copied: {field}',
  copyFailed: 'Could not copy. Press and hold the text, and copy it yourself.',

  openBankApp: 'Open in the banking app',
  unopened: 'Nothing opened? Copy the details, and open the app or browser yourself.',
  qrNotSaved: 'Nothing saved? Take a screenshot.',
} as const
