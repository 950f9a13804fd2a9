import fc from 'fast-check'
import type { CheckoutView, Method } from '../../../src/contract/index.ts'
import type { OrderJson } from '../../../src/sandbox/index.ts'
import type { Store } from '../../../src/server/index.ts'
import {
  createSimulation,
  reviewAfterMinutes,
  type Simulation,
  ttlSeconds,
  watchHours,
} from './simulation.ts'

/** A failure injected before a step. */
type Failure =
  | { is: 'slow'; what: 'request' | 'response'; ms: number }
  | { is: 'fault'; on: string; effect: string; commit: boolean; times: number }
  | { is: 'stop'; how: 'crash' | 'freeze'; after: number }

/** What a step does. `which` is an index from the newest item, modulo their number. */
type Action =
  | { do: 'open'; order: number; method: Method | null }
  | { do: 'start'; order: number; method: Method; stale: boolean; setAside: boolean }
  | { do: 'report sent'; order: number; sent: boolean }
  | { do: 'delete card' }
  | { do: 'open, frozen on the way'; order: number; after: number; seconds: number }
  | { do: 'view'; order: number }
  | { do: 'pay out'; order: number }
  | { do: 'refuse, and deny lookups'; order: number; what: 'deposit' | 'payout' }
  | { do: 'reopen'; order: number }
  | { do: 'accept underpaid' }
  | { do: 'service'; which: number; lever: { do: string; amount?: string; status?: string } }
  | { do: 'fail, and later correct'; which: number; seconds: number }
  | { do: 'reverse success'; which: number; status: string }
  | { do: 'change the amount of a final order'; which: number; amount: string }
  | { do: 'deliver another order type'; which: number; orderType: string; status: string }
  | { do: 'hide amounts and histories' }
  | { do: 'set payment details'; are: 'null' | 'sent' }
  | { do: 'deliver callback'; which: number; forged: boolean }
  | { do: 'fail events'; times: number }
  | { do: 'pass'; seconds: number }
  | { do: 'drain' }
  | { do: 'resume' }
export type Step = Action & { failure: Failure | null }

const order = fc.nat(1)
const method = fc.constantFrom<Method[]>('transfer', 'transfer', 'form', 'saved-card', 'saved-card')

const lever = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'pay' }) },
  { weight: 5, arbitrary: fc.constant({ do: 'fail' }) },
  { weight: 6, arbitrary: fc.constant({ do: 'correct' }) },
  fc.constantFrom('900.00', '1250.0', '1300.5').map((amount) => ({ do: 'amount', amount })),
  fc.constantFrom('Processing', 'Created', 'Frozen').map((status) => ({ do: 'status', status })),
)

const fault = <T extends string>(on: string, commit: boolean, times: number, ...effects: [T, ...T[]]) =>
  fc.record({
    is: fc.constant('fault' as const),
    on: fc.constantFrom(`deposit.${on}`, `payout.${on}`),
    effect: fc.constantFrom(...effects),
    commit: commit ? fc.boolean() : fc.constant(false),
    times: fc.integer({ min: 1, max: times }),
  })

