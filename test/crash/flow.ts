import { expect } from 'vitest'
import { z } from 'zod'
import type { CheckoutView } from '../../src/contract/index.ts'
import { generateSealKey } from '../../src/server/index.ts'
import type { Running } from '../support/processes.ts'
import { type Choice, control, openShop, ordersOf, type ReceivedEvent, type Shop, waitFor } from './shop.ts'

export interface TestContext {
  sandbox: Running & { settings: Record<string, string> }
  events: { url: string; received: ReceivedEvent[] }
  database: string
}

/** A payment flow, from the first request to the event for the merchant. */
interface Flow {
  method: Choice['method']
  /** The pipeline in the callback address. */
  pipeline: string
  /** Whether a payout is created, too. */
  paysOut: boolean
  /** The payout needs a second operator. */
  approves?: boolean
  /** The customer's number of saved cards at the end. */
  cards: number
}
export const flows = {
  'transfer and payout': { method: 'transfer', pipeline: 'p2p', paysOut: true, cards: 0 },
  'transfer and approved payout': {
    method: 'transfer',
    pipeline: 'p2p',
    paysOut: true,
    approves: true,
    cards: 0,
  },
  form: { method: 'form', pipeline: 'form', paysOut: false, cards: 1 },
  'saved card': { method: 'saved-card', pipeline: 'token', paysOut: false, cards: 1 },
} as const satisfies Record<string, Flow>
export type FlowName = keyof typeof flows

/** Longer than the lease of a server in these tests. */
const leaseMs = 12_000

/** One visit of a payer who pays what can be paid. Returns whether the order is paid. */
async function payOrder(
  context: TestContext,
  flow: Flow,
  choice: Choice,
  shop: Shop,
  ports: number[],
): Promise<boolean> {
  const view = await shop.open('1042', choice)
  if (view === null) return false
  if (view.status === 'pending') await payShownAction(context, flow, view, ports)
  if (view.retry) await shop.start(view, choice)
  if (view.status !== 'succeeded') return false
  expect(view.savedCards).toHaveLength(flow.cards)
  return true
}

const Shown = z.object({
  formUrl: z.string().nullable(),
  paymentDetails: z.object({ formUrl: z.string().nullable() }).nullable(),
})

/** Pays only what the view shows; a saved card is paid by the service. */
async function payShownAction(
  { sandbox }: TestContext,
  { method, pipeline }: Pick<Flow, 'method' | 'pipeline'>,
  { action }: CheckoutView,
  ports: number[],
): Promise<void> {
  const shown = action?.type === 'redirect' ? action.url : action?.formUrl
  for (const { externalId, status, callbackUrl } of await ordersOf(sandbox, ...ports)) {
    if (status === 'Success' || status === 'Failed' || !callbackUrl?.includes(`/${pipeline}/`)) continue
    const path = `${sandbox.url}/_sandbox/orders/${externalId}`
    const { formUrl, paymentDetails } = Shown.parse(await (await fetch(path)).json())
    if (method === 'saved-card' || [formUrl, paymentDetails?.formUrl].includes(shown))
      await control(sandbox, `/orders/${externalId}`, { do: 'pay' })
  }
}

/** Pays another order to save a card, and returns its id. */
async function saveCard(context: TestContext, shop: Shop): Promise<string> {
  const form = { method: 'form', pipeline: 'form' } as const
  return await waitFor('a saved card', async () => {
    const view = await shop.open('before', form)
    if (view?.status === 'pending') await payShownAction(context, form, view, [shop.port])
    return view?.savedCards?.[0]?.id
  })
}

/**
 * Runs a flow on a server that is stopped at a step, and continues it on another server with the same database.
 * Returns the description of the step, or null if the flow ended before.
 */
