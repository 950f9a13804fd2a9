import type { Method } from '../../contract/view.ts'
import { roundHalfUp } from '../../service/amount.ts'
import type { PaymentDetails } from '../../service/order.ts'
import type { CreateOutcome } from '../../service/outcome.ts'
import { type AdditionalField, depositBody } from '../../service/request.ts'
import type { Terms } from '../checkout/order-terms.ts'
import { type Context, findPipeline, type Pipeline } from '../context.ts'
import { newTransactionId } from '../lib/ids.ts'
import { messageOf } from '../lib/log.ts'
import type { AttemptUpdate } from '../rules/attempt.ts'
import { applyUpdateToEntry } from '../rules/checkout.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { type NewAttemptFields, newAttempt } from '../rules/new-attempt.ts'
import { maySend } from '../rules/policy.ts'
import { publicUrlOf } from './public-url.ts'
import { updateEntry } from './update-entry.ts'

/** What a new attempt is to be. */
export interface AttemptPlan {
  n: number
  method: Method
  pipeline: Pipeline
  terms: Terms
  /** The stored card's token, for a saved card. */
  cardToken?: string
}

/** An attempt as it is written ahead of its create call, with the exact bytes to send. */
export interface PreparedAttempt {
  attempt: Attempt
  body: string
}

/** Throws `InvalidRequestError` where the terms do not make a request that the service takes; nothing is written then. */
export async function prepareAttempt(
  context: Context,
  entry: Entry,
  plan: AttemptPlan,
): Promise<PreparedAttempt> {
  const { pipeline, terms } = plan
  if (pipeline.profile === 'payout') throw new TypeError('A payout pipeline takes no deposits.')
  const externalTransactionId = newTransactionId()
  const card: AdditionalField[] =
    plan.cardToken === undefined ? [] : [{ key: 'cardStorageToken', value: plan.cardToken }]
  const body = depositBody(pipeline.profile, {
    amount: terms.amount,
    currency: terms.currency,
    externalTransactionId,
    ...callbackUrlParam(context, pipeline.name, externalTransactionId),
    processingRedirectUrl: terms.redirects.processing,
    failedRedirectUrl: terms.redirects.failed,
    successRedirectUrl: terms.redirects.success,
    ...(terms.additionalFields.length + card.length === 0
      ? {}
      : { additionalFields: [...terms.additionalFields, ...card] }),
  })
  return {
    attempt: await newSealedAttempt(context, entry, {
      n: plan.n,
      externalTransactionId,
      method: plan.method,
      profile: pipeline.profile,
      pipeline: pipeline.name,
      // What the payer is asked for is what goes out: a transfer's amount has two decimals.
      amount: {
        value: pipeline.profile === 'p2p' ? roundHalfUp(terms.amount, 2) : terms.amount,
        currency: terms.currency,
      },
      body,
    }),
    body,
  }
}

/** The attempt to write down before its bytes are sent, with the bytes sealed. */
export const newSealedAttempt = async (
  context: Context,
  entry: Entry,
  fields: NewAttemptFields,
): Promise<Attempt> =>
  newAttempt(
    { ...fields, body: await context.sealer.seal('body', fields.body) },
    entry,
    context.now(),
    context.policy,
  )

/** The create call itself, and its outcome written over the sending that it answers. Returns the entry afterwards. */
export async function send(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  body: string,
  lease?: string,
): Promise<Entry | null> {
  const update = await requestCreate(context, attempt, body)
  return await updateEntry(
    context,
    entry.id,
    (current) => applyUpdateToEntry(current, attempt.n, update, context.now(), context.policy),
    lease === undefined ? {} : { lease },
  )
}

async function requestCreate(context: Context, attempt: Attempt, body: string): Promise<AttemptUpdate> {
  const { sendCount } = attempt
  const pipeline = findPipeline(context, attempt.pipeline)
  if (pipeline === null)
    return {
      type: 'unanswered',
      sendNumber: sendCount,
      cause: 'its pipeline is not configured',
      knownToExist: false,
    }
  const startedAt = context.clock.now()
  if (!maySend(attempt.sentAt, startedAt, context.policy)) {
    return {
      type: 'unanswered',
      sendNumber: sendCount,
      cause: 'held up too long, so not sent',
      knownToExist: false,
    }
  }
  const recordMetric = (outcome: CreateOutcome['outcome']): void =>
    context.options.onMetric?.({
      type: 'create',
      profile: pipeline.profile,
      outcome,
      seconds: (context.clock.now() - startedAt) / 1000,
    })
  try {
    const outcome =
      pipeline.profile === 'payout'
        ? await context.options.service.createPayout({ key: pipeline.key }, body)
        : await context.options.service.createDeposit({ profile: pipeline.profile, key: pipeline.key }, body)
    recordMetric(outcome.outcome)
    return await updateFromOutcome(context, attempt, outcome)
  } catch (error) {
    recordMetric('unknown')
    // Whatever broke on our side: what the service made of the request is not known.
    return { type: 'unanswered', sendNumber: sendCount, cause: messageOf(error), knownToExist: false }
  }
}

async function updateFromOutcome(
  context: Context,
  attempt: Attempt,
  outcome: CreateOutcome,
): Promise<AttemptUpdate> {
  const sendNumber = attempt.sendCount
  switch (outcome.outcome) {
    case 'placed': {
      const details = outcome.paymentDetails
      const instructions = details === null || !hasAnyField(details) ? null : JSON.stringify(details)
      return {
        type: 'placed',
        sendNumber,
        externalId: outcome.externalId,
        status: outcome.status,
        instructions: instructions === null ? null : await context.sealer.seal('instructions', instructions),
      }
    }
    case 'refused': {
      const { status, label, code, statusDescription } = outcome.error
      return { type: 'refused', sendNumber, refusal: { status, label, code, statusDescription } }
    }
    case 'unknown':
      return {
        type: 'unanswered',
        sendNumber,
        cause: outcome.error.kind,
        knownToExist: outcome.error.kind === 'duplicate',
      }
  }
}

const hasAnyField = (details: PaymentDetails): boolean =>
  Object.values(details).some((value) => value !== null)

/** Where the service calls back, where each create says so. */
export function callbackUrlParam(
  context: Context,
  pipeline: string,
  externalTransactionId: string,
): { callbackUrl?: string } {
  if (context.options.callbacks === 'static') return {}
  const path = `${context.basePath}/callbacks/${encodeURIComponent(pipeline)}/${externalTransactionId}`
  return { callbackUrl: publicUrlOf(context, path).href }
}
