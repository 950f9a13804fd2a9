import fc from 'fast-check'
import type { CheckoutView, Method } from '../../../src/contract/index.ts'
import type { OrderJson } from '../../../src/sandbox/index.ts'
import type { Store } from '../../../src/server/index.ts'
import { createSimulation, type Simulation, ttlSeconds, watchHours } from './simulation.ts'

/** What goes wrong around a step. */
type Failure =
  | { is: 'slow'; what: 'request' | 'answer'; ms: number }
  | { is: 'fault'; on: string; effect: string; commit: boolean; times: number }
  | { is: 'stop'; how: 'dies' | 'freezes'; after: number }

/** What happens next. `which` counts among what is there, from the newest. */
type Action =
  | { do: 'open'; order: number; method: Method | null }
  | { do: 'start'; order: number; method: Method; stale: boolean }
  | { do: 'forget' }
  | { do: 'open, held up on the way'; order: number; after: number; seconds: number }
  | { do: 'look'; order: number }
  | { do: 'pay out'; order: number }
  | { do: 'reopen'; order: number }
  | { do: 'service'; which: number; lever: { do: string; amount?: string; status?: string } }
  | { do: 'fail, and later correct'; which: number; seconds: number }
  | { do: 'take success back'; which: number; status: string }
  | { do: 'bring'; which: number; forged: boolean }
  | { do: 'deaf'; times: number }
  | { do: 'pass'; seconds: number }
  | { do: 'work' }
  | { do: 'thaw' }
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
      what: fc.constantFrom('request' as const, 'answer' as const),
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
  // A refusal, which need not be true: the order may have been made all the same.
  { weight: 2, arbitrary: fault('create', true, 1, 'status:400', 'status:403') },
  {
    weight: 2,
    arbitrary: fault('status', false, 4, 'drop-before', 'status:500', 'status:401', 'malformed'),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('stop' as const),
      how: fc.constantFrom('dies' as const, 'freezes' as const),
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
    arbitrary: fc.record({ do: fc.constant('start' as const), order, method, stale: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('open, held up on the way' as const),
      order,
      after: fc.integer({ min: 3, max: 8 }),
      seconds: fc.constantFrom(25, 300),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), order }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay out' as const), order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), order }) },
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
      do: fc.constant('take success back' as const),
      which: fc.nat(1),
      status: fc.constantFrom('Failed', 'Processing'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('bring' as const), which: fc.nat(9), forged: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('deaf' as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 3, 12, 25, 120, 300),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('thaw' as const) }) },
)

export const history = fc.record({
  /** The customer comes with a saved card, of an order paid before. */
  card: fc.nat(2).map((one) => one === 2),
  steps: fc.array(
    fc
      .tuple(action, fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: failure }))
      .map(([what, wrong]): Step => ({ ...what, failure: wrong })),
    { minLength: 4, maxLength: 24, size: 'max' },
  ),
  /** At the end what is still on its way arrives, newest first, or never does. */
  undelivered: fc.constantFrom('arrives' as const, 'is lost' as const),
})
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never

const pick = <T>(list: readonly T[], which: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (which % list.length)]

/** To which orders this may happen. What the service has called final it does not call open again. */
const acceptsLever =
  (what: string) =>
  ({ status, profile }: OrderJson): boolean =>
    what === 'correct'
      ? status === 'Failed' && profile === 'p2p'
      : status !== 'Success' && status !== 'Failed'

/** What the page of each order shows. */
type Pages = Map<number, CheckoutView>

/** The card that some page offers: it may have been forgotten on another. */
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
  const keepView = async (order: number, lookups: ReturnType<Simulation['send']>): Promise<void> => {
    const view = await lookups
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
    case 'open, held up on the way': {
      simulation.process().gate.stopAfter(step.after, 'freezes')
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
      return await keepView(step.order, simulation.send('POST', path, { ...choiceOf(step.method), after }))
    }
    case 'look': {
      const page = pages.get(step.order)
      return page === undefined
        ? undefined
        : await keepView(step.order, simulation.send('GET', `/checkouts/${page.id}`))
    }
    case 'forget': {
      const card = savedCardOf(pages)
      return card === undefined ? undefined : await simulation.deleteCard(card)
    }
    case 'pay out':
      return await simulation.payOut(`payout-${step.order}`)
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
    case 'take success back': {
      // Against all rules of the service: what was success stays success here.
      const order = pick(
        simulation.sandbox.orders().filter(({ status }) => status === 'Success'),
        step.which,
      )
      if (order === undefined) return
      await simulation.lever(`/orders/${order.externalId}`, { do: 'status', status: step.status })
      return
    }
    case 'bring': {
      const callbacks = pick(simulation.callbacks, step.which)
      if (callbacks === undefined) return
      const body = step.forged
        ? callbacks.body.replace(/"status":"[^"]*"/, '"status":"Success"')
        : callbacks.body
      return await simulation.deliverCallback({ ...callbacks, body })
    }
    case 'deaf':
      simulation.eventFailures = step.times
      return
    case 'pass':
      return await simulation.advance(step.seconds)
    case 'work':
      return await simulation.drain()
    case 'thaw':
      // It goes on where it stood while another works.
      simulation.resume()
      return await simulation.drain()
  }
}

/** The service is well again, and the clocks are turned until nothing more can come. */
async function quiesce(simulation: Simulation, undelivered: History['undelivered']): Promise<void> {
  simulation.network.quiesce()
  simulation.eventFailures = 0
  simulation.resume()
  await clearFaults(simulation)
  await simulation.advance(30)
  simulation.resume()
  if (undelivered === 'arrives')
    for (const callbacks of [...simulation.callbacks].reverse()) await simulation.deliverCallback(callbacks)
  for (let turns = 0; turns < 5; turns += 1) await simulation.advance(60)
  const until = ttlSeconds + watchHours * 3600
  // Where nothing is due any more, nothing comes of turning them further.
  for (let left = until; left > 0 && (await simulation.store.nextDue()) !== null; left -= 1800)
    await simulation.advance(1800)
}

/** Faults that nobody met are taken off by asking what they were put on. */
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

/** Lives through a history; throws where a rule does not hold. */
export async function runHistory({ card, steps, undelivered }: History, store: Store): Promise<void> {
  const simulation = createSimulation(store)
  const pages: Pages = new Map()
  if (card) await saveCard(simulation, pages)
  for (const step of steps) {
    await perform(simulation, pages, step)
    await simulation.check()
  }
  await quiesce(simulation, undelivered)
  await simulation.check('at rest')
}
