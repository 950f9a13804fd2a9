import { createRandom, type Random } from '../../src/sandbox/random.ts'
import { memoryStore } from '../../src/server/index.ts'
import { statusOf } from '../../src/server/rules/checkout/view.ts'
import type { Checkout } from '../../src/server/rules/model.ts'
import { calm } from './conditions.ts'
import { createWorld } from './create-world.ts'
import { settle } from './determinism.ts'
import type { Fact } from './fact.ts'
import { type Harm, harmOf } from './harms.ts'
import type { Change } from './service.ts'
import { expirySeconds } from './shop-rules.ts'
import { InvariantViolation } from './violation.ts'
import { finish } from './world/finish.ts'
import { instanceAt, jumpClock, stopInstances } from './world/instances.ts'
import { changeOrder, openOrderOn } from './world/service-orders.ts'
import { sendFromTab } from './world/tab-requests.ts'
import { closeTab, openTab } from './world/tabs.ts'
import type { World } from './world.ts'

/** What goes wrong around a crowd of payers. */
export interface Conditions {
  /** Percent of the service's callbacks that never arrive, and of their acknowledgements. */
  callbackLoss: number
  /** How many servers are killed in an hour. */
  kills: number
  /** By how many seconds at most a server's clock is wrong. */
  skew: number
  /** Percent of the service's requests, and of its responses, that take up to 15 s. */
  serviceSlow: number
}

export interface CrowdOptions extends Conditions {
  seed: string
  payers: number
}

export type Dot =
  | 'waiting'
  | 'open'
  | 'payable'
  | 'sent'
  | 'paid'
  | 'short'
  | 'failed'
  | 'expired'
  | 'review'
  | Harm

/** One line of an order's story. `at`: virtual milliseconds since the start. */
export interface Line {
  at: number
  payer: number
  text: string
  /** Something went wrong, or was put right. */
  tone?: 'fault' | 'good'
}

export interface Violation {
  at: number
  harm: Harm | 'other'
  payer: number | null
  rule: string
}

/** What has happened since the step before. */
export interface Step {
  at: number
  phase: 'payers' | 'settling' | 'over'
  dots: { payer: number; dot: Dot }[]
  lines: Line[]
  violations: Violation[]
  counts: Record<'lostCallbacks' | 'kills' | 'requests' | 'lookups' | 'checks', number>
}

const payersWithin = 12 * 60
const payersStay = 8 * 60
const servers = 3
const secondsPerCheck = 10
/** Nobody watches what is left to do hours later. */
const secondsPerSettlingStep = 60
/** A lookup this long ago has found what is stored now. */
const recentMs = 2000

const nameOf = (server: string): string => `Server ${server}`

const plans = [
  ...Array.from({ length: 14 }, () => 'pay' as const),
  ...(['pay and leave', 'pay and leave', 'pay less', 'pay late', 'fail', 'correct', 'never pay'] as const),
] as const

interface Payer {
  order: string
  arrives: number
  method: 'transfer' | 'form'
  plan: (typeof plans)[number]
  /** Seconds from the payment details to the payment. */
  takes: number
  /** Wants to pay in another way while the money is on its way. */
  isImpatient: boolean
}

const drawPayer = (random: Random, arrives: number, index: number): Payer => ({
  order: `order-${index + 1}`,
  arrives,
  method: random.int(6) === 0 ? 'form' : 'transfer',
  plan: plans[random.int(plans.length)] ?? 'pay',
  takes: 15 + random.int(120),
  isImpatient: random.int(6) === 0,
})