async function runFlow(
  context: TestContext,
  flow: Flow,
  stop: { at: number; signal: 'SIGKILL' | 'SIGSTOP' },
  options: { twoServers: boolean },
): Promise<string | null> {
  const common = {
    ...context,
    events: context.events.url,
    sealKey: generateSealKey(),
    ...(flow.approves === true ? { env: { PAYOUT_APPROVAL: 'always' } } : {}),
  }
  const first = await openShop({ ...common, stop })
  const shops = [first]
  try {
    if (options.twoServers) shops.push(await openShop(common))
    const choice: Choice =
      flow.method === 'saved-card'
        ? { method: flow.method, savedCard: await saveCard(context, first) }
        : { method: flow.method }
    const stopped = (): string | null => /\{"stopped":"([^"]*)"/.exec(first.process.log())?.[1] ?? null
    first.arm()
    let paidOut = !flow.paysOut
    const runOnce = async (shop: Shop): Promise<boolean> => {
      if (!paidOut) paidOut = ['pending', 'succeeded'].includes((await shop.payOut('salary-1')) ?? '')
      return (await payOrder(context, flow, choice, shop, portsOf(shops))) && paidOut
    }
    const isDelivered = (): boolean =>
      context.events.received.some(({ ref, type }) => ref === '1042' && type === 'checkout.succeeded')
    await waitFor(
      'the end of the flow, or the stop',
      async () => stopped() !== null || ((await runOnce(first)) && isDelivered()),
    )
    if (stopped() !== null) {
      const at = Date.now()
      if (stop.signal === 'SIGKILL')
        await waitFor('the exit of the process', () => first.process.child.signalCode !== null)
      const second =
        shops[1] ??
        (await openShop({ ...common, ...(stop.signal === 'SIGKILL' ? { port: first.port } : {}) }))
      if (!shops.includes(second)) shops.push(second)
      await waitFor('the end of the flow after the stop', () => runOnce(second))
      // After its leases have expired it resumes, and must not overwrite what the other server did.
      if (stop.signal === 'SIGSTOP')
        await waitFor('the expiry of its leases', () => Date.now() - at > leaseMs)
      first.process.child.kill('SIGCONT')
    }
    await expectConsistent(context, flow, shops)
    if (flow.approves === true) {
      let acts = await shops.at(-1)?.payoutActs('salary-1')
      if (acts == null) {
        // The step came after the end of the flow.
        const last = await openShop(common)
        shops.push(last)
        acts = await last.payoutActs('salary-1')
      }
      expect(acts?.toSorted()).toEqual(['admin: createPayout', 'approver: approvePayout'])
    }
    return stopped()
  } finally {
    await Promise.all(shops.map(({ process }) => process.kill()))
  }
}

const portsOf = (shops: readonly Shop[]): number[] => shops.map(({ port }) => port)

/** One paid deposit and one payout at the service, one event per change for the merchant. */
async function expectConsistent({ sandbox, events }: TestContext, flow: Flow, shops: Shop[]): Promise<void> {
  const ports = portsOf(shops)
  const delivered = await waitFor('the event for the merchant', () => {
    const of = events.received.filter(({ ref }) => ref === '1042')
    return of.some(({ type }) => type === 'checkout.succeeded') && of
  })
  expect(
    new Set(delivered.filter(({ type }) => type === 'checkout.succeeded').map(({ id }) => id)).size,
  ).toBe(1)
  expect(delivered.filter(({ type }) => /failed|overpaid|needs_review/.test(type))).toEqual([])
  const uniqueEvents = delivered.filter(
    ({ id }, index) => delivered.findIndex((other) => other.id === id) === index,
  )
  expect(uniqueEvents.map(({ seq }) => seq)).toEqual(uniqueEvents.map((_, index) => index + 1))

  const orders = await ordersOf(sandbox, ...ports)
  const deposits = orders.filter(
    ({ status, callbackUrl }) => callbackUrl?.includes(`/${flow.pipeline}/`) && status === 'Success',
  )
  expect(deposits).toHaveLength(1)
  if (flow.paysOut) {
    const payouts = await waitFor('the payout at the service', async () => {
      const found = (await ordersOf(sandbox, ...ports)).filter(({ callbackUrl }) =>
        callbackUrl?.includes('/payout/'),
      )
      return found.length > 0 && found
    })
    expect(payouts).toHaveLength(1)
  }
  const ids = orders.map(({ externalTransactionId }) => externalTransactionId)
  expect(new Set(ids).size).toBe(ids.length)
}

const all = process.env['CRASH'] === 'all'
/** A flow has ended after this many consecutive steps that were not reached. */
const runsPastEndLimit = 5

/** Runs a flow once for each sample step, with `CRASH=all` for every step, and stops the server at that step. */
export async function stopAt(
  name: FlowName,
  sampleSteps: readonly number[],
  signal: 'SIGKILL' | 'SIGSTOP',
  {
    twoServers,
    concurrency,
    context,
  }: { twoServers: boolean; concurrency: number; context: () => Promise<LiveContext> },
): Promise<void> {
  let stopCount = 0
  let runsPastEnd = 0
  function* everyStep() {
    for (let step = 1; runsPastEnd < runsPastEndLimit; step += 1) yield step
  }
  await forEachConcurrently(all ? everyStep() : sampleSteps, concurrency, async (at) => {
    const current = await context()
    try {
      const stopped = await runFlow(current, flows[name], { at, signal }, { twoServers })
      if (stopped === null) runsPastEnd += 1
      else {
        stopCount += 1
        runsPastEnd = 0
      }
    } catch (error) {
      throw new Error(`${name}: ${signal} at step ${at}`, { cause: error })
    } finally {
      await current.events.close()
    }
  })
  if (all) process.stdout.write(`${name}: ${signal} at each of ${stopCount} steps\n`)
  // Guards against steps that are not reached any more.
  expect(stopCount).toBeGreaterThan(sampleSteps.length / 2)
}
type LiveContext = TestContext & { events: { close(): Promise<void> } }

/** Runs `each` for all items, at most `concurrency` at a time. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  each: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await each(next.value)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
