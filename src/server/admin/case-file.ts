import { CaseFile } from '../../contract/case.ts'
import type { ClaimDetail } from '../../contract/claim.ts'
import type { Money } from '../../contract/money.ts'
import { claimDetails } from '../claim/claim-detail.ts'
import { openReceipts } from '../claim/receipts.ts'
import type { Context } from '../context.ts'
import { paidOf, statusOf } from '../rules/checkout/view.ts'
import type { Attempt, Checkout } from '../rules/model.ts'
import { isoTime, isoTimeOrNull } from '../rules/time.ts'
import { attemptDetail, callbackDetail } from './entry-detail.ts'

/** What the service's support needs to find the payments of a checkout. */
export async function caseFile(context: Context, checkout: Checkout): Promise<CaseFile> {
  const { store, clock } = context
  const now = clock.now()
  return {
    order: checkout.order,
    checkout: checkout.id,
    status: statusOf(checkout, now),
    amount: checkout.amount,
    paid: paidOf(checkout),
    createdAt: isoTime(checkout.createdAt),
    writtenAt: isoTime(now),
    attempts: checkout.attempts.map(caseAttempt),
    callbacks: (await store.callbacksOf(checkout.id)).map(callbackDetail),
    claims: await claimDetails(context, checkout),
  }
}

const caseAttempt = (attempt: Attempt): CaseFile['attempts'][number] =>
  CaseFile.shape.attempts.element.parse({
    ...attemptDetail(attempt),
    sentAt: isoTime(attempt.firstSentAt),
    endedAt: isoTimeOrNull(attempt.finalAt),
  })

/** The case file as one archive: as text, as JSON, and the receipts. Not compressed: receipts are already. */
export async function caseArchive(context: Context, checkout: Checkout): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when a case is downloaded: the demo's first load goes without it.
  const { strToU8, zipSync } = await import('fflate')
  const file = await caseFile(context, checkout)
  const receipts: [string, Uint8Array][] = []
  for (const { n, claims } of checkout.attempts)
    for (const claim of claims)
      for (const { name, data } of await openReceipts(context, checkout.id, n, claim))
        receipts.push([`receipts/${name}`, data])
  const files = {
    'case.txt': strToU8(caseText(file)),
    'case.json': strToU8(`${JSON.stringify(file, null, 2)}\n`),
    ...Object.fromEntries(receipts),
  }
  return new Uint8Array(zipSync(files, { level: 0, mtime: context.clock.now() }))
}

type Line = [label: string, value: string | null | undefined]

const lines = (rows: readonly Line[]): string[] =>
  rows.flatMap(([label, value]) => (value == null || value === '' ? [] : [`${label}: ${value}`]))

/** Whatever text is in it stays on its own line, without control characters. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

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
  return `${blocks.map((block) => block.map(oneLine).join('\n')).join('\n\n')}\n`
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
