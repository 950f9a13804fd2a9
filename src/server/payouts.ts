import type { CreatePayout, PayoutView } from '../contract/payout.ts'
import { plainAmount } from '../service/amount.ts'
import { InvalidRequest } from '../service/errors.ts'
import { payoutBody } from '../service/request.ts'
import { ask } from './ask.ts'
import { aheadOf, callbackAddress, send } from './attempts.ts'
import { newId, newTransactionId } from './ids.ts'
import { type Kit, type Pipeline, pipelineNamed, pipelinesOf } from './kit.ts'
import { patient } from './patience.ts'
import { ProblemError } from './problem.ts'
import type { Attempt, Payout } from './rules/model.ts'
import { payoutViewOf } from './rules/payout-view.ts'

/**
 * `POST /admin/payouts`: one payout under the merchant's reference, however often it is asked for. The same
 * reference with other content is a conflict.
 */
export async function createPayout(
  kit: Kit,
  wish: CreatePayout,
): Promise<{ payout: Payout; created: boolean }> {
  const pipeline = payoutPipeline(kit, wish.pipeline)
  const fingerprints = await kit.sealer.fingerprints(contentOf(wish, pipeline))
  const fresh = newPayout(kit, wish, fingerprints[0])
  const externalTransactionId = newTransactionId()
  const amount = { value: plainAmount(wish.amount), currency: wish.currency }
  const body = bodyOf(kit, wish, pipeline, externalTransactionId)
  const attempt = await aheadOf(kit, fresh, {
    n: 1,
    externalTransactionId,
    method: null,
    profile: 'payout',
    pipeline: pipeline.name,
    amount,
    body,
  })
  const kept = await kit.store.insert({ ...fresh, attempts: [attempt] })
  if (kept.kind !== 'payout') throw new TypeError('The store gave something else than a payout.')
  if (kept.id !== fresh.id) {
    if (!fingerprints.includes(kept.fingerprint)) throw new ProblemError('payout_conflict')
    return { payout: kept, created: false }
  }
  kit.log({ level: 'info', message: 'payout opened', payout: kept.id })
  return { payout: (await patient(kit, sendAndLook(kit, kept, attempt, body))) ?? kept, created: true }
}

async function sendAndLook(kit: Kit, payout: Payout, attempt: Attempt, body: string): Promise<Payout> {
  const answered = await send(kit, payout, attempt, body)
  kit.wake()
  const last = answered?.attempts[0]
  const cleared =
    last?.state === 'refused' && !last.clear && answered !== null ? await ask(kit, answered, last) : answered
  return cleared?.kind === 'payout' ? cleared : payout
}

export async function payoutByReference(kit: Kit, reference: string): Promise<Payout> {
  const entry = await kit.store.entryByRef('payout', reference)
  if (entry?.kind !== 'payout') throw new ProblemError('payout_unknown')
  return entry
}

export const payoutView = (payout: Payout): PayoutView => payoutViewOf(payout)

function payoutPipeline(kit: Kit, name: string | undefined): Pipeline {
  const pipeline = name === undefined ? pipelinesOf(kit, 'payout')[0] : pipelineNamed(kit, name)
  if (pipeline?.profile !== 'payout') throw new ProblemError('pipeline_unknown')
  return pipeline
}

/** Checked before anything is written: what breaks a rule of the interface is refused here, and nothing is sent. */
function bodyOf(kit: Kit, wish: CreatePayout, pipeline: Pipeline, externalTransactionId: string): string {
  try {
    return payoutBody({
      amount: wish.amount,
      currency: wish.currency,
      externalTransactionId,
      ...callbackAddress(kit, pipeline.name, externalTransactionId),
      ...(wish.additionalFields === undefined ? {} : { additionalFields: wish.additionalFields }),
    })
  } catch (error) {
    if (error instanceof InvalidRequest) throw new ProblemError('malformed', error.message)
    throw error
  }
}

function newPayout(kit: Kit, wish: CreatePayout, fingerprint: string): Payout {
  const now = kit.clock.now()
  return {
    kind: 'payout',
    id: newId('po'),
    version: 1,
    createdAt: now,
    updatedAt: now,
    told: 0,
    reference: wish.reference,
    fingerprint,
    amount: { value: plainAmount(wish.amount), currency: wish.currency },
    attempts: [],
  }
}

/** All that makes two requests the same one. */
function contentOf(wish: CreatePayout, pipeline: Pipeline): string {
  const fields = [...(wish.additionalFields ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1))
  return JSON.stringify([withoutZeros(wish.amount), wish.currency, pipeline.name, fields])
}

/** `100` and `100.00` are the same request. */
const withoutZeros = (amount: string): string => {
  const plain = plainAmount(amount).replace(/^0+(?=\d)/, '')
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}
