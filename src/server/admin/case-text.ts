import type { CaseFile } from '../../contract/case.ts'
import type { ClaimDetail } from '../../contract/claim.ts'
import type { Money } from '../../contract/money.ts'

type Line = [label: string, value: string | null | undefined]

const lines = (rows: readonly Line[]): string[] =>
  rows.flatMap(([label, value]) => (value == null || value === '' ? [] : [`${label}: ${value}`]))

const money = (amount: Money | null): string | null => amount && `${amount.value} ${amount.currency}`

/** A case file as text for a message to the service's support. */
export function caseText(file: CaseFile): string {
  const blocks = [
    [
      `Case of order ${file.order}`,
      ...lines([
        ['Checkout', file.checkout],
        ['Status', file.status],
        ['Amount', money(file.amount)],
        ['Paid', money(file.paid)],
        ['Created', file.createdAt],
        ['Written', file.writtenAt],
      ]),
    ],
    ...file.attempts.map(attemptLines),
    ...(file.callbacks.length === 0
      ? []
      : [
          [
            'Callbacks received',
            ...file.callbacks.map(
              ({ receivedAt, status, amount, externalId }) =>
                `${receivedAt}  ${status}  ${amount}  ${externalId}`,
            ),
          ],
        ]),
    ...file.claims.map(claimLines),
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

const attemptLines = (attempt: CaseFile['attempts'][number]): string[] => [
  `Attempt ${attempt.attempt}`,
  ...lines([
    ['externalTransactionId', attempt.externalTransactionId],
    ['externalId', attempt.externalId],
    ['Pipeline', attempt.pipeline],
    ['Method', attempt.method],
    ['Requested', money(attempt.requested)],
    ['Reported amount', attempt.reported],
    ['Status at the service', attempt.status],
    ['Request sent', attempt.sentAt],
    ['Final status received', attempt.endedAt],
    ['Reported as sent by the payer', attempt.reportedSentAt],
    ["Payer's card", attempt.card?.number],
  ]),
  ...attempt.timeline.map(({ time, code, words, action }) =>
    ['-', time, code, words ?? action].filter((part) => part !== null).join('  '),
  ),
]

const claimLines = ({ number, attempt, state, at, content, receipts, resolved }: ClaimDetail): string[] => [
  `Claim ${number} of attempt ${attempt}`,
  ...lines([
    ['State', state],
    ['Made', at],
    ['Amount sent', content?.amount],
    ['Sent at', content?.sentAt],
    ['From bank', content?.bank],
    ['Last digits of the card or account', content?.lastDigits],
    ['Note of the payer', content?.note],
    ['Receipts', receipts.length === 0 ? null : String(receipts.length)],
    ['Decided', resolved?.at],
    ['Reason', resolved?.reason],
    ['Text to the payer', resolved?.text],
  ]),
]
