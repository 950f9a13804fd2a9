import { applyCallback, applyCreate, applyLookup, discard, doubt, newAttempt } from './attempt.ts'
import {
  changeAttempt,
  isForgotten,
  keepsPayment,
  mayReplace,
  mayStart,
  setAside,
  written,
} from './checkout.ts'
import type { Model } from './scopes.ts'
import type { Actor, Answer, Attempt, Checkout, CreateResponse, Send, State, Task } from './state.ts'
import { isAbsent, isOpen, isPaid, isUndecided, received, reserved } from './state.ts'

/** What a step changes. With `stored` it is a write. */
interface Change extends Partial<State> {
  /** What the process does next. Default: it is free. */
  next?: Task
  /** It requests or applies a lookup with this answer. */
  lookup?: Answer
}

export interface Step extends Change {
  actor: Actor
  text: string
  to: State
}

/** A step from the state in which it is possible. */
type Rule = Omit<Step, 'to'>
const rule = (actor: Actor, text: string, change: Change = {}): Rule => ({ actor, text, ...change })

/** Every step that may come next. */
export const steps = (state: State, model: Model): Step[] =>
  [...rules(state, model)]
    .filter(({ actor }) => !model.absent.includes(actor))
    .flatMap((one) => outcomes(state, one, model).map((to) => ({ ...one, to })))

function outcomes(state: State, change: Change, model: Model): State[] {
  const { service, inTime, inFlight, tasks, stored } = { ...state, ...change }
  const to = { ...state, service, inTime, inFlight, tasks: tasks === state.tasks ? tasks : sorted(tasks) }
  if (stored === state.stored) return [to]
  return written(state.stored, stored, model).map((after) => {
    const announced = state.announced + (isAnnounced(state.stored, after, model) ? 1 : 0)
    return { ...to, stored: after, announced: Math.min(2, announced) }
  })
}

/** The shop receives that the order is paid. */
function isAnnounced(before: Checkout, after: Checkout, { without }: Model): boolean {
  const [earlier, now] = [before.attempts.filter(isPaid).length, after.attempts.filter(isPaid).length]
  return now > earlier && (earlier === 0 || without === 'a payment is announced once')
}

/** Processes are alike: only what is done matters, not which of them does it. */
const sorted = (tasks: readonly Task[]): readonly Task[] =>
  tasks.length < 2 ? tasks : tasks.toSorted((x, y) => (JSON.stringify(x) < JSON.stringify(y) ? -1 : 1))

function* rules(state: State, model: Model): Generator<Rule> {
  const { tasks, stored } = state
  const beside = (others: readonly Task[], { next, ...one }: Rule): Rule => ({
    ...one,
    tasks: next === undefined ? others : [...others, next],
  })
  for (const task of tasks) {
    const others = tasks.filter((other) => other !== task)
    for (const one of busyProcess(state, task, model)) yield beside(others, one)
  }
  if (tasks.length < model.processes) for (const one of freeProcess(state, model)) yield beside(tasks, one)
  for (const send of state.inTime)
    yield rule('time', `${textOf(send)} cannot be in flight any more`, {
      inTime: except(state.inTime, send),
      inFlight: except(state.inFlight, send),
    })
  for (const send of state.inFlight) yield* arrivals(state, send)
  for (const [a, attempt] of stored.attempts.entries()) {
    yield* news(state, a, model)
    yield* decisions(state, a, attempt, model)
  }
  yield* checkoutRules(stored)
}

const isSame = (one: Send, other: Send): boolean => one.a === other.a && one.n === other.n
const has = (sends: readonly Send[], send: Send): boolean => sends.some((one) => isSame(one, send))
const except = (sends: readonly Send[], send: Send): Send[] => sends.filter((one) => !isSame(one, send))
const textOf = ({ a, n }: Send): string => `create ${n} of attempt ${a + 1}`

