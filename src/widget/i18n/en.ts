/**
 * All phrases in English. Every locale has the same keys and `{placeholders}`, and a form for each plural category of its
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
  details: 'Payment details',
  reportSent: 'I have paid',

  qr: 'QR code',
  qrUnreadable: 'The QR code cannot be shown.',
  saveQr: 'Save',
  shareQr: 'Share',

  checking: 'Checking for your transfer',
  checkingHint: 'It will show here as soon as it arrives.',

  redirect: 'Continue on the payment page',
  redirectButton: 'Continue',
  returned: 'Waiting for the result',
  returnedHint: 'If you have not finished, you can go back there.',

  pending: 'Waiting for confirmation',
  pendingHint: 'The result will show here.',

  succeeded: 'Paid',
  succeededHint: 'We have received {amount}.',
  succeededOtherAmount: 'We have received {paid}. The order was for {amount}.',
  succeededLate: 'It arrived after all. There is nothing more to pay.',

  failedTransfer: 'We have not received this payment',
  failed: 'The payment did not go through',
  doNotSendAgain: 'If you already sent the money, do not send it again.',
  contact: 'Contact the shop and give this order reference.',
  stillChecking: 'We keep checking. If it arrives, it will show here.',
  tryAgain: 'Try again',
  back: 'Back',

  reasonTechnical: 'A technical problem. Please try again later.',
  reasonAuthorization: 'Your bank did not confirm the payment. Please try again, or use another card.',
  reasonDeclined: 'The payment was declined. Please try another way to pay.',
  reasonUser: 'The payment was cancelled or not finished.',
  reasonIssuer: 'Your bank declined the card. Please use another card, or ask your bank.',
  reasonFunds: 'There is not enough money on the card. Please use another card.',

  expired: 'The time to pay has run out',

  notFound: 'We cannot find this payment',
  notFoundHint: 'Please open the payment again from the shop. If you have already paid, do not pay again.',
  orderExpired: 'This payment link has expired',
  attemptsLimit: 'Too many attempts for this order. Contact the shop.',
  amountChanged: 'The amount of the order has changed',
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
