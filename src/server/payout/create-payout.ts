import { z } from 'zod'
import { CreatePayout } from '../../contract/payout.ts'
import { isExactAsDouble, plainAmount } from '../../service/amount.ts'
import { InvalidRequestError } from '../../service/errors.ts'
import { JsonNumber } from '../../service/json.ts'
import { isValidPathId, type ReceivedField, receivedPayoutBody } from '../../service/request.ts'
import { callbackUrlParam, transactionIdFor } from '../attempt/create-params.ts'
import { sendThenLookUp } from '../attempt/send.ts'
import type { Context } from '../context.ts'
import { newId, uuidOf } from '../lib/ids.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Pipeline, Pipelines } from '../pipelines.ts'
import { type NewAttemptFields, newAttempt } from '../rules/attempt/new-attempt.ts'
import type { Entry, Payout } from '../rules/model.ts'
import { dailyLimit, needsApproval, pendingApproval } from '../rules/payout/approval.ts'
import { destinationText, maskFields } from '../rules/payout/destination.ts'
import { dayOf } from '../rules/time.ts'
import type { AuditRecord } from '../store/audit.ts'
import type { AmountReservation } from '../store/entries.ts'

/** A payout that is not stored yet. It has its attempt, unless it needs an approval; no limit counts it until then. */
export interface DraftPayout {
  payout: Payout
  body: string
  reservation: AmountReservation | undefined
}

/** Who creates a payout. */
interface Creator {
  /** The operator's name. */
  operator: string
  /** The record of the act; undefined for a refund, whose act was its request. */
  audit?: AuditRecord
  /** The id of the operator's request, for the log. */
  requestId?: string
  /** The checkout whose refund it is. */
  refundOf?: string
}

/**
 * `POST /admin/payouts`: idempotent by reference; other content under the same reference is a conflict. `creator` is null
 * for the merchant's own code.
 */
export async function createPayout(
  context: Context,
  request: ReceivedPayout,
  creator: Creator | null = null,
): Promise<{ payout: Payout; created: boolean }> {
  const existing = await existingPayout(context, request)
  if (existing !== null) return { payout: existing, created: false }
  const draft = await draftPayout(context, request, creator)
  const { payout, reservation } = draft
  const result = await context.store.insertPayout(payout, { audit: creator?.audit, reservation })
  if (result === 'limit-exceeded') throw new ProblemError('payout_limit')
  // Another request has created it meanwhile.
  if (result === 'exists') return { payout: payoutOf(await existingPayout(context, request)), created: false }
  return { payout: await startPayout(context, draft, creator?.requestId), created: true }
}

/** Sends a payout that has just been stored, unless it awaits its approval. */
export async function startPayout(
  context: Context,
  { payout, body }: DraftPayout,
  requestId?: string,
): Promise<Payout> {
  const awaits = pendingApproval(payout) !== null
  context.log({
    level: 'info',
    message: awaits ? 'payout awaits its approval' : 'payout created',
    payout: payout.id,
    externalTransactionId: payout.request.externalTransactionId,
    ...(requestId === undefined ? {} : { request: requestId }),
  })
  return awaits ? payout : await sendPayout(context, payout, body)
}

/**
 * The payout that has the reference of a request; throws `payout_conflict` for other content. A request that names no
 * pipeline means that of the payout, whatever serves its amount by now.
 */
async function existingPayout({ store, sealer }: Context, request: ReceivedPayout): Promise<Payout | null> {
  const payout = await store.entryByRef('payout', request.reference)
  if (payout === null) return null
  const content = canonicalContent(request, request.pipeline ?? payout.request.pipeline)
  const fingerprints = await sealer.fingerprints(content)
  if (!fingerprints.includes(payout.fingerprint)) throw new ProblemError('payout_conflict')
  return payout
}

/** The payout with its attempt, which sends the prepared request. */
export function withAttempt({ moment, policy }: Context, payout: Payout): Payout {
  const { request, amount } = payout
  if (request.body === null) throw new ProblemError('not_awaiting')
  const { externalTransactionId, pipeline, body } = request
  const fields: NewAttemptFields = {
    n: 1,
    externalTransactionId,
    method: null,
    customer: null,
    tolerance: '0',
    profile: 'payout',
    pipeline,
    amount,
    body,
  }
  const attempt = newAttempt(fields, payout, moment(), policy)
  return { ...payout, attempts: [attempt] }
}

/** Undefined without limits. */
export function reservationOf(
  { payoutDailyLimit, clock }: Context,
  { amount }: Payout,
): AmountReservation | undefined {
  const limit = dailyLimit(payoutDailyLimit, amount.currency)
  return limit === null
    ? undefined
    : { day: dayOf(clock.now()), currency: amount.currency, amount: amount.value, limit }
}

/** Sends the stored attempt of a payout, and waits a bounded time for the outcome. */
export async function sendPayout(context: Context, payout: Payout, body: string): Promise<Payout> {
  const [attempt] = payout.attempts
  if (attempt === undefined) throw new TypeError('The payout has no attempt to send.')
  const sent = await context.background.resultInTime(sendThenLookUp(context, payout, attempt, body))
  return sent?.kind === 'payout' ? sent : payout
}