/** A process may crash, lose its lease or go on; without its lease it does not write. */
function* busyProcess(state: State, task: Task, model: Model): Generator<Rule> {
  yield rule('crash', `a process crashes (${task.do})`)
  if (task.lease === 'held') yield rule('crash', 'a lease ends', { next: { ...task, lease: 'lost' } })
  const mayWrite = task.lease !== 'lost' || model.without === 'a write needs the lease'
  for (const one of taskRules(state, task, model))
    yield mayWrite || one.stored === undefined ? one : rule('server', 'the lease is lost: not written')
}

function taskRules(state: State, task: Task, model: Model): Iterable<Rule> {
  switch (task.do) {
    case 'send':
      return [sendCreate(state, task, model)]
    case 'await':
      return awaitResponse(state, task, model)
    case 'lookup':
      return writeLookup(state, task, model)
    case 'conclude':
      return [conclude(state, task, model)]
    case 'refund':
      return [reserveRefund(state.stored, task, model)]
  }
}

type Doing<Name extends Task['do']> = Extract<Task, { do: Name }>

function sendCreate({ inTime, inFlight }: State, { a, n, lease }: Doing<'send'>, model: Model): Rule {
  const task = { do: 'await', a, n, lease } as const
  if (!has(inTime, task) && model.without !== 'a send that was delayed too long does not leave')
    return rule('server', `${textOf(task)} is too late, so not sent`, { next: { ...task, got: 'unknown' } })
  const next = { ...task, got: null }
  return rule('server', `${textOf(task)} is sent`, { inFlight: [...inFlight, { a, n }], next })
}

function* awaitResponse({ stored, inFlight }: State, task: Doing<'await'>, model: Model): Generator<Rule> {
  const { a, n, got } = task
  const actor = got !== null || has(inFlight, task) ? 'network' : 'time'
  if (got !== 'unknown')
    yield rule(actor, `no response to ${textOf(task)}`, { next: { ...task, got: 'unknown' } })
  if (got === null) return
  const after = changeAttempt(stored, a, (one) => applyCreate(one, n, got, model))
  yield rule('server', `"${got}" of attempt ${a + 1} is written`, { stored: after })
}

function* writeLookup({ stored }: State, task: Doing<'lookup'>, model: Model): Generator<Rule> {
  const { a, saw, lease } = task
  for (const overdue of [false, true]) {
    const after = changeAttempt(stored, a, (one) => applyLookup(one, task, overdue, model))
    const text = `the lookup "${saw}"${overdue ? ', overdue,' : ''} of attempt ${a + 1} is written`
    const write = { lookup: saw, stored: after }
    const isDone = lease !== 'none' && isSearched(after, a, model)
    yield rule('server', text, isDone ? { ...write, next: { do: 'conclude', a, lease } } : write)
  }
}

/** Rule 3: two lookups have not found the order. */
function isSearched({ attempts, expired }: Checkout, a: number, model: Model): boolean {
  const attempt = attempts[a]
  const isHasty = model.without === 'an attempt without an order is discarded only after two lookups'
  return attempt?.state === 'unknown' && (attempt.notFound === 2 || (isHasty && expired))
}

/** Rule 3: the same bytes are sent again, or it is too late for that. */
function conclude({ stored, inTime }: State, { a, lease }: Doing<'conclude'>, model: Model): Rule {
  const attempt = stored.attempts[a]
  const goesOn = rule('server', `attempt ${a + 1} stays as it is`)
  if (attempt?.state !== 'unknown') return goesOn
  const isOver = stored.expired || stored.attempts.some(({ state }) => state === 'succeeded')
  const ended = changeAttempt(stored, a, discard)
  if (isOver) return rule('server', `the end of attempt ${a + 1} is written`, { stored: ended })
  const n = attempt.sends + 1
  if (attempt.review !== null || n > model.sends) return goesOn
  return rule('server', `send ${n} of attempt ${a + 1} is written`, {
    stored: changeAttempt(stored, a, (one) => ({ ...one, state: 'sending', sends: n, notFound: 0 })),
    inTime: [...inTime, { a, n }],
    next: { do: 'send', a, n, lease },
  })
}