const failure: fc.Arbitrary<Failure> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('slow' as const),
      what: fc.constantFrom('request' as const, 'response' as const),
      ms: fc.constantFrom(500, 5000, 9000, 11_000, 19_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fault(
      'create',
      true,
      2,
      'drop-before',
      'drop-after',
      'status:500',
      'status:503',
      'status:408',
      'status:202',
      'malformed',
    ),
  },
  // A refusal may be false: the order may exist.
  { weight: 2, arbitrary: fault('create', true, 1, 'status:400', 'status:403') },
  // Denied for so long that a deadline passes.
  { weight: 1, arbitrary: fault('status', false, 40, 'status:401', 'status:403') },
  {
    weight: 2,
    arbitrary: fault('status', false, 4, 'drop-before', 'status:500', 'status:401', 'malformed'),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('stop' as const),
      how: fc.constantFrom('crash' as const, 'freeze' as const),
      after: fc.integer({ min: 0, max: 14 }),
    }),
  },
)

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('open' as const), order, method: fc.option(method, { freq: 6 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      order,
      method,
      stale: fc.boolean(),
      setAside: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('report sent' as const), order, sent: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('open, frozen on the way' as const),
      order,
      after: fc.integer({ min: 3, max: 8 }),
      seconds: fc.constantFrom(25, 300),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('view' as const), order }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete card' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay out' as const), order }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refuse, and deny lookups' as const),
      order,
      what: fc.constantFrom('deposit' as const, 'payout' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('accept underpaid' as const) }) },
  { weight: 11, arbitrary: fc.record({ do: fc.constant('service' as const), which: fc.nat(3), lever }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail, and later correct' as const),
      which: fc.nat(1),
      seconds: fc.constantFrom(25, 300),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reverse success' as const),
      which: fc.nat(1),
      status: fc.constantFrom('Failed', 'Processing'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change the amount of a final order' as const),
      which: fc.nat(2),
      amount: fc.constantFrom('900.00', '1300.5'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deliver another order type' as const),
      which: fc.nat(4),
      orderType: fc.constantFrom('Refund', 'Withdrawal', 'Deposit', 'chargeback'),
      status: fc.constantFrom('Success', 'Failed', 'Processing'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hide amounts and histories' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set payment details' as const),
      are: fc.constantFrom('null' as const, 'sent' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver callback' as const),
      which: fc.nat(9),
      forged: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('fail events' as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 3, 12, 25, 120, 300),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
)

export const history = fc.record({
  /** The customer has a saved card from an earlier order. */
  card: fc.nat(2).map((n) => n === 2),
  steps: fc.array(
    fc
      .tuple(action, fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: failure }))
      .map(([what, failure]): Step => ({ ...what, failure })),
    { minLength: 4, maxLength: 24, size: 'max' },
  ),
  /** Callbacks still undelivered at the end are delivered, newest first, or lost. */
  undelivered: fc.constantFrom('delivered' as const, 'lost' as const),
})
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never

const pick = <T>(list: readonly T[], which: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (which % list.length)]

/** The orders that accept a lever: the service never reopens a final order. */
const acceptsLever =
  (what: string) =>
  ({ status, profile }: OrderJson): boolean =>
    what === 'correct'
      ? status === 'Failed' && profile === 'p2p'
      : status !== 'Success' && status !== 'Failed'

const payoutForm = (order: number): 'text' | 'number' => (order === 0 ? 'text' : 'number')

/** The last view of each order. */
type Pages = Map<number, CheckoutView>

/** A card that some page offers; it may have been deleted on another. */
const savedCardOf = (pages: Pages): string | undefined =>
  [...pages.values()].flatMap(({ savedCards }) => savedCards ?? []).at(-1)?.id

async function saveCard(simulation: Simulation, pages: Pages): Promise<void> {
  await simulation.send('POST', '/checkouts', { order: 'order before', method: 'form' })
  for (const { externalId } of simulation.sandbox.orders())
    await simulation.lever(`/orders/${externalId}`, { do: 'pay' })
  await simulation.advance(3)
  const view = await simulation.send('POST', '/checkouts', { order: 'order before' })
  if (view !== null) pages.set(-1, view)
  await simulation.check()
}

async function injectFailure(simulation: Simulation, failure: Failure): Promise<void> {
  switch (failure.is) {
    case 'slow':
      return simulation.network.delay(failure)
    case 'fault': {
      const { on, effect, commit, times } = failure
      await simulation.lever('/faults', { on, effect, times, commit })
      return
    }
    case 'stop': {
      const { gate } = simulation.process()
      return failure.after === 0 ? gate.stopNow(failure.how) : gate.stopAfter(failure.after, failure.how)
    }
  }
}

async function perform(simulation: Simulation, pages: Pages, step: Step): Promise<void> {
  if (step.failure !== null) await injectFailure(simulation, step.failure)
  const keepView = async (order: number, response: ReturnType<Simulation['send']>): Promise<void> => {
    const view = await response
    if (view !== null) pages.set(order, view)
  }
  const choiceOf = (method: Method): { method: Method; savedCard?: string } => {
    const savedCard = method === 'saved-card' ? savedCardOf(pages) : undefined
    if (savedCard !== undefined) return { method, savedCard }
    return { method: method === 'saved-card' ? 'form' : method }
  }
  switch (step.do) {
    case 'open':
      return await keepView(
        step.order,
        simulation.send('POST', '/checkouts', {
          order: `order-${step.order}`,
          ...(step.method === null ? {} : choiceOf(step.method)),
        }),
      )
    case 'open, frozen on the way': {
      simulation.process().gate.stopAfter(step.after, 'freeze')
      const method = 'transfer'
      await keepView(
        step.order,
        simulation.send('POST', '/checkouts', { order: `order-${step.order}`, method }),
      )
      await simulation.advance(step.seconds)
      await simulation.advance(3)
      return simulation.resume()
    }
    case 'start': {
      const page = pages.get(step.order)
      if (page === undefined) return
      const after = step.stale ? Math.max(0, page.attempt - 1) : page.attempt
      const path = `/checkouts/${page.id}/attempts`
      return await keepView(
        step.order,
        simulation.send('POST', path, {
          ...choiceOf(step.method),
          after,
          ...(step.setAside ? { setAside: true } : {}),
        }),
      )
    }
    case 'report sent': {
      const page = pages.get(step.order)
      if (page === undefined || page.attempt === 0) return
      const path = `/checkouts/${page.id}/attempts/${page.attempt}/sent`
      return await keepView(step.order, simulation.send('POST', path, { sent: step.sent }))
    }
    case 'view': {
      const page = pages.get(step.order)
      return page === undefined
        ? undefined
        : await keepView(step.order, simulation.send('GET', `/checkouts/${page.id}`))
    }
    case 'delete card': {
      const card = savedCardOf(pages)
      return card === undefined ? undefined : await simulation.deleteCard(card)
    }
    case 'pay out':
      return await simulation.payOut(`payout-${step.order}`, payoutForm(step.order))
    case 'refuse, and deny lookups': {
      const { what } = step
      await simulation.lever('/faults', { on: `${what}.create`, effect: 'status:403', times: 1 })
      await simulation.lever('/faults', { on: `${what}.status`, effect: 'status:403', times: 100 })
      if (what === 'payout') await simulation.payOut(`payout-${step.order}`, payoutForm(step.order))
      else
        await keepView(
          step.order,
          simulation.send('POST', '/checkouts', { order: `order-${step.order}`, method: 'transfer' }),
        )
      for (let minutes = 0; minutes < reviewAfterMinutes + 10; minutes += 5) await simulation.advance(300)
      return
    }
    case 'accept underpaid':
      return await simulation.acceptUnderpaid()
    case 'reopen':
      return await simulation.reopen(`order-${step.order}`)
    case 'service': {
      const order = pick(simulation.sandbox.orders().filter(acceptsLever(step.lever.do)), step.which)
      if (order !== undefined) await simulation.lever(`/orders/${order.externalId}`, step.lever)
      return
    }
    case 'fail, and later correct': {
      const order = pick(simulation.sandbox.orders().filter(acceptsLever('fail')), step.which)
      if (order === undefined) return
      await simulation.lever(`/orders/${order.externalId}`, { do: 'fail' })
      await simulation.advance(step.seconds)
      await simulation.lever(`/orders/${order.externalId}`, { do: 'correct' })
      return
    }
    case 'reverse success': {
      // The service never does this; the shop keeps the success.
      const order = pick(
        simulation.sandbox.orders().filter(({ status }) => status === 'Success'),
        step.which,
      )
      if (order === undefined) return
      await simulation.lever(`/orders/${order.externalId}`, { do: 'status', status: step.status })
      return
    }
    case 'deliver callback': {
      const callback = pick(simulation.callbacks, step.which)
      if (callback === undefined) return
      const body = step.forged
        ? callback.body.replace(/"status":"[^"]*"/, '"status":"Success"')
        : callback.body
      await simulation.deliverCallback({ ...callback, body })
      return
    }
    case 'change the amount of a final order': {
      const isFinal = ({ status }: OrderJson): boolean => status === 'Success' || status === 'Failed'
      const order = pick(simulation.sandbox.orders().filter(isFinal), step.which)
      if (order === undefined) return
      simulation.invariants.onLateAmount(order.externalTransactionId)
      await simulation.lever(`/orders/${order.externalId}`, { do: 'amount', amount: step.amount })
      return
    }
    case 'deliver another order type': {
      // Of an order under way, or with the id of no order.
      const callback = pick(simulation.callbacks, step.which)
      if (callback === undefined) return
      const { orderType, status } = step
      const isOwn = callback.body.includes(`"orderType":"${orderType}"`)
      const change = { orderType, status, ...(isOwn ? { externalId: 'another system' } : {}) }
      await simulation.deliverCallback(await simulation.signCallback(callback, change))
      return
    }
    case 'hide amounts and histories':
      return simulation.network.hideDetails()
    case 'set payment details': {
      await simulation.lever('/config', { instructions: { paymentDetails: step.are } })
      return
    }
    case 'fail events':
      simulation.eventFailures = step.times
      return
    case 'pass':
      return await simulation.advance(step.seconds)
    case 'drain':
      return await simulation.drain()
    case 'resume':
      // A frozen process continues while a newer one is running.
      simulation.resume()
      return await simulation.drain()
  }
}

/** Ends all faults and advances the clocks until no work is left. */
async function quiesce(simulation: Simulation, undelivered: History['undelivered']): Promise<void> {
  // Amounts that lookups never report are in the callbacks.
  simulation.network.quiesce(undelivered === 'lost')
  simulation.eventFailures = 0
  simulation.resume()
  await clearFaults(simulation)
  await simulation.advance(30)
  simulation.resume()
  if (undelivered === 'delivered')
    for (const callback of [...simulation.callbacks].reverse()) {
      // A process that stops now has not acknowledged it, so the service sends it again.
      if (await simulation.deliverCallback(callback)) continue
      simulation.resume()
      await simulation.deliverCallback(callback)
    }
  for (let minutes = 0; minutes < 5; minutes += 1) await simulation.advance(60)
  const until = ttlSeconds + watchHours * 3600
  // Once no work is due, advancing further changes nothing.
  for (let left = until; left > 0 && (await simulation.store.nextDue()) !== null; left -= 1800)
    await simulation.advance(1800)
  // Callbacks that match no order reach the operator.
  await simulation.advance((reviewAfterMinutes + 1) * 60)
}

/** Uses up the remaining faults by requesting the endpoints that they apply to. */
async function clearFaults(simulation: Simulation): Promise<void> {
  const env = simulation.sandbox.env()
  const base = env['PAYMENTS_BASE_URL'] ?? ''
  for (;;) {
    const response = await simulation.sandbox.fetch('http://service.test/_sandbox/faults')
    const faults: unknown = await response.json()
    if (!Array.isArray(faults) || faults.length === 0) return
    for (const [path, method] of [
      ['/api/v1/integration/deposit-order/', 'POST'],
      ['/api/v1/integration/withdrawal-order/', 'POST'],
      ['/api/v1/integration/deposit-order/none/status', 'GET'],
      ['/api/v1/integration/withdrawal-order/none/status', 'GET'],
    ] as const) {
      await simulation.sandbox.fetch(`${base}${path}`, { method }).catch(() => null)
    }
  }
}

/** Runs a history; throws if an invariant is violated. */
export async function runHistory({ card, steps, undelivered }: History, store: Store): Promise<void> {
  const simulation = createSimulation(store)
  const pages: Pages = new Map()
  if (card) await saveCard(simulation, pages)
  for (const step of steps) {
    await perform(simulation, pages, step)
    await simulation.check()
  }
  await quiesce(simulation, undelivered)
  await simulation.check({ delivered: undelivered === 'delivered' })
}
