import type { Method } from '../contract/view.ts'
import { roundHalfUp } from '../service/amount.ts'
import type { PaymentDetails } from '../service/order.ts'
import type { CreateOutcome } from '../service/outcome.ts'
import { type AdditionalField, depositBody } from '../service/request.ts'
import { change } from './change.ts'
import { newTransactionId } from './ids.ts'
import { type Kit, type Pipeline, pipelineNamed } from './kit.ts'
import { messageOf } from './log.ts'
import { publicAddress } from './public-address.ts'
import type { News } from './rules/attempt.ts'
import { heard } from './rules/checkout.ts'
import type { Attempt, Entry } from './rules/model.ts'
import { mayStillLeave } from './rules/policy.ts'
import { type Beginning, writtenAhead } from './rules/written-ahead.ts'
import type { Terms } from './terms.ts'

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

/** Throws `InvalidRequest` where the terms do not make a request that the service takes; nothing is written then. */
export async function prepareAttempt(kit: Kit, entry: Entry, plan: AttemptPlan): Promise<PreparedAttempt> {
  const { pipeline, terms } = plan
  if (pipeline.profile === 'payout') throw new TypeError('A payout pipeline takes no deposits.')
  const externalTransactionId = newTransactionId()
  const card: AdditionalField[] =
    plan.cardToken === undefined ? [] : [{ key: 'cardStorageToken', value: plan.cardToken }]
  const body = depositBody(pipeline.profile, {
    amount: terms.amount,
    currency: terms.currency,
    externalTransactionId,
    ...callbackAddress(kit, pipeline.name, externalTransactionId),
    processingRedirectUrl: terms.redirects.processing,
    failedRedirectUrl: terms.redirects.failed,
    successRedirectUrl: terms.redirects.success,
    ...(terms.additionalFields.length + card.length === 0
      ? {}
      : { additionalFields: [...terms.additionalFields, ...card] }),
  })
  return {
    attempt: await aheadOf(kit, entry, {
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
export const aheadOf = async (kit: Kit, entry: Entry, beginning: Beginning): Promise<Attempt> =>
  writtenAhead(
    { ...beginning, body: await kit.sealer.seal('body', beginning.body) },
    entry,
    kit.moment(),
    kit.policy,
  )

/** The create call itself, and its outcome written over the sending that it answers. Returns the entry afterwards. */
export async function send(
  kit: Kit,
  entry: Entry,
  attempt: Attempt,
  body: string,
  lease?: string,
): Promise<Entry | null> {
  const news = await create(kit, attempt, body)
  return await change(
    kit,
    entry.id,
    (current) => heard(current, attempt.n, news, kit.moment(), kit.policy),
    lease === undefined ? {} : { lease },
  )
}

async function create(kit: Kit, attempt: Attempt, body: string): Promise<News> {
  const { sends } = attempt
  const pipeline = pipelineNamed(kit, attempt.pipeline)
  if (pipeline === null)
    return { type: 'unanswered', send: sends, why: 'its pipeline is not configured', exists: false }
  const from = kit.clock.now()
  if (!mayStillLeave(attempt.sentAt, from, kit.policy)) {
    return { type: 'unanswered', send: sends, why: 'held up too long, so not sent', exists: false }
  }
  const measured = (outcome: CreateOutcome['outcome']): void =>
    kit.options.onMeasure?.({
      type: 'create',
      profile: pipeline.profile,
      outcome,
      seconds: (kit.clock.now() - from) / 1000,
    })
  try {
    const outcome =
      pipeline.profile === 'payout'
        ? await kit.options.service.createPayout({ key: pipeline.key }, body)
        : await kit.options.service.createDeposit({ profile: pipeline.profile, key: pipeline.key }, body)
    measured(outcome.outcome)
    return await newsOf(kit, attempt, outcome)
  } catch (error) {
    measured('unknown')
    // Whatever broke on our side: what the service made of the request is not known.
    return { type: 'unanswered', send: sends, why: messageOf(error), exists: false }
  }
}

async function newsOf(kit: Kit, attempt: Attempt, outcome: CreateOutcome): Promise<News> {
  const send = attempt.sends
  switch (outcome.outcome) {
    case 'placed': {
      const details = outcome.paymentDetails
      const instructions = details === null || !anything(details) ? null : JSON.stringify(details)
      return {
        type: 'placed',
        send,
        externalId: outcome.externalId,
        status: outcome.status,
        instructions: instructions === null ? null : await kit.sealer.seal('instructions', instructions),
      }
    }
    case 'refused': {
      const { status, label, code, statusDescription } = outcome.error
      return { type: 'refused', send, refusal: { status, label, code, statusDescription } }
    }
    case 'unknown':
      return { type: 'unanswered', send, why: outcome.error.kind, exists: outcome.error.kind === 'duplicate' }
  }
}

const anything = (details: PaymentDetails): boolean => Object.values(details).some((value) => value !== null)

/** Where the service calls back, where each create says so. */
export function callbackAddress(
  kit: Kit,
  pipeline: string,
  externalTransactionId: string,
): { callbackUrl?: string } {
  if (kit.options.callbacks === 'static') return {}
  const path = `${kit.basePath}/callbacks/${encodeURIComponent(pipeline)}/${externalTransactionId}`
  return { callbackUrl: publicAddress(kit, path).href }
}