function reserveRefund(stored: Checkout, { amount }: Doing<'refund'>, model: Model): Rule {
  const fits = reserved(stored) + amount <= received(stored, model.asked)
  if (!fits && model.without !== 'a refund is checked in the write that reserves it')
    return rule('server', `a refund of ${amount} is rejected`)
  const refunds = [...stored.refunds, { amount, state: 'reserved' as const }]
  return rule('server', `a refund of ${amount} is reserved`, { stored: { ...stored, refunds } })
}

function* freeProcess(state: State, model: Model): Generator<Rule> {
  const { stored, tasks } = state
  yield* startAttempt(state, model)
  for (const [a, attempt] of stored.attempts.entries()) {
    if (isAbsent(attempt) || isForgotten(attempt, stored, model)) continue
    // A payer's request looks the last one up, a worker any.
    if (a === stored.attempts.length - 1) yield* lookUp(state, a, attempt, 'none')
    if (tasks.every(({ lease }) => lease !== 'held')) yield* lookUp(state, a, attempt, 'held')
  }
  const requested = stored.refunds.length + tasks.filter((task) => task.do === 'refund').length
  for (const amount of requested < model.refunds ? model.refundAmounts : [])
    if (reserved(stored) + amount <= received(stored, model.asked))
      yield rule('operator', `an operator requests a refund of ${amount}`, {
        next: { do: 'refund', amount, lease: 'none' },
      })
}

/** A new attempt is stored, and sent by the process that has stored it. */
function* startAttempt({ stored, inTime, service }: State, model: Model): Generator<Rule> {
  const a = stored.attempts.length
  const replaces = !mayStart(stored, model)
  if (a === model.attempts || (replaces && !mayReplace(stored))) return
  const before = replaces ? { ...changeAttempt(stored, a - 1, setAside), expired: false } : stored
  const isStored = model.without !== 'an attempt is stored before it is sent'
  for (const kind of model.kinds) {
    const text = `attempt ${a + 1} (${kind}) ${isStored ? 'is stored' : 'starts'}`
    yield rule('payer', replaces ? `${text}, in place of attempt ${a}` : text, {
      stored: isStored ? { ...before, attempts: [...before.attempts, newAttempt(kind)] } : stored,
      service: [...service, []],
      inTime: [...inTime, { a, n: 1 }],
      next: { do: 'send', a, n: 1, lease: 'none' },
    })
  }
}

function* lookUp(
  { service, inTime }: State,
  a: number,
  { state, sends: n }: Attempt,
  lease: 'none' | 'held',
): Generator<Rule> {
  const said = service[a] ?? []
  const word = said.at(-1) ?? 'not found'
  const isSending = state === 'sending' ? 'sending' : 'in flight'
  const early = has(inTime, { a, n }) ? isSending : 'no'
  const who = lease === 'held' ? 'a worker' : 'a request'
  const look = (actor: Actor, saw: Answer): Rule =>
    rule(actor, `${who} looks attempt ${a + 1} up: ${saw}`, {
      lookup: saw,
      next: { do: 'lookup', a, saw, early, lease },
    })
  yield look(lease === 'held' ? 'server' : 'payer', word)
  yield look(lease === 'held' ? 'silence' : 'network', 'silence')
  yield look('not found yet', 'not found')
  for (const earlier of said) yield look('lag', earlier)
  if (word !== 'not found') yield look('unclear', 'unclear')
  if (typeof word === 'number') yield look('no amount', 'paid')
}