/** Runs the history of a seed under these conditions. It waits for `onStep`, about once a virtual second. */
export async function runCrowd(
  { seed, payers: payerCount, callbackLoss, kills, skew, serviceSlow }: CrowdOptions,
  onStep: (step: Step) => Promise<void> | void,
): Promise<void> {
  const random = createRandom(`crowd ${seed}`)
  const arrivals = Array.from({ length: payerCount }, () => random.int(payersWithin * 1000))
  const payers = arrivals.sort((a, b) => a - b).map((at, index) => drawPayer(random, at, index))
  const conditions = { ...calm, callbackLoss, serviceSlow, skewMs: skew * 1000, moreInstances: servers - 1 }
  const crowd = createCrowd(payers)
  const world = createWorld(`crowd ${seed}`, memoryStore(), conditions, () => undefined, {
    maxTabs: payerCount,
    observe: (fact) => crowd.observe(fact),
  })
  crowd.start(world)
  const { advance, check } = world

  const checkQuietly = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof InvariantViolation)) throw error
      crowd.onViolation(error.message)
    }
    crowd.counts.checks += 1
  }
  world.check = () => checkQuietly(check)
  let phase: Step['phase'] = 'payers'
  const step = async (): Promise<void> => {
    await settle()
    await onStep({ phase, ...crowd.takeStep() })
  }
  // `finish` advances hours: each part of them is a step, too.
  world.advance = async (seconds) => {
    const part = phase === 'payers' ? 1 : secondsPerSettlingStep
    // Lost for good: `finish` ends all faults, and the service would send them once more.
    world.conditions.callbackLoss = callbackLoss
    for (let left = seconds; left > 0; left -= part) {
      await advance(Math.min(part, left))
      await step()
    }
  }

  for (const payer of payers) world.scheduler.after(payer.arrives, () => void act(world, payer, crowd))
  planKills(world, random, kills)
  planClocks(world, random, skew)
  try {
    for (let seconds = 0; seconds < payersWithin + payersStay; seconds += secondsPerCheck) {
      await world.advance(secondsPerCheck)
      await world.check()
    }
    phase = 'settling'
    for (const tab of [...world.tabs]) closeTab(world, tab)
    await checkQuietly(() => finish(world, 'lost'))
  } finally {
    crowd.end()
    await stopInstances(world)
  }
  phase = 'over'
  await step()
}

function planKills(world: World, random: Random, perHour: number): void {
  const { scheduler } = world
  if (perHour === 0) return
  const next = (): void => {
    scheduler.after(random.int((2 * 3600_000) / perHour), () => {
      if (scheduler.now() > startedAt + (payersWithin + payersStay) * 1000) return
      // After some of its next calls of a database or the service.
      instanceAt(world, random.int(servers)).gate.stopAfter(random.int(12), 'crash')
      next()
    })
  }
  const startedAt = scheduler.now()
  next()
}

function planClocks(world: World, random: Random, seconds: number): void {
  if (seconds === 0) return
  for (let which = 0; which < servers; which += 1) {
    const next = (): void => {
      jumpClock(world, which, (random.int(2001) - 1000) * seconds)
      world.scheduler.after(20_000 + random.int(100_000), next)
    }
    next()
  }
}

/** A payer opens the page, waits for details, and does what was planned. */
async function act(world: World, payer: Payer, crowd: Crowd): Promise<void> {
  const { order, method, plan, takes, isImpatient } = payer
  const { scheduler } = world
  const say = (text: string): void => crowd.say(order, text)
  say(`The payer opens the payment page and chooses ${method === 'form' ? 'a card' : 'a bank transfer'}`)
  const tab = openTab(world, order, method)
  const endsAt = scheduler.now() + payersStay * 1000
  /** The last attempt whose details were seen. */
  let seen = 0
  let triedAgain = 0
  const control = (id: string, change: Change): Promise<void> => changeOrder(world, id, change)

  async function pay(id: string, amount: string): Promise<void> {
    if (plan === 'fail' || plan === 'correct') {
      await control(id, { do: 'fail' })
      say('The bank refuses the payment')
      if (plan !== 'correct' || method === 'form') return
      await scheduler.delay(60_000)
      await control(id, { do: 'correct' })
      crowd.onMoney(order)
      say('The bank corrects it: the money is at the service after all')
      return
    }
    if (plan === 'pay less') await control(id, { do: 'amount', amount: '900.00' })
    await control(id, { do: 'pay' })
    crowd.onMoney(order)
    say(`The payer pays ${plan === 'pay less' ? '900.00' : amount}: the money is at the service`)
    if (plan !== 'pay and leave') return
    say('The payer closes the page')
    closeTab(world, tab)
  }

  /** Minutes pass between the payment and its arrival, and the payer wants to pay in another way meanwhile. */
  async function sendSlowly(id: string, amount: string): Promise<void> {
    await scheduler.delay(takes * 1000)
    if (!world.tabs.includes(tab)) return
    say('The payer sends the money, and says so on the page; the bank takes two minutes')
    scheduler.after(120_000, () => void pay(id, amount))
    await sendFromTab(world, tab, '/attempts/1/sent', { sent: true })
    await scheduler.delay(20_000)
    if (!world.tabs.includes(tab)) return
    say('The payer is impatient and requests another account number')
    await sendFromTab(world, tab, '/attempts', { method: 'transfer', after: 1, replace: true })
  }

  while (scheduler.now() < endsAt && world.tabs.includes(tab)) {
    await scheduler.delay(2000)
    const { view } = tab.session.state
    if (view?.final === true) break
    if (view?.status === 'failed' && view.retry && triedAgain < 2) {
      triedAgain += 1
      say('The payer tries again')
      void tab.session.start({ method: 'transfer' })
      await scheduler.delay(5000)
      continue
    }
    if (view?.status !== 'pending' || seen === view.attempts) continue
    const open = await openOrderOn(world, tab)
    if (open === undefined) continue
    seen = view.attempts
    say('The payer sees where to pay')
    if (isImpatient && plan === 'pay' && seen === 1) {
      void sendSlowly(open.externalId, open.amount)
      continue
    }
    if (plan === 'never pay') continue
    const delay = plan === 'pay late' ? expirySeconds + takes : takes
    scheduler.after(delay * 1000, () => void pay(open.externalId, open.amount))
  }
  // Leaves a while after the end.
  await scheduler.delay(60_000)
  if (world.tabs.includes(tab)) closeTab(world, tab)
}

