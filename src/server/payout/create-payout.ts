import { isExactAsDouble, plainAmount } from '../../service/amount.ts'
import { InvalidRequestError } from '../../service/errors.ts'
import { JsonNumber } from '../../service/json.ts'
import { type ReceivedField, receivedPayoutBody } from '../../service/request.ts'
import { newId } from '../lib/ids.ts'
import { ProblemError } from '../lib/problem.ts'
import { responseTimeoutMs, withTimeout } from '../lib/with-timeout.ts'
import type { Pipeline, Pipelines } from '../pipelines.ts'
import type { Attempt, Payout } from '../rules/model.ts'
import type { ReceivedPayout } from './parse-request.ts'
import type { PayoutServices } from './payouts.ts'

/** `POST /admin/payouts`: idempotent by reference; other content under the same reference is a conflict. */
export async function createPayout(
  services: PayoutServices,
  request: ReceivedPayout,
): Promise<{ payout: Payout; created: boolean }> {
  const { store, sealer, pipelines, attempts, background, clock, log } = services
  const pipeline = payoutPipeline(pipelines, request)
  const fingerprints = await sealer.fingerprints(canonicalContent(request, pipeline))
  const draft = draftPayout(request, fingerprints[0], clock.now())
  const externalTransactionId = services.transactionIdFor(request.reference)
  const callbackUrl = services.callbackUrlParam(pipeline.name, externalTransactionId)
  const body = buildBody(request, externalTransactionId, callbackUrl)
  const attempt = await attempts.create(draft, {
    n: 1,
    externalTransactionId,
    method: null,
    customer: null,
    tolerance: '0',
    profile: 'payout',
    pipeline: pipeline.name,
    amount: draft.amount,
    body,
  })
  const inserted = await store.insert({ ...draft, attempts: [attempt] })
  if (inserted.kind !== 'payout') throw new TypeError('The store returned another kind of entry.')
  if (inserted.id !== draft.id) {
    if (!fingerprints.includes(inserted.fingerprint)) throw new ProblemError('payout_conflict')
    return { payout: inserted, created: false }
  }
  log({ level: 'info', message: 'payout created', payout: inserted.id })
  const sending = background.track(sendPayout(attempts, inserted, attempt, body))
  const sent = await withTimeout(clock, responseTimeoutMs, sending)
  return { payout: sent ?? inserted, created: true }
}

async function sendPayout(
  attempts: PayoutServices['attempts'],
  payout: Payout,
  attempt: Attempt,
  body: string,
): Promise<Payout> {
  const sent = await attempts.sendThenLookUp(payout, attempt, body)
  return sent.kind === 'payout' ? sent : payout
}

/** The named one, else the first that serves the amount and currency. */
function payoutPipeline(
  pipelines: Pipelines,
  { pipeline: name, amount, currency }: Pick<ReceivedPayout, 'pipeline' | 'amount' | 'currency'>,
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

const draftPayout = (
  { reference, amount, currency }: ReceivedPayout,
  fingerprint: string,
  now: number,
): Payout => ({
  kind: 'payout',
  id: newId('po'),
  version: 1,
  createdAt: now,
  updatedAt: now,
  lastEventSeq: 0,
  erasedAt: null,
  reference,
  fingerprint,
  amount: { value: plainAmount(amount), currency },
  attempts: [],
})

/** The content that makes two requests the same payout. */
function canonicalContent(request: ReceivedPayout, pipeline: Pipeline): string {
  const fields = (request.additionalFields ?? [])
    .map(({ key, value }) => ({ key, value: canonicalValue(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  return JSON.stringify([canonicalAmount(request.amount), request.currency, pipeline.name, fields])
}

/** `1.5` and `1.50` are the same number; numbers that a double cannot hold differ by their text. */
const canonicalValue = (value: ReceivedField['value']): unknown =>
  value instanceof JsonNumber && isExactAsDouble(value.text) ? Number(value.text) : value

/** `100` and `100.00` are the same amount. */
function canonicalAmount(amount: string): string {
  const plain = plainAmount(amount).replace(/^0+(?=\d)/, '')
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}