/** A create reaches the service, which executes it unless an order exists, and responds. */
function* arrivals({ stored, inFlight, service, tasks }: State, create: Send): Generator<Rule> {
  const arrive = (got: CreateResponse, service: State['service'], text: string = got): Rule =>
    rule('time', `${textOf(create)} arrives: ${text}`, {
      inFlight: except(inFlight, create),
      service,
      tasks: tasks.map((task) =>
        task.do === 'await' && isSame(task, create) && task.got === null ? { ...task, got } : task,
      ),
    })
  // Also before anything is compared or executed, such as for its key.
  yield arrive('refused', service)
  const exists = service[create.a]?.length !== 0
  // A rejection comes instead of an order; that of a later send may come before the ids are compared.
  if (stored.attempts[create.a]?.kind === 'payout' && (!exists || create.n > 1))
    yield arrive('rejected', service)
  if (exists) return yield arrive('duplicate', service)
  const executed = service.with(create.a, ['pending'])
  yield arrive('placed', executed)
  // Delivered twice, and the second is answered.
  yield arrive('duplicate', executed)
  // A proxy refuses what the service has executed.
  yield arrive('refused', executed, 'refused, and an order exists')
}

/** The service changes its word about an order, and calls back whatever it has said, at any time. */
function* news({ service, stored }: State, a: number, model: Model): Generator<Rule> {
  const said = service[a] ?? []
  const words = said.at(-1) === 'pending' ? (['failed', ...model.amounts] as const) : model.amounts
  for (const word of said.length > 0 && said.length <= model.news ? words : [])
    if (word !== said.at(-1))
      yield rule('service', `the service says of attempt ${a + 1}: ${word}`, {
        service: service.with(a, [...said, word]),
      })
  const forged = model.without === 'a callback needs a valid signature' ? [model.asked] : []
  for (const word of [...said, ...forged]) {
    const after = changeAttempt(stored, a, (one) => applyCallback(one, word, model))
    yield rule('callback', `a callback of attempt ${a + 1} is applied: ${word}`, { stored: after })
  }
}

function* decisions(
  { stored, service, inTime, inFlight }: State,
  a: number,
  attempt: Attempt,
  model: Model,
): Generator<Rule> {
  const { review, state, short } = attempt
  const change = (text: string, changed: Attempt): Rule =>
    rule('operator', `an operator ${text} attempt ${a + 1}`, {
      stored: changeAttempt(stored, a, () => changed),
    })
  if (isAbsent(attempt)) yield change('doubts', doubt(attempt))
  if (review === null || review.resolved === 'automatic') return
  const resolved: Attempt = { ...attempt, review: { ...review, resolved: 'operator' } }
  if (isOpen(attempt)) yield change('acknowledges the review of', resolved)
  const mayAccept = short && (keepsPayment(stored, attempt, model) || stored.attempts.some(isPaid))
  if (mayAccept) yield change('accepts the amount of', { ...resolved, short: false })
  // The operator has asked the service.
  const mayExist = service[a]?.length !== 0 || [...inTime, ...inFlight].some((create) => create.a === a)
  const isUnresolved = review.reason === 'unresolved' && isUndecided(attempt) && state !== 'sending'
  if (isUnresolved && !mayExist) yield change('discards', discard(resolved))
}

function* checkoutRules(stored: Checkout): Generator<Rule> {
  const { attempts, expired, refunds } = stored
  if (attempts.some(({ kind }) => kind === 'payout')) return
  if (!expired) yield rule('time', 'the checkout expires', { stored: { ...stored, expired: true } })
  if (expired && attempts.every((one) => isAbsent(one) && !isOpen(one)))
    yield rule('payer', 'the checkout is renewed', { stored: { ...stored, expired: false } })
  if (mayReplace(stored)) {
    const replaced = attempts.map((one) => (one.state === 'placed' ? setAside(one) : one))
    const after = { ...stored, expired: false, attempts: replaced }
    yield rule('operator', 'an operator reopens the checkout', { stored: after })
  }
  for (const [index, refund] of refunds.entries())
    for (const state of refund.state === 'reserved' ? (['paid', 'released'] as const) : []) {
      const after = { ...stored, refunds: refunds.with(index, { ...refund, state }) }
      yield rule('service', `a refund is ${state}`, { stored: after })
    }
}