type Crowd = ReturnType<typeof createCrowd>

/** Collects what happens to each payer. */
function createCrowd(payers: readonly Payer[]) {
  const payerOf = new Map(payers.map(({ order }, index) => [order, index]))
  const checkouts = new Map<number, Checkout>()
  const dots = new Map<number, Dot>()
  const harms = new Map<number, Harm>()
  const sent = new Set<number>()
  const known = new Set<string>()
  const lastLookup = new Map<number, { server: string; at: number }>()
  const lines: Line[] = []
  const violations: Violation[] = []
  const counts = { lostCallbacks: 0, kills: 0, requests: 0, lookups: 0, checks: 0 }
  let changed = new Map<number, Dot>()
  let world: World | undefined
  let startedAt = 0
  let isOver = false
  let ruleCount = 0
  const now = (): number => (world?.scheduler.now() ?? 0) - startedAt

  function add(subject: string, text: string, tone?: Line['tone']): void {
    const payer = payerOf.get(subject)
    if (payer === undefined) return
    lines.push({ at: now(), payer, text, ...(tone === undefined ? {} : { tone }) })
  }

  function stored(entry: Checkout, server: string): void {
    const payer = payerOf.get(entry.order)
    if (payer === undefined) return
    const before = checkouts.get(payer)
    checkouts.set(payer, entry)
    for (const id of [entry.id, ...entry.attempts.flatMap(idsOf)]) payerOf.set(id, payer)
    const by = nameOf(server)
    const lookup = lastLookup.get(payer)
    for (const [index, attempt] of entry.attempts.entries()) {
      const earlier = before?.attempts[index]
      const isFound = earlier?.state !== attempt.state && attempt.state === 'succeeded'
      if (isFound && lookup !== undefined && now() - lookup.at < recentMs)
        add(entry.order, `${nameOf(lookup.server)} looks it up at the service: the money is there`, 'good')
      const is = describeState(attempt.state, attempt.underpaid)
      if (earlier?.state !== attempt.state || earlier.underpaid !== attempt.underpaid)
        add(entry.order, `${by} stores: ${is}`, attempt.state === 'succeeded' ? 'good' : undefined)
      if ((earlier?.review ?? null) === null && attempt.review !== null)
        add(entry.order, `${by} hands it to an operator (${attempt.review.reason})`)
    }
    if (before?.expired === false && entry.expired) add(entry.order, `${by} stores: the time to pay is over`)
  }

  /** Once for each payer and harm: others follow from the first, also again at each check. */
  function report(payer: number | null, harm: Violation['harm'], rule: string): void {
    const key = payer === null ? rule : `${harm} ${payer}`
    if (known.has(key)) return
    known.add(key)
    violations.push({ at: now(), harm, payer, rule })
    if (payer === null || harm === 'other') return
    harms.set(payer, harm)
    add(payers[payer]?.order ?? '', `Rule broken: ${rule.slice(0, 200)}`, 'fault')
  }
  const currentDot = (payer: number, checkout: Checkout): Dot =>
    harms.get(payer) ?? dotOf(checkout, sent.has(payer), world?.scheduler.now() ?? 0)

  return {
    counts,
    say: add,
    /** What follows is the end of the simulation itself. A payment that the shop does not know of by now is lost. */
    end(): void {
      isOver = true
      for (const [payer, checkout] of checkouts)
        if (currentDot(payer, checkout) === 'sent')
          report(payer, 'lost', 'the money is at the service, and the shop does not know it')
    },
    /** The payer's money is at the service. */
    onMoney: (order: string): unknown => sent.add(payerOf.get(order) ?? -1),
    start(started: World): void {
      world = started
      startedAt = started.scheduler.now()
    },
    observe(fact: Fact): void {
      switch (fact.type) {
        case 'stored':
          if (fact.entry.kind === 'checkout') stored(fact.entry, fact.server)
          break
        case 'event':
          add(fact.subject, `The shop receives ${fact.event}`, 'good')
          break
        case 'shown':
          add(fact.subject, `The page shows “${fact.status}”`)
          break
        case 'callback':
          if (fact.fate === 'lost') counts.lostCallbacks += 1
          add(
            fact.subject,
            `A callback (${fact.status}) is ${fact.fate}`,
            fact.fate === 'received' ? undefined : 'fault',
          )
          break
        case 'create':
          counts.requests += 1
          add(fact.subject, ...answered(`${nameOf(fact.server)} requests an order`, fact.status))
          break
        case 'lookup':
          counts.lookups += 1
          lastLookup.set(payerOf.get(fact.subject) ?? -1, { server: fact.server, at: now() })
          if (fact.status === null)
            add(fact.subject, ...answered(`${nameOf(fact.server)} looks it up`, fact.status))
          break
        case 'interrupted':
          add(fact.subject, `${nameOf(fact.server)} is killed while it answers the page`, 'fault')
          break
        case 'stopped':
          if (!isOver) counts.kills += 1
          break
      }
    },
    onViolation(message: string): void {
      // Each message repeats all of the ones before.
      const rules = message.split('\n').slice(ruleCount)
      ruleCount += rules.length
      for (const rule of rules) {
        const payer = [...payerOf].find(([id]) => id.length > 12 && rule.includes(id))?.[1] ?? null
        report(payer, harmOf(rule), rule)
      }
    },
    takeStep(): Omit<Step, 'phase'> {
      for (const [payer, checkout] of checkouts) {
        const dot = currentDot(payer, checkout)
        if (dots.get(payer) === dot) continue
        dots.set(payer, dot)
        changed.set(payer, dot)
      }
      const taken = [...changed].map(([payer, dot]) => ({ payer, dot }))
      changed = new Map()
      return {
        at: now(),
        dots: taken,
        lines: lines.splice(0),
        violations: violations.splice(0),
        counts: { ...counts },
      }
    },
  }
}

