import type { CaseFile } from '../../contract/case.ts'
import { claimDetails } from '../claim/claim-detail.ts'
import { openReceipts } from '../claim/read-receipt.ts'
import type { Context } from '../context.ts'
import { paidOf, statusOf } from '../rules/checkout/view.ts'
import type { Attempt, Checkout } from '../rules/model.ts'
import { caseText } from './case-text.ts'
import { attemptDetail, callbackDetail, isoTime } from './entry-detail.ts'

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

function caseAttempt(attempt: Attempt): CaseFile['attempts'][number] {
  const detail = attemptDetail(attempt)
  return {
    attempt: detail.attempt,
    pipeline: detail.pipeline,
    method: detail.method,
    externalTransactionId: detail.externalTransactionId,
    externalId: detail.externalId,
    state: detail.state,
    status: detail.status,
    requested: detail.requested,
    reported: detail.reported,
    reportedSentAt: detail.reportedSentAt,
    card: detail.card,
    timeline: detail.timeline,
    sentAt: isoTime(attempt.firstSentAt),
    endedAt: attempt.finalAt === null ? null : isoTime(attempt.finalAt),
  }
}

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
