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
  deleteCard: 'Forget',
  deleteCardConfirm: 'Forget it?',
  actionFailed: 'That did not work. Please try again.',
  deleteCardLabel: 'Forget the card {card}',

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
  reportSent: 'I have paid',

  qr: 'QR code',
  qrUnreadable: 'The QR code cannot be shown.',
  saveQr: 'Save',
  shareQr: 'Share',

  merchantAccount: '{shop} receives payments through this person’s account.',

  setAsideHint: 'Only if you have not sent money. Do not pay with the earlier details after that.',
  notSwitchable: 'This payment can no longer be replaced. We keep checking it: do not pay again.',

  redirect: 'Continue on the payment page',
  redirectButton: 'Continue',
  returned: 'Waiting for the result',
  returnedHint: 'If you have not finished, you can go back there.',

  pending: 'Waiting for confirmation',
  pendingHint: 'The result will show here.',

  slow: 'This is taking longer than usual.',

  succeeded: 'Paid',
  succeededHint: 'We have received {amount}.',
  succeededOtherAmount: 'We have received {paid}. The order was for {amount}.',
  paymentMethod: 'Payment method',
  succeededLate: 'It arrived after all. There is nothing more to pay.',

  doNotSendAgain: 'If you already sent the money, do not send it again.',
  tryAgain: 'Try again',
  back: 'Back',

  attemptsLimit: 'Too many attempts for this order. Contact the shop.',
  unavailable: 'Payment is not available right now',
  unavailableHint: 'Please try again later, or contact the shop.',

  connectionLost: 'Connection lost. Still checking…',
  connectionRestored: 'Connected again.',

  copy: 'Copy',
  copied: 'Copied',
  copyField: 'Copy: {field}',
  copiedField: 'Copied: {field}',
  copyFailed: 'Could not copy. Press and hold the text, and copy it yourself.',

  daysLeft: { one: '{count} day', other: '{count} days' },
  minutesLeftAnnouncement: { one: '{count} minute left to pay', other: '{count} minutes left to pay' },
  secondsLeftAnnouncement: { one: '{count} second left to pay', other: '{count} seconds left to pay' },

  openBankApp: 'Open in the banking app',
  unopened: 'Nothing opened? Copy the details, and open the app or browser yourself.',
  qrNotSaved: 'Nothing saved? Take a screenshot.',
} as const
