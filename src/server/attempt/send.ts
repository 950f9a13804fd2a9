import type { CreateOutcome } from '../../service/create-response.ts'
import type { PaymentDetails } from '../../service/order.ts'
import { type Profile, resolveSecret } from '../../service/pipeline.ts'
import type { Context } from '../context.ts'
import { withTimeout } from '../lib/clock.ts'
import { hostOf } from '../lib/form-url.ts'
import { messageOf } from '../lib/log.ts'
import type { Pipeline } from '../pipelines.ts'
import { payableQr } from '../qr/payable-qr.ts'
import type { AttemptUpdate } from '../rules/attempt/attempt.ts'
import { isPayable, payToOf } from '../rules/attempt/payment-details.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { maySend } from '../rules/policy.ts'
import { lookUp, lookUpRefusal } from './look-up.ts'
import { pipelineOf } from './pipeline-of.ts'
import { hasTransaction, updateAttempt } from './update-entry.ts'

/** Sends, then looks up a refusal, or an order that has failed already: the lookup reports why. */
export async function sendThenLookUp(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  body: string,
): Promise<Entry> {
  const sent = await send(context, entry, attempt, body)
  const last = sent.attempts.at(-1)
  const hasFailed = last?.state === 'placed' && last.unconfirmedCallback?.status === 'Failed'
  return hasFailed ? await lookUp(context, sent, last) : await lookUpRefusal(context, sent)
}

/** Sends an attempt's create request and writes the outcome of this very send. */
export async function send(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  body: string,
  lease?: string,
): Promise<Entry> {
  const update = await requestCreate(context, entry, attempt, body)
  const written = await updateAttempt(context, entry.id, attempt, update, { lease })
  if (update.type === 'create_placed' && !hasTransaction(written, attempt.externalTransactionId))
    context.log({
      level: 'warn',
      message: "a failover has lost the attempt of an order that exists: compare with the service's list",
      [entry.kind]: entry.id,
      externalTransactionId: attempt.externalTransactionId,
      externalId: update.externalId,
    })
  return written
}

async function requestCreate(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  body: string,
): Promise<AttemptUpdate> {
  const { service, policy, clock, serviceOutages, onMetric } = context
  const pipeline = pipelineOf(context, attempt)
  if (pipeline === null) return unknownOutcome(attempt, 'its pipeline is not configured')
  const key = await keyOf(context, pipeline)
  if (key === null) {
    serviceOutages.keyMissing(pipeline)
    return unknownOutcome(attempt, 'not sent: its key could not be obtained')
  }
  // After the key, which may take long: nothing else is awaited before the request leaves.
  const startedAt = clock.now()
  if (!maySend(attempt.sentAt, startedAt, policy))
    return unknownOutcome(attempt, 'delayed too long, so not sent')

  let outcome: CreateOutcome['outcome'] = 'unknown'
  try {
    const created = await create(service, pipeline.profile, key, body)
    outcome = created.outcome
    serviceOutages.record(pipeline, 'create', created)
    return await updateFromOutcome(context, entry, attempt, created)
  } catch (error) {
    // Whatever failed here, the service may have placed the order.
    return unknownOutcome(attempt, messageOf(error))
  } finally {
    const seconds = (clock.now() - startedAt) / 1000
    onMetric({ type: 'create', profile: pipeline.profile, outcome, seconds })
  }
}

/** Null if it cannot be obtained within the timeout of a request. */
const keyOf = ({ clock, policy }: Context, { key }: Pipeline): Promise<string | null> =>
  withTimeout(
    clock,
    policy.timeoutMs,
    resolveSecret(key, "pipeline's key").catch(() => null),
  )

const create = (
  service: Context['service'],
  profile: Profile,
  key: string,
  body: string,
): Promise<CreateOutcome> =>
  profile === 'payout' ? service.createPayout({ key }, body) : service.createDeposit({ profile, key }, body)

async function updateFromOutcome(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  outcome: CreateOutcome,
): Promise<AttemptUpdate> {
  const sendNumber = attempt.sendCount
  switch (outcome.outcome) {
    case 'placed': {
      const { externalId, status } = outcome
      const { externalTransactionId } = attempt
      const details = withAllowedForm(context, entry, attempt, outcome.paymentDetails)
      const qr = details === null ? null : payableQr(details, attempt.amount)
      const codeMismatch = attempt.profile === 'p2p' ? (qr?.mismatch ?? null) : null
      const paymentDetails =
        details !== null && qr !== null && isPayable(attempt, { ...details, ...qr })
          ? await context.sealer.encrypt(
              { purpose: 'paymentDetails', entry: entry.id, externalTransactionId },
              JSON.stringify(details),
            )
          : null
      const payTo = details === null ? null : payToOf(details)
      return { type: 'create_placed', sendNumber, externalId, status, paymentDetails, payTo, codeMismatch }
    }
    case 'refused': {
      const { status, label, code, statusDescription, field, serviceMessage: message } = outcome.error
      const refusal = { status, label, code, statusDescription, field, message }
      return { type: 'create_refused', sendNumber, refusal }
    }
    case 'unknown':
      return unknownOutcome(attempt, outcome.error.kind, outcome.error.kind === 'duplicate')
  }
}

/** The form of a host that is not allowed counts as not returned. */
function withAllowedForm(
  { isAllowedForm, log }: Context,
  entry: Entry,
  { n }: Attempt,
  details: PaymentDetails | null,
): PaymentDetails | null {
  if (details === null || details.formUrl === null || isAllowedForm(details.formUrl)) return details
  log({
    level: 'warn',
    message: 'the payment form is not given to the payer: its host is not allowed',
    [entry.kind]: entry.id,
    attempt: n,
    host: hostOf(details.formUrl),
  })
  return { ...details, formUrl: null }
}

const unknownOutcome = (attempt: Attempt, cause: string, knownToExist = false): AttemptUpdate => ({
  type: 'create_unknown',
  sendNumber: attempt.sendCount,
  cause,
  knownToExist,
})
