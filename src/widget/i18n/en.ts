/**
 * Phrases in English, except those that are loaded on demand. Every locale has the same keys and `{placeholders}`, and a form for each plural category of its
 * language in phrases that count.
 */
export const messages = {
  order: 'Order {order}',
  loading: 'Loading the payment',

  choose: 'How would you like to pay?',
  methodTransfer: 'Transfer',
  methodTransferHint: 'From your banking app',
  methodForm: 'Card',
  methodFormHint: 'On a secure payment page',
  deleteCard: 'Remove',
  deleteCardConfirm: 'Remove this card?',
  actionFailed: 'That didn’t work. Please try again.',
  deleteCardLabel: 'Remove card {card}',

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
  orderReference: 'Order reference',
  reportSent: 'I’ve sent the money',

  qr: 'QR code',
  qrUnreadable: 'We can’t show this QR code.',
  saveQr: 'Save',
  shareQr: 'Share',

  merchantAccount: '{shop} receives payments through this person’s account.',

  setAsideHint: 'Only if you haven’t sent money. Don’t use the earlier details after that.',
  notSwitchable: 'This payment can’t be changed now. We’re still checking: don’t pay twice.',

  redirect: 'Continue on the payment page',
  redirectButton: 'Continue',
  returned: 'Waiting for the result',
  returnedHint: 'Not finished? Return to the payment page.',

  pending: 'Waiting for confirmation',
  pendingHint: 'You’ll see the result here.',

  slow: 'This is taking longer than usual.',

  succeeded: 'Paid',
  succeededHint: 'We’ve received {amount}.',
  succeededOtherAmount: 'We’ve received {paid}. The order was for {amount}.',
  paymentMethod: 'Payment method',
  succeededLate: 'Your payment arrived after all. Nothing more to pay.',

  doNotSendAgain: 'Already sent the money? Please don’t send it again.',
  tryAgain: 'Try again',
  back: 'Back',

  attemptsLimit: 'Too many attempts for this order. Please contact the shop.',
  unavailable: 'Payment isn’t available right now',
  unavailableHint: 'Please try again later, or contact the shop.',

  connectionLost: 'Connection lost. Still checking…',
  connectionRestored: 'Connected again.',

  copy: 'Copy',
  copied: 'Copied',
  copyField: 'Copy: {field}',
  copiedField: 'Copied: {field}',
  copyFailed: 'Couldn’t copy. Press and hold the text to copy it.',

  daysLeft: { one: '{count} day', other: '{count} days' },
  minutesLeftAnnouncement: { one: '{count} minute left to pay', other: '{count} minutes left to pay' },
  secondsLeftAnnouncement: { one: '{count} second left to pay', other: '{count} seconds left to pay' },

  openBankApp: 'Open in your banking app',
  unopened: 'Nothing opened? Copy the details and open the app or browser yourself.',
  qrNotSaved: 'Nothing saved? Take a screenshot.',
} as const
