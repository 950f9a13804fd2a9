import fc from 'fast-check'
import type { CheckoutView, Method } from '../../../src/contract/index.ts'
import type { OrderJson } from '../../../src/sandbox/index.ts'
import type { Store } from '../../../src/server/index.ts'
import { createRun, type Run, ttlSeconds, watchHours } from './run.ts'

/** What goes wrong around a step. */
type Trouble =
  | { is: 'slow'; what: 'request' | 'answer'; ms: number }
  | { is: 'fault'; on: string; effect: string; commit: boolean; times: number }
  | { is: 'stop'; how: 'dies' | 'freezes'; after: number }

/** What happens next. `which` counts among what is there, from the newest. */
type Happening =
  | { do: 'open'; order: number; method: Method | null }
  | { do: 'start'; order: number; method: Method; stale: boolean }
  | { do: 'forget' }
  | { do: 'open, held up on the way'; order: number; after: number; seconds: number }
  | { do: 'look'; order: number }
  | { do: 'pay out'; order: number }
  | { do: 'service'; which: number; lever: { do: string; amount?: string; status?: string } }
  | { do: 'fail, and later correct'; which: number; seconds: number }
  | { do: 'take success back'; which: number; status: string }
  | { do: 'bring'; which: number; forged: boolean }
  | { do: 'deaf'; times: number }
  | { do: 'pass'; seconds: number }
  | { do: 'work' }
  | { do: 'thaw' }
export type Step = Happening & { trouble: Trouble | null }

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

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
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

const happening: fc.Arbitrary<Happening> = fc.oneof(
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
      .tuple(
        happening,
        fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: trouble }),
      )
      .map(([what, wrong]): Step => ({ ...what, trouble: wrong })),
    { minLength: 4, maxLength: 24, size: 'max' },
  ),
  /** At the end what is still on its way arrives, newest first, or never does. */
  rest: fc.constantFrom('arrives' as const, 'is lost' as const),
})
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never

const take = <T>(list: readonly T[], which: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (which % list.length)]

/** To which orders this may happen. What the service has called final it does not call open again. */
const takes =
  (what: string) =>
  ({ status, profile }: OrderJson): boolean =>
    what === 'correct'
      ? status === 'Failed' && profile === 'p2p'
      : status !== 'Success' && status !== 'Failed'

/** What the page of each order shows. */
type Pages = Map<number, CheckoutView>

/** The card that some page offers: it may have been forgotten on another. */
const cardOn = (pages: Pages): string | undefined =>
  [...pages.values()].flatMap(({ savedCards }) => savedCards ?? []).at(-1)?.id

async function comeWithCard(run: Run, pages: Pages): Promise<void> {
  await run.ask('POST', '/checkouts', { order: 'order before', method: 'form' })
  for (const { externalId } of run.sandbox.orders()) await run.lever(`/orders/${externalId}`, { do: 'pay' })
  await run.pass(3)
  const view = await run.ask('POST', '/checkouts', { order: 'order before' })
  if (view !== null) pages.set(-1, view)
  await run.check()
}

async function goWrong(run: Run, trouble: Trouble): Promise<void> {
  switch (trouble.is) {
    case 'slow':
      return run.wire.delay(trouble)
    case 'fault': {
      const { on, effect, commit, times } = trouble
      await run.lever('/faults', { on, effect, times, commit })
      return
    }
    case 'stop': {
      const { gate } = run.process()
      return trouble.after === 0 ? gate.stopNow(trouble.how) : gate.stopAfter(trouble.after, trouble.how)
    }
  }
}