/** The named one, else the first that serves the amount and currency. */
function payoutPipeline(
  pipelines: Pipelines,
  { pipeline: name, amount, currency }: ReceivedPayout,
): Pipeline {
  const pipeline = pipelines
    .forPayout(amount, currency)
    .find((candidate) => name === undefined || candidate.name === name)
  if (pipeline !== undefined) return pipeline
  const isKnown = name === undefined || pipelines.byName(name)?.profile === 'payout'
  throw new ProblemError('pipeline_unknown', isKnown ? 'It serves another currency or amount' : undefined)
}

/** Throws `malformed` if the request breaks a rule of the service; nothing is stored or sent then. */
function buildBody(
  { amount, currency, additionalFields }: ReceivedPayout,
  externalTransactionId: string,
  callbackUrl: { callbackUrl?: string },
): string {
  try {
    return receivedPayoutBody({
      amount,
      currency,
      externalTransactionId,
      ...callbackUrl,
      ...(additionalFields === undefined ? {} : { additionalFields }),
    })
  } catch (error) {
    if (error instanceof InvalidRequestError) throw new ProblemError('malformed', error.message)
    throw error
  }
}

/** Throws `malformed` or `pipeline_unknown`. */
export async function draftPayout(
  context: Context,
  request: ReceivedPayout,
  creator: Creator | null,
): Promise<DraftPayout> {
  const { sealer, pipelines, clock } = context
  // No route would reach it, to approve it or to resolve its review.
  if (!isValidPathId(request.reference))
    throw new ProblemError('malformed', 'reference: no address can name it, as "." and ".."')
  const pipeline = payoutPipeline(pipelines, request)
  const content = canonicalContent(request, pipeline.name)
  const [fingerprint] = await sealer.fingerprints(content)
  // The same id whenever it is created: the service rejects a second order of a payout that a failover has lost here. A
  // refund is the same payout whatever its destination.
  const isRefund = creator?.refundOf !== undefined
  const [digest] = await sealer.fingerprints(JSON.stringify([request.reference, isRefund ? null : content]))
  const id = newId('po')
  const externalTransactionId = transactionIdFor(context, request.reference, uuidOf(digest))
  const callbackUrl = callbackUrlParam(context, pipeline.name, externalTransactionId)
  const body = buildBody(request, externalTransactionId, callbackUrl)
  const amount = { value: plainAmount(request.amount), currency: request.currency }
  const now = clock.now()
  const by = creator?.operator ?? null
  const payout: Payout = {
    kind: 'payout',
    id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    lastEventSeq: 0,
    erasedAt: null,
    reference: request.reference,
    fingerprint,
    amount,
    attempts: [],
    createdBy: by,
    refundOf: creator?.refundOf ?? null,
    refundDueAt: null,
    request: {
      externalTransactionId,
      pipeline: pipeline.name,
      body: await sealer.encrypt({ purpose: 'body', entry: id, externalTransactionId }, body),
    },
    approvals: needsApproval(amount, context.payoutApproval)
      ? [{ action: 'create', attempt: null, by, at: now, note: null, decided: null }]
      : [],
    destination: await destinationOf(sealer, request),
  }
  if (pendingApproval(payout) !== null) return { payout, body, reservation: undefined }
  return { payout: withAttempt(context, payout), body, reservation: reservationOf(context, payout) }
}

/** Masked for people; the digests find other payouts to it. */
async function destinationOf(
  sealer: Context['sealer'],
  { additionalFields = [] }: ReceivedPayout,
): Promise<Payout['destination']> {
  const text = destinationText(additionalFields)
  return text === null
    ? null
    : { fields: maskFields(additionalFields), fingerprints: await sealer.fingerprints(text) }
}

/** The content that makes two requests the same payout. */
function canonicalContent(request: ReceivedPayout, pipeline: string): string {
  const fields = (request.additionalFields ?? [])
    .map(({ key, value }) => ({ key, value: canonicalValue(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  return JSON.stringify([canonicalAmount(request.amount), request.currency, pipeline, fields])
}

/** `1.5` and `1.50` are the same number; numbers that a double cannot hold differ by their text. */
const canonicalValue = (value: ReceivedField['value']): unknown =>
  value instanceof JsonNumber && isExactAsDouble(value.text) ? Number(value.text) : value

/** `100` and `100.00` are the same amount. */
function canonicalAmount(amount: string): string {
  const plain = plainAmount(amount)
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}

/** Throws `payout_unknown`. */
export function payoutOf(entry: Entry | null): Payout {
  if (entry?.kind !== 'payout') throw new ProblemError('payout_unknown')
  return entry
}

export const payoutByReference = async ({ store }: Context, reference: string): Promise<Payout> =>
  payoutOf(await store.entryByRef('payout', reference))

/** A payout as requested over HTTP: a number of an additional field keeps its text. */
export const ReceivedPayout = CreatePayout.extend({
  additionalFields: z
    .array(
      z.object({
        key: z.string().min(1),
        value: z.union([z.string(), z.number(), z.boolean(), z.instanceof(JsonNumber)]),
      }),
    )
    .optional(),
})
export type ReceivedPayout = z.infer<typeof ReceivedPayout>

/** Validates a request from the merchant's own code. Throws `malformed`. */
export function parsePayoutRequest(request: CreatePayout): CreatePayout {
  const parsed = CreatePayout.safeParse(request)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') || 'The payout'
  throw new ProblemError('malformed', `${where}: ${issue?.message ?? 'invalid'}`)
}
