import type { CreatePayout, PayoutView } from '../../contract/payout.ts'
import { plainAmount } from '../../service/amount.ts'
import { InvalidRequestError } from '../../service/errors.ts'
import { payoutBody } from '../../service/request.ts'
import { lookUp } from '../attempt/lookup.ts'
import { callbackUrlParam, newSealedAttempt, send } from '../attempt/send.ts'
import { withTimeout } from '../attempt/with-timeout.ts'
import { type Context, findPipeline, type Pipeline, pipelinesOf } from '../context.ts'
import { newId, newTransactionId } from '../lib/ids.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Attempt, Payout } from '../rules/model.ts'
import { payoutViewOf } from '../rules/payout-view.ts'

/**
 * `POST /admin/payouts`: one payout under the merchant's reference, however often it is asked for. The same
 * reference with other content is a conflict.
 */
export async function createPayout(
  context: Context,
  request: CreatePayout,
): Promise<{ payout: Payout; created: boolean }> {
  const pipeline = payoutPipeline(context, request.pipeline)
  const fingerprints = await context.sealer.fingerprints(canonicalContent(request, pipeline))
  const draft = newPayout(context, request, fingerprints[0])
  const externalTransactionId = newTransactionId()
  const amount = { value: plainAmount(request.amount), currency: request.currency }
  const body = buildBody(context, request, pipeline, externalTransactionId)
  const attempt = await newSealedAttempt(context, draft, {
    n: 1,
    externalTransactionId,
    method: null,
    profile: 'payout',
    pipeline: pipeline.name,
    amount,
    body,
  })
  const inserted = await context.store.insert({ ...draft, attempts: [attempt] })
  if (inserted.kind !== 'payout') throw new TypeError('The store gave something else than a payout.')
  if (inserted.id !== draft.id) {
    if (!fingerprints.includes(inserted.fingerprint)) throw new ProblemError('payout_conflict')
    return { payout: inserted, created: false }
  }
  context.log({ level: 'info', message: 'payout opened', payout: inserted.id })
  return {
    payout: (await withTimeout(context, sendThenLookUp(context, inserted, attempt, body))) ?? inserted,
    created: true,
  }
}

async function sendThenLookUp(
  context: Context,
  payout: Payout,
  attempt: Attempt,
  body: string,
): Promise<Payout> {
  const sent = await send(context, payout, attempt, body)
  context.wake()
  const last = sent?.attempts[0]
  const updated =
    last?.state === 'refused' && !last.confirmedAbsent && sent !== null
      ? await lookUp(context, sent, last)
      : sent
  return updated?.kind === 'payout' ? updated : payout
}

export async function payoutByReference(context: Context, reference: string): Promise<Payout> {
  const entry = await context.store.entryByRef('payout', reference)
  if (entry?.kind !== 'payout') throw new ProblemError('payout_unknown')
  return entry
}

export const payoutView = (payout: Payout): PayoutView => payoutViewOf(payout)

function payoutPipeline(context: Context, name: string | undefined): Pipeline {
  const pipeline = name === undefined ? pipelinesOf(context, 'payout')[0] : findPipeline(context, name)
  if (pipeline?.profile !== 'payout') throw new ProblemError('pipeline_unknown')
  return pipeline
}

/** Checked before anything is written: what breaks a rule of the interface is refused here, and nothing is sent. */
function buildBody(
  context: Context,
  request: CreatePayout,
  pipeline: Pipeline,
  externalTransactionId: string,
): string {
  try {
    return payoutBody({
      amount: request.amount,
      currency: request.currency,
      externalTransactionId,
      ...callbackUrlParam(context, pipeline.name, externalTransactionId),
      ...(request.additionalFields === undefined ? {} : { additionalFields: request.additionalFields }),
    })
  } catch (error) {
    if (error instanceof InvalidRequestError) throw new ProblemError('malformed', error.message)
    throw error
  }
}

function newPayout(context: Context, request: CreatePayout, fingerprint: string): Payout {
  const now = context.clock.now()
  return {
    kind: 'payout',
    id: newId('po'),
    version: 1,
    createdAt: now,
    updatedAt: now,
    lastEventSeq: 0,
    reference: request.reference,
    fingerprint,
    amount: { value: plainAmount(request.amount), currency: request.currency },
    attempts: [],
  }
}

/** All that makes two requests the same one. */
function canonicalContent(request: CreatePayout, pipeline: Pipeline): string {
  const fields = [...(request.additionalFields ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1))
  return JSON.stringify([canonicalAmount(request.amount), request.currency, pipeline.name, fields])
}

/** `100` and `100.00` are the same request. */
const canonicalAmount = (amount: string): string => {
  const plain = plainAmount(amount).replace(/^0+(?=\d)/, '')
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}