const idsOf = ({ externalTransactionId, externalId }: Checkout['attempts'][number]): string[] =>
  externalId === null ? [externalTransactionId] : [externalTransactionId, externalId]

const answered = (text: string, status: number | null): [string, Line['tone']] =>
  status === null ? [`${text}: no answer in time`, 'fault'] : [`${text}: ${status}`, undefined]

function describeState(state: Checkout['attempts'][number]['state'], isShort: boolean): string {
  switch (state) {
    case 'sending':
      return 'an order will be requested'
    case 'unknown':
      return 'it is unknown whether the order exists'
    case 'placed':
      return 'the order exists and can be paid'
    case 'succeeded':
      return isShort ? 'less was paid than was asked for' : 'paid'
    case 'failed':
      return 'failed'
    case 'refused':
      return 'the service refused the order'
    case 'not_created':
      return 'there is no such order'
  }
}

function dotOf(checkout: Checkout, isSent: boolean, at: number): Dot {
  const status = statusOf(checkout, at)
  if (status === 'succeeded') return 'paid'
  if (checkout.attempts.some(({ underpaid }) => underpaid)) return 'short'
  if (isSent) return 'sent'
  if (checkout.attempts.some(({ review }) => review !== null && review.resolved === null)) return 'review'
  if (status === 'pending') return 'payable'
  return status === 'failed' || status === 'expired' ? status : 'open'
}