async function happen(run: Run, pages: Pages, step: Step): Promise<void> {
  if (step.trouble !== null) await goWrong(run, step.trouble)
  const turn = async (order: number, asked: ReturnType<Run['ask']>): Promise<void> => {
    const view = await asked
    if (view !== null) pages.set(order, view)
  }
  const chosen = (method: Method): { method: Method; savedCard?: string } => {
    const savedCard = method === 'saved-card' ? cardOn(pages) : undefined
    if (savedCard !== undefined) return { method, savedCard }
    return { method: method === 'saved-card' ? 'form' : method }
  }
  switch (step.do) {
    case 'open':
      return await turn(
        step.order,
        run.ask('POST', '/checkouts', {
          order: `order-${step.order}`,
          ...(step.method === null ? {} : chosen(step.method)),
        }),
      )
    case 'open, held up on the way': {
      run.process().gate.stopAfter(step.after, 'freezes')
      const method = 'transfer'
      await turn(step.order, run.ask('POST', '/checkouts', { order: `order-${step.order}`, method }))
      await run.pass(step.seconds)
      await run.pass(3)
      return run.thaw()
    }
    case 'start': {
      const page = pages.get(step.order)
      if (page === undefined) return
      const after = step.stale ? Math.max(0, page.attempt - 1) : page.attempt
      const path = `/checkouts/${page.id}/attempts`
      return await turn(step.order, run.ask('POST', path, { ...chosen(step.method), after }))
    }
    case 'look': {
      const page = pages.get(step.order)
      return page === undefined ? undefined : await turn(step.order, run.ask('GET', `/checkouts/${page.id}`))
    }
    case 'forget': {
      const card = cardOn(pages)
      return card === undefined ? undefined : await run.forget(card)
    }
    case 'pay out':
      return await run.payOut(`payout-${step.order}`)
    case 'service': {
      const order = take(run.sandbox.orders().filter(takes(step.lever.do)), step.which)
      if (order !== undefined) await run.lever(`/orders/${order.externalId}`, step.lever)
      return
    }
    case 'fail, and later correct': {
      const order = take(run.sandbox.orders().filter(takes('fail')), step.which)
      if (order === undefined) return
      await run.lever(`/orders/${order.externalId}`, { do: 'fail' })
      await run.pass(step.seconds)
      await run.lever(`/orders/${order.externalId}`, { do: 'correct' })
      return
    }
    case 'take success back': {
      // Against all rules of the service: what was success stays success here.
      const order = take(
        run.sandbox.orders().filter(({ status }) => status === 'Success'),
        step.which,
      )
      if (order === undefined) return
      await run.lever(`/orders/${order.externalId}`, { do: 'status', status: step.status })
      return
    }
    case 'bring': {
      const mail = take(run.mail, step.which)
      if (mail === undefined) return
      const body = step.forged ? mail.body.replace(/"status":"[^"]*"/, '"status":"Success"') : mail.body
      return await run.bring({ ...mail, body })
    }
    case 'deaf':
      run.deafness = step.times
      return
    case 'pass':
      return await run.pass(step.seconds)
    case 'work':
      return await run.settle()
    case 'thaw':
      // It goes on where it stood while another works.
      run.thaw()
      return await run.settle()
  }
}

/** The service is well again, and the clocks are turned until nothing more can come. */
async function quiet(run: Run, rest: History['rest']): Promise<void> {
  run.wire.quiet()
  run.deafness = 0
  run.thaw()
  await clearFaults(run)
  await run.pass(30)
  run.thaw()
  if (rest === 'arrives') for (const mail of [...run.mail].reverse()) await run.bring(mail)
  for (let turns = 0; turns < 5; turns += 1) await run.pass(60)
  const until = ttlSeconds + watchHours * 3600
  // Where nothing is due any more, nothing comes of turning them further.
  for (let left = until; left > 0 && (await run.store.nextDue()) !== null; left -= 1800) await run.pass(1800)
}

/** Faults that nobody met are taken off by asking what they were put on. */
async function clearFaults(run: Run): Promise<void> {
  const env = run.sandbox.env()
  const base = env['PAYMENTS_BASE_URL'] ?? ''
  for (;;) {
    const response = await run.sandbox.fetch('http://service.test/_sandbox/faults')
    const faults: unknown = await response.json()
    if (!Array.isArray(faults) || faults.length === 0) return
    for (const [path, method] of [
      ['/api/v1/integration/deposit-order/', 'POST'],
      ['/api/v1/integration/withdrawal-order/', 'POST'],
      ['/api/v1/integration/deposit-order/none/status', 'GET'],
      ['/api/v1/integration/withdrawal-order/none/status', 'GET'],
    ] as const) {
      await run.sandbox.fetch(`${base}${path}`, { method }).catch(() => null)
    }
  }
}

/** Lives through a history; throws where a rule does not hold. */
export async function live({ card, steps, rest }: History, store: Store): Promise<void> {
  const run = createRun(store)
  const pages: Pages = new Map()
  if (card) await comeWithCard(run, pages)
  for (const step of steps) {
    await happen(run, pages, step)
    await run.check()
  }
  await quiet(run, rest)
  await run.check('at rest')
}
