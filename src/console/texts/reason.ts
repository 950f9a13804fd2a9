import type { Reason, Refusal } from '../../contract/index.ts'

const reasonLabels: Record<string, string> = {
  unspecified: 'no reason was given',
  timeout: 'no response in time',
  connection: 'the connection failed',
  'server-unavailable': 'the server was unavailable',
  'invalid-response': 'the response was invalid',
  'invalid-request': 'the request was invalid',
  'invalid-signature': 'the signature was invalid',
  'invalid-payload': 'the payload was invalid',
  unauthorized: 'the service does not accept the key (401)',
  forbidden: 'the service does not allow this for this key or from this address (403)',
  balance: 'there is not enough balance',
  limit: 'a limit was reached',
  currency: 'the service does not support the currency',
  'no-route': 'no route at the service fits this currency and amount',
  'routing-blocked': 'routing is blocked',
  'amount-updated': 'the amount was updated',
  antifraud: 'rejected by antifraud',
  'page-visit': 'the payer opened the page',
  'page-leave': 'the payer left the page',
  'personal-data': 'the payer entered personal data',
  cancel: 'the payer cancelled',
  submit: 'the payer submitted the form',
  '3ds-failed': '3-D Secure failed',
  'otp-failed': 'the one-time code was wrong',
  'leave-on-confirm': 'the payer left the page at the confirmation',
  'card-blocked': 'the card is blocked',
  'card-not-supported': 'the card is not supported',
  'insufficient-funds': 'insufficient funds',
  'details-lost': 'the response with the payment details was lost, so the payer never saw them',
  replaced: 'the checkout was reopened for another attempt',
  'not-created': 'the order was not created',
  'attempts-limit': 'the checkout has reached its limit of attempts',
}

/** A reason of which only the key is known. */
export const reasonLabel = (key: string): string => reasonLabels[key] ?? key

/** Why an attempt failed, as the end of a sentence. */
export function reasonText({ code, group, key }: Reason): string {
  const label = reasonLabels[key] ?? `${key} (${group})`
  return code === null ? label : `${label} (${code})`
}

export const refusalText = ({ status, label, code, statusDescription, field, message }: Refusal): string =>
  [
    `HTTP ${status}`,
    label,
    code,
    statusDescription,
    field === null ? null : `field ${field}`,
    message === null ? null : `“${message}”`,
  ]
    .filter((part) => part !== null)
    .join(', ')
