import type { PaymentsClient } from '../../service/client.ts'
import type { AdaptiveLimit } from '../lib/adaptive-limit.ts'
import type { CircuitBreaker } from '../lib/circuit-breaker.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Metric } from '../lib/metrics.ts'
import type { Sealer } from '../lib/seal.ts'
import type { Pipelines } from '../pipelines.ts'
import { wasOvertaken } from '../rules/attempt.ts'
import { isUnconfirmedRefusal } from '../rules/checkout.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { type NewAttemptFields, newAttempt } from '../rules/new-attempt.ts'
import type { Now, Policy } from '../rules/policy.ts'
import type { EntryUpdater } from './entry-updater.ts'
import type { FormUrlPolicy } from './form-url.ts'
import { lookUp } from './lookup.ts'
import type { SavedCards } from './saved-cards.ts'
import { send } from './send.ts'
import { createSharedLookups, type SharedLookup } from './shared-lookups.ts'

/** Attempts at the service: created, sent and looked up. Every outcome is written to the attempt's entry. */
export interface Attempts {
  /** Rule 1: a new attempt with its sealed body, to be stored before the body is sent. */
  create(entry: Entry, fields: NewAttemptFields): Promise<Attempt>
  /** The same with a body that is sealed for this attempt already. */
  createSealed(entry: Entry, fields: NewAttemptFields): Attempt
  /** Sends the create request. Returns the entry afterwards; null if it does not exist. */
  send(entry: Entry, attempt: Attempt, body: string, lease?: string): Promise<Entry | null>
  /** Requests the attempt's status. Returns the entry afterwards; null if it does not exist. */
  lookUp(entry: Entry, attempt: Attempt, lease?: string): Promise<Entry | null>
  /**
   * Looks up the last attempt if it is placed or, by rule 4, refused and not confirmed absent. Concurrent calls share one
   * lookup.
   */
  lookUpLast(entry: Entry): Promise<SharedLookup>
  /** Sends, then looks up a refusal, or an order that has failed already: the lookup knows why. */
  sendThenLookUp(entry: Entry, attempt: Attempt, body: string): Promise<Entry>
}

export interface AttemptServices {
  service: Pick<PaymentsClient, 'createDeposit' | 'createPayout' | 'depositStatus' | 'payoutStatus'>
  pipelines: Pipelines
  entries: EntryUpdater
  savedCards: SavedCards
  sealer: Sealer
  formUrlPolicy: FormUrlPolicy
  log: Log
  circuitBreaker: CircuitBreaker
  lookupLimit: AdaptiveLimit
  policy: Policy
  clock: Clock
  now(): Now
  onMetric(metric: Metric): void
  wake(): void
}

export function createAttempts(services: AttemptServices): Attempts {
  const { sealer, policy, clock, now, wake } = services

  /** Rule 4: looks up the last attempt if it was refused and the order is not confirmed absent. */
  async function lookUpRefusal(entry: Entry): Promise<Entry> {
    const last = entry.attempts.at(-1)
    if (last === undefined || !isUnconfirmedRefusal(last)) return entry
    return (await lookUp(services, entry, last)) ?? entry
  }

  async function lookUpLast(entry: Entry): Promise<Entry> {
    const last = entry.attempts.at(-1)
    if (last?.state !== 'placed') return await lookUpRefusal(entry)
    const requestedAt = clock.now()
    const current = (await lookUp(services, entry, last)) ?? entry
    const found = current.attempts[last.n - 1]
    return found !== undefined && wasOvertaken(last, found, requestedAt)
      ? ((await lookUp(services, current, found)) ?? current)
      : current
  }

  return {
    async create(entry, fields) {
      const { externalTransactionId } = fields
      const body = await sealer.seal({ purpose: 'body', entry: entry.id, externalTransactionId }, fields.body)
      return newAttempt({ ...fields, body }, entry, now(), policy)
    },
    createSealed: (entry, fields) => newAttempt(fields, entry, now(), policy),
    send: (entry, attempt, body, lease) => send(services, entry, attempt, body, lease),
    lookUp: (entry, attempt, lease) => lookUp(services, entry, attempt, lease),
    lookUpLast: createSharedLookups(clock, lookUpLast),
    async sendThenLookUp(entry, attempt, body) {
      const sent = await send(services, entry, attempt, body)
      wake()
      if (sent === null) return entry
      const last = sent.attempts.at(-1)
      const hasFailed = last?.state === 'placed' && last.unconfirmedCallback?.status === 'Failed'
      return hasFailed ? ((await lookUp(services, sent, last)) ?? sent) : await lookUpRefusal(sent)
    },
  }
}
