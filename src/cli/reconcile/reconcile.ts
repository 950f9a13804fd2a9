import { createReadStream, existsSync } from 'node:fs'
import type { PaypaneOptions } from 'paypane/server'
import { type Environment, inspectSettings, sqlitePath, type ValidSettings } from 'paypane/server/node'
import type { StoredAttempt } from 'paypane/server/sqlite'
import { createPaymentsClient, type PaymentsClient } from '../../service/client.ts'
import { storeAt } from '../database.ts'
import { requiredSetting } from '../env-file.ts'
import { compareList, compareOrder, type Difference, missingThere, type ServiceOrder } from './compare.ts'
import { parseColumns, serviceOrders } from './service-list.ts'

export interface ReconcileOptions {
  list?: string | undefined
  columns?: string | undefined
  /** Compares the attempts of one kind alone. */
  only?: 'deposits' | 'payouts' | undefined
  /** The first and the last time of the attempts, in milliseconds. */
  from: number
  to: number
}

export interface Reconciliation extends Comparison {
  /** The ids of checkouts and payouts that cannot be read. */
  unreadable: string[]
}

interface Comparison {
  /** How many attempts, or orders of the list, were compared. */
  compared: number
  /** Lookups that the service did not answer. */
  unanswered: number
  differences: Difference<StoredAttempt>[]
  /** What was left out: by `only`, or because an order of the list lacks it. */
  notCompared: ('deposits' | 'payouts' | 'amount' | 'currency' | 'status')[]
}

/**
 * Compares the attempts of a time with the service: with its list, or else by a lookup of each. Nothing is changed. Throws
 * an error for people.
 */
export async function reconcile(
  env: Environment,
  options: ReconcileOptions,
  fetcher: typeof fetch,
): Promise<Reconciliation> {
  const settings = inspectSettings(env)
  const store = await openStore(requiredSetting(settings, 'DATABASE_URL'))
  try {
    const { storedAttempts } = await import('paypane/server/sqlite')
    const unreadable = new Set<string>()
    const attempts = () =>
      filterByKind(
        storedAttempts(store, (id) => unreadable.add(id)),
        options.only,
      )
    const comparison =
      options.list === undefined
        ? await compareWithLookups(attempts, settings.valid, options, fetcher)
        : await compareWithList(attempts(), options.list, options)
    return { ...comparison, unreadable: [...unreadable] }
  } finally {
    await store.close()
  }
}

async function openStore(url: string): Promise<PaypaneOptions['store']> {
  const path = sqlitePath(url)
  if (path !== null && !existsSync(path))
    throw new Error(`There is no database at ${path}. Check DATABASE_URL.`)
  return await storeAt(url)
}

async function* filterByKind(
  attempts: AsyncIterable<StoredAttempt>,
  only: ReconcileOptions['only'],
): AsyncGenerator<StoredAttempt> {
  for await (const attempt of attempts) {
    if (only === undefined || (attempt.kind === 'payout') === (only === 'payouts')) yield attempt
  }
}

function leftOutBy({ only }: ReconcileOptions): Reconciliation['notCompared'] {
  if (only === undefined) return []
  return [only === 'payouts' ? 'deposits' : 'payouts']
}

const isWithin = ({ sentAt }: StoredAttempt, { from, to }: ReconcileOptions): boolean =>
  sentAt >= from && sentAt < to

async function compareWithList(
  attempts: AsyncIterable<StoredAttempt>,
  file: string,
  options: ReconcileOptions,
): Promise<Comparison> {
  // All of them: an order of the list may have been sent just before the time.
  const locals = await Array.fromAsync(attempts)
  const chunks = createReadStream(file, { encoding: 'utf8', highWaterMark: 1024 * 1024 })
  const orders = serviceOrders(chunks, parseColumns(options.columns))
  const { lacking, ...result } = await compareList(locals, orders, (attempt) => isWithin(attempt, options))
  return { ...result, unanswered: 0, notCompared: [...lacking, ...leftOutBy(options)] }
}

/** Beside a running server a payment may change after it was read and before it is looked up: what differs is compared again. */
async function compareWithLookups(
  attempts: () => AsyncIterable<StoredAttempt>,
  settings: ValidSettings,
  options: ReconcileOptions,
  fetcher: typeof fetch,
): Promise<Comparison> {
  const first = await lookUpEach(attempts(), settings, options, fetcher)
  const ids = new Set(first.differences.map(({ local }) => local?.externalTransactionId))
  if (ids.size === 0) return first
  const again = await lookUpEach(filterById(attempts(), ids), settings, options, fetcher)
  return {
    ...again,
    compared: first.compared - again.unanswered,
    unanswered: first.unanswered + again.unanswered,
  }
}

async function* filterById(
  attempts: AsyncIterable<StoredAttempt>,
  ids: ReadonlySet<string | undefined>,
): AsyncGenerator<StoredAttempt> {
  for await (const attempt of attempts) if (ids.has(attempt.externalTransactionId)) yield attempt
}

/** Lookups at once: as many as the server itself starts with. */
const concurrency = 10

async function lookUpEach(
  attempts: AsyncIterable<StoredAttempt>,
  settings: ValidSettings,
  options: ReconcileOptions,
  fetcher: typeof fetch,
): Promise<Comparison> {
  const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_TIMEOUT_MS: timeoutMs } = settings
  if (baseUrl === undefined) throw new Error('PAYMENTS_BASE_URL is not set, and no --list is given.')
  const client = createPaymentsClient({ baseUrl, timeoutMs, fetch: fetcher })
  const notCompared = leftOutBy(options)
  const result: Comparison = { compared: 0, unanswered: 0, differences: [], notCompared }
  const iterator = attempts[Symbol.asyncIterator]()
  // Each takes the next attempt as soon as its lookup has ended.
  const work = async (): Promise<void> => {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      if (!isWithin(next.value, options)) continue
      const order = await lookUp(client, settings, next.value)
      if (order === 'unanswered') result.unanswered += 1
      else result.compared += 1
      if (order === 'not found') {
        if (next.value.externalId !== null) result.differences.push(missingThere(next.value))
      } else if (order !== 'unanswered') result.differences.push(...compareOrder(next.value, order))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return result
}

async function lookUp(
  client: PaymentsClient,
  { pipelines }: ValidSettings,
  { pipeline, externalId, externalTransactionId, kind }: StoredAttempt,
): Promise<ServiceOrder | 'not found' | 'unanswered'> {
  const key = pipelines[pipeline]?.key
  if (key === undefined) return 'unanswered'
  const id = externalId === null ? { externalTransactionId } : { externalId }
  const result =
    kind === 'payout' ? await client.payoutStatus({ key }, id) : await client.depositStatus({ key }, id)
  if (result.outcome === 'unknown') return 'unanswered'
  if (result.outcome === 'not_found') return 'not found'
  const { amount, currency, status } = result.order
  return { externalId: result.order.externalId, externalTransactionId, amount, currency, status }
}
