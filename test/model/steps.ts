import {
  applyCallback,
  applyCreate,
  applyFound,
  applyNotFound,
  applySilence,
  discard,
  doubt,
  flag,
  newAttempt,
  type Rules,
} from './attempt.ts'
import {
  type Actor,
  type Attempt,
  type Checkout,
  type Found,
  isAbsent,
  isOpen,
  isPaid,
  isPlaced,
  isUndecided,
  type News,
  received,
  reserved,
  type Scope,
  type State,
  type Task,
} from './state.ts'

export interface Step {
  actor: Actor
  text: string
  to: State
  /** It writes to the store. */
  writes?: true
  /** It makes or applies a lookup with this response. */
  lookup?: Found | 'not found' | 'silence'
}

/** Every step that may come next. */
export function steps(state: State, scope: Scope, rules: Rules): Step[] {
  const { stored, tasks } = state
  const all = [
    ...tasks.flatMap((_, index) => taskSteps(state, index, scope, rules)),
    ...stored.attempts.flatMap((_, a) => attemptSteps(state, a, scope, rules)),
    ...serviceSteps(state, scope),
    ...checkoutSteps(state, scope, rules),
  ]
  const possible = all.filter(({ actor }) => !scope.absent.includes(actor))
  return possible.map((step) =>
    step.to.tasks === tasks ? step : { ...step, to: { ...step.to, tasks: sorted(step.to.tasks) } },
  )
}

/** Processes are alike: only what is done matters, not which of them does it. */
const sorted = (tasks: readonly Task[]): readonly Task[] =>
  tasks.length < 2 ? tasks : tasks.toSorted((x, y) => (JSON.stringify(x) < JSON.stringify(y) ? -1 : 1))

const sendId = (a: number, n: number): string => `${a}.${n}`

/** A write, with all that is written with it. */
function store(state: State, stored: Checkout, { without }: Rules): State {
  const paid = stored.attempts.filter(isPaid)
  // The one that this write pays, which may be an earlier attempt.
  const isNew = (attempt: Attempt): boolean => {
    const before = state.stored.attempts[stored.attempts.indexOf(attempt)]
    return before === undefined || !isPaid(before)
  }
  const missing = paid.length - 1 - paid.filter(({ flagged }) => flagged).length
  const free = paid.filter((one) => !isOpen(one) && !one.flagged).toReversed()
  const further = [...free.filter(isNew), ...free.filter((one) => !isNew(one))].slice(0, Math.max(0, missing))
  const attempts =
    further.length > 0 && without !== 'a second payment opens a review'
      ? stored.attempts.map((one) => (further.includes(one) ? flag(one, 'overpaid') : one))
      : stored.attempts
  const before = state.stored.attempts.filter(isPaid).length
  const isNews =
    without === 'a payment is announced once' ? paid.length > before : before === 0 && paid.length > 0
  const announced = Math.min(2, state.announced + (isNews ? 1 : 0))
  return { ...state, stored: { ...stored, attempts }, announced }
}

const rulesFor = (stored: Checkout, a: number, rules: Rules): Rules => ({
  ...rules,
  isPaidByAnother: stored.attempts.some((one, index) => index !== a && isPaid(one)),
})

const withAttempt = (stored: Checkout, a: number, change: (attempt: Attempt) => Attempt): Checkout => ({
  ...stored,
  attempts: stored.attempts.map((one, index) => {
    if (index !== a) return one
    const changed = change(one)
    return stored.expired && changed.details ? { ...changed, details: false } : changed
  }),
})

function taskSteps(state: State, index: number, scope: Scope, rules: Rules): Step[] {
  const task = state.tasks[index]
  if (task === undefined) return []
  const others = state.tasks.filter((_, other) => other !== index)
  const then = (next: Task | null, from: State = state): State => ({
    ...from,
    tasks: next === null ? others : [...others, next],
  })
  const idle = then(null)
  const all: Step[] = [{ actor: 'crash', text: `a process crashes (${task.do})`, to: idle }]
  if (task.lease === 'held')
    all.push({ actor: 'crash', text: 'a lease ends', to: then({ ...task, lease: 'lost' }) })

  /** The process writes, unless it has lost its lease. */
  const write = (text: string, change: (stored: Checkout) => Checkout, next: Task | null = null): void => {
    const isLost = task.lease === 'lost' && rules.without !== 'a write needs the lease'
    const to = isLost ? idle : then(next, store(state, change(state.stored), rules))
    all.push({ actor: 'server', text: isLost ? `the lease is lost: not written` : text, to, writes: true })
  }
  const { stored } = state
  const { lease } = task
  if (task.do === 'refund') {
    const { amount } = task
    const fits = reserved(stored) + amount <= received(stored, rules.asked)
    const isChecked = rules.without !== 'a refund is checked in the write that reserves it'
    write(`a refund of ${amount} is ${fits || !isChecked ? 'reserved' : 'rejected'}`, (before) =>
      fits || !isChecked
        ? { ...before, refunds: [...before.refunds, { amount, state: 'reserved' }] }
        : before,
    )
    return all
  }
  const { a } = task
  const of = `attempt ${a + 1}`
  const attempt = stored.attempts[a]
  const update = (text: string, change: (attempt: Attempt) => Attempt, next: Task | null = null): void =>
    write(`${text} of ${of} is written`, (before) => withAttempt(before, a, change), next)
  switch (task.do) {
    case 'send': {
      const id = sendId(a, task.n)
      const mayLeave =
        state.windows.includes(id) || rules.without === 'a send that was delayed too long does not leave'
      const left = { ...state, inFlight: [...state.inFlight, id] }
      const waits = { do: 'await', a, n: task.n, lease } as const
      all.push({
        actor: 'server',
        text: mayLeave
          ? `create ${task.n} of ${of} is sent`
          : `create ${task.n} of ${of} is too late, so not sent`,
        to: mayLeave ? then({ ...waits, got: null }, left) : then({ ...waits, got: 'unknown' }),
      })
      break
    }
    case 'await': {
      const { n, got } = task
      if (got === null || got === 'placed')
        all.push({
          actor: state.inFlight.includes(sendId(a, n)) || got !== null ? 'network' : 'time',
          text: `no response to create ${n} of ${of}`,
          to: then({ ...task, got: 'unknown' }),
        })
      if (got === null) break
      const isStored = attempt !== undefined
      if (isStored) update(`"${got}"`, (before) => applyCreate(before, n, got, rules))
      else
        write(`${of} is stored with "${got}"`, (before) => {
          const attempts = [...before.attempts, newAttempt('transfer')]
          return withAttempt({ ...before, attempts }, a, (sent) => applyCreate(sent, n, got, rules))
        })
      break
    }
    case 'lookup': {
      const { saw, early, outdated } = task
      const isFound = saw !== 'not found' && saw !== 'silence'
      const ofAttempt = rulesFor(stored, a, rules)
      for (const overdue of [false, true]) {
        const change = (before: Attempt): Attempt => {
          if (isFound) return outdated ? before : applyFound(before, saw, overdue, ofAttempt)
          return saw === 'silence'
            ? applySilence(before, overdue, ofAttempt)
            : applyNotFound(before, early, overdue, ofAttempt)
        }
        const after = withAttempt(stored, a, change)
        const changed = after.attempts[a]
        if (changed === undefined) continue
        if (overdue && JSON.stringify(changed) === JSON.stringify(attempt)) continue
        const text = `the lookup "${saw}"${overdue ? ', overdue,' : ''}`
        const before = all.length
        if (task.lease === 'none') {
          update(text, change)
          if (
            (saw === 'pending' || saw === 'unclear') &&
            a === stored.attempts.length - 1 &&
            stored.attempts.length < scope.attempts
          )
            update(`${text}, before a replacement,`, change, { do: 'replace', a, lease })
        } else update(text, change, nextOf(after, a, { scope, rules, lease }))
        for (const step of all.slice(before)) {
          step.lookup = saw
          if (isFound && !outdated) step.to = { ...step.to, tasks: withOutdated(step.to.tasks, a) }
        }
      }
      break
    }
    case 'resend': {
      if (attempt?.state !== 'unknown') {
        all.push({ actor: 'server', text: 'nothing is left to send', to: idle })
        break
      }
      const n = attempt.sends + 1
      const before = all.length
      update(`send ${n}`, (one) => ({ ...one, state: 'sending', sends: n, notFound: 0 }), {
        do: 'send',
        a,
        n,
        lease,
      })
      for (const step of all.slice(before))
        if (step.to.stored.attempts[a]?.sends === n)
          step.to = { ...step.to, windows: [...step.to.windows, sendId(a, n)] }
      break
    }
    case 'discard':
      update('the end', (one) => (one.state === 'unknown' ? discard(one) : one))
      break
    case 'replace':
      all.push(...startSteps(state, scope, rules, { replaces: true, tasks: others }))
      all.push({ actor: 'time', text: 'the replacement is given up', to: idle })
      break
  }
  return all
}

/** Another lookup that was requested before is outdated now. */
const withOutdated = (tasks: readonly Task[], a: number): readonly Task[] =>
  tasks.map((task) => (task.do === 'lookup' && task.a === a ? { ...task, outdated: true } : task))

/** Rule 3: what follows two lookups that did not find the order. */
function nextOf(
  { attempts, expired }: Checkout,
  a: number,
  { scope, rules, lease }: { scope: Scope; rules: Rules; lease: Task['lease'] },
): Task | null {
  const attempt = attempts[a]
  const isHasty = rules.without === 'an attempt without an order is discarded only after two lookups'
  if (attempt?.state !== 'unknown' || (attempt.notFound < 2 && !(isHasty && expired))) return null
  const isLive = !expired && !attempts.some(({ state }) => state === 'succeeded')
  if (!isLive) return { do: 'discard', a, lease }
  return attempt.review === null && attempt.sends < scope.sends ? { do: 'resend', a, lease } : null
}

function attemptSteps(state: State, a: number, scope: Scope, rules: Rules): Step[] {
  const all: Step[] = []
  const { stored, tasks } = state
  const attempt = stored.attempts[a]
  if (attempt === undefined) return all
  const of = `attempt ${a + 1}`
  const word = state.service[a]?.at(-1) ?? 'not found'

  const isFree = tasks.length < scope.processes
  const isLeased = tasks.some(({ lease }) => lease === 'held')
  const isForgotten =
    (attempt.replaced && rules.without === 'a replaced attempt is watched') ||
    (stored.expired && isPlaced(attempt) && rules.without === 'an expired attempt is watched') ||
    (attempt.state === 'failed' && rules.without === 'a failed transfer is watched')
  if (isFree && !isAbsent(attempt) && !isForgotten) {
    const mayBeInFlight = state.windows.includes(sendId(a, attempt.sends))
    const early = !mayBeInFlight ? 'no' : attempt.state === 'sending' ? 'sending' : 'in flight'
    const look = (saw: Found | 'not found' | 'silence', lease: Task['lease']): State => ({
      ...state,
      tasks: [...tasks, { do: 'lookup', a, saw, early, outdated: false, lease }],
    })
    for (const lease of ['none', 'held'] as const) {
      if (lease === 'held' ? isLeased : a < stored.attempts.length - 1) continue
      const by = lease === 'held' ? 'a worker' : 'a request'
      const actor = lease === 'held' ? 'server' : 'payer'
      all.push({ actor, text: `${by} looks ${of} up: ${word}`, to: look(word, lease), lookup: word })
      const silence = lease === 'held' ? 'silence' : 'network'
      all.push({
        actor: silence,
        text: `${by} looks ${of} up: no answer`,
        to: look('silence', lease),
        lookup: 'silence',
      })
      for (const saw of ['not found', ...(state.service[a] ?? [])] as const)
        if (saw !== word)
          all.push({
            actor: saw === 'not found' ? 'not found yet' : 'lag',
            text: `${by} looks ${of} up: still ${saw}`,
            to: look(saw, lease),
            lookup: saw,
          })
      if (state.service[a]?.includes('pending') === true)
        all.push({
          actor: 'unclear',
          text: `${by} looks ${of} up: a status that is not documented`,
          to: look('unclear', lease),
          lookup: 'unclear',
        })
      if (typeof word === 'number')
        all.push({
          actor: 'no amount',
          text: `${by} looks ${of} up: paid, without an amount`,
          to: look('paid', lease),
          lookup: 'paid',
        })
    }
  }

  const changed = (actor: Actor, text: string, change: (one: Attempt) => Attempt): void => {
    const to = store(state, withAttempt(stored, a, change), rules)
    if (JSON.stringify(to.stored) !== JSON.stringify(stored)) all.push({ actor, text, to, writes: true })
  }
  const words = new Set<News>(state.service[a])
  if (rules.without === 'a callback needs a valid signature') words.add(rules.asked)
  for (const news of words)
    if (news !== 'pending')
      changed('callback', `a callback of ${of} is applied: ${news}`, (one) =>
        applyCallback(one, news, rulesFor(stored, a, rules)),
      )
  if (words.has('pending'))
    changed('callback', `a callback of ${of} hints`, (one) => (isPlaced(one) ? one : doubt(one)))

  const decide = (action: string, change: (one: Attempt) => Attempt): void =>
    changed('operator', `an operator decides on ${of}: ${action}`, (one) => ({
      ...change(one),
      ...(one.review === null ? {} : { review: { ...one.review, resolved: 'operator' as const } }),
    }))
  if (isOpen(attempt)) decide('acknowledge', (one) => one)
  const isReviewed = attempt.review !== null && attempt.review.resolved !== 'automatic'
  if (attempt.short && isReviewed && reserved(stored) === 0)
    decide('accept', (one) => ({ ...one, short: false }))
  const hasOrder =
    words.size > 0 ||
    state.inFlight.some((id) => id.startsWith(`${a}.`)) ||
    state.windows.some((id) => id.startsWith(`${a}.`))
  // The operator has asked the service.
  if (
    attempt.review?.reason === 'unresolved' &&
    isReviewed &&
    isUndecided(attempt) &&
    attempt.state !== 'sending' &&
    !hasOrder
  )
    decide('discard', discard)
  if (isAbsent(attempt)) changed('operator', `an operator has ${of} looked up again`, doubt)
  return all
}

function serviceSteps(state: State, scope: Scope): Step[] {
  const all: Step[] = []
  for (const id of state.windows) {
    const without = (ids: readonly string[]): string[] => ids.filter((one) => one !== id)
    const to = { ...state, windows: without(state.windows), inFlight: without(state.inFlight) }
    all.push({ actor: 'time', text: `send ${id} cannot be in flight any more`, to })
  }
  for (const id of state.inFlight) {
    const [a = 0, n = 0] = id.split('.').map(Number)
    const inFlight = state.inFlight.filter((one) => one !== id)
    const arrive = (got: 'placed' | 'refused' | 'duplicate', creates: boolean): void => {
      const service = [...state.service]
      while (service.length <= a) service.push([])
      if (creates && service[a]?.length === 0) service[a] = ['pending']
      const tasks = state.tasks.map((task) =>
        task.do === 'await' && task.a === a && task.n === n && task.got === null ? { ...task, got } : task,
      )
      const text = `create ${id} arrives: ${got}${got === 'refused' && creates ? ', and an order exists' : ''}`
      all.push({ actor: 'time', text, to: { ...state, inFlight, service, tasks } })
    }
    if ((state.service[a]?.length ?? 0) > 0) {
      arrive('duplicate', false)
      // Refused before anything is compared, such as for its key.
      arrive('refused', false)
    } else {
      arrive('placed', true)
      // Delivered twice, and the second is answered.
      arrive('duplicate', true)
      arrive('refused', false)
      // A proxy refuses what the service has executed.
      arrive('refused', true)
    }
  }
  for (const [a, news] of state.service.entries()) {
    const say = (next: News): void => {
      const service = state.service.with(a, [...news, next])
      all.push({
        actor: 'service',
        text: `the service says of attempt ${a + 1}: ${next}`,
        to: { ...state, service },
      })
    }
    const word = news.at(-1)
    if (word === undefined || news.length > scope.news) continue
    if (word === 'pending') say('failed')
    for (const amount of scope.amounts) if (amount !== word) say(amount)
  }
  return all
}

/** No payer sees two attempts that can be paid, and none follows one whose outcome is open. */
function mayStart({ attempts, expired }: Checkout, { without }: Rules): boolean {
  const checksUndecided = without !== 'no attempt follows one that is undecided'
  return (
    !expired &&
    attempts.every(
      (one) =>
        !(checksUndecided && isUndecided(one)) &&
        one.state !== 'succeeded' &&
        (one.state !== 'placed' || (one.kind !== 'card' && (one.lost || one.replaced))),
    )
  )
}

/** Rule 16. */
const mayReplace = ({ attempts }: Checkout): boolean =>
  attempts.every(
    (one) =>
      !isOpen(one) &&
      !isUndecided(one) &&
      one.state !== 'succeeded' &&
      one.callback === null &&
      !(one.state === 'placed' && one.kind === 'card'),
  )

/** A new attempt is stored, and sent by the process that has stored it. */
function startSteps(
  state: State,
  scope: Scope,
  rules: Rules,
  { replaces, tasks }: { replaces: boolean; tasks: readonly Task[] },
): Step[] {
  const { stored } = state
  const a = stored.attempts.length
  if (a >= scope.attempts || !(mayStart(stored, rules) || (replaces && mayReplace(stored)))) return []
  const send = { do: 'send', a, n: 1, lease: 'none' } as const
  const windows = [...state.windows, sendId(a, 1)]
  const text = `attempt ${a + 1} is stored${replaces && a > 0 ? `, in place of attempt ${a}` : ''}`
  if (rules.without === 'an attempt is stored before it is sent')
    return [
      { actor: 'payer', text: `attempt ${a + 1} starts`, to: { ...state, windows, tasks: [...tasks, send] } },
    ]
  const attempts =
    replaces && !mayStart(stored, rules)
      ? stored.attempts.map((one, index) => (index === a - 1 ? replaced(one, rules) : one))
      : stored.attempts
  return scope.kinds.map((kind) => ({
    actor: 'payer',
    text: `${text} (${kind})`,
    to: {
      ...store(state, { ...stored, expired: false, attempts: [...attempts, newAttempt(kind)] }, rules),
      windows,
      tasks: [...tasks, send],
    },
    writes: true,
  }))
}

const replaced = (attempt: Attempt, { without }: Rules): Attempt => ({
  ...attempt,
  replaced: true,
  details: attempt.details && without === 'a replaced attempt shows nothing to pay by',
})

function checkoutSteps(state: State, scope: Scope, rules: Rules): Step[] {
  const all: Step[] = []
  const { stored, tasks } = state
  const { attempts, expired, refunds } = stored
  const write = (actor: Actor, text: string, after: Checkout): void => {
    all.push({ actor, text, to: store(state, after, rules), writes: true })
  }
  if (tasks.length < scope.processes) {
    const last = attempts.at(-1)
    const replaces = last !== undefined && last.state !== 'placed' && expired
    all.push(...startSteps(state, scope, rules, { replaces, tasks }))
  }
  if (!expired)
    write('time', 'the checkout expires', {
      ...stored,
      expired: true,
      attempts: attempts.map((one) => ({ ...one, details: false })),
    })
  if (expired && attempts.length > 0 && attempts.every((one) => isAbsent(one) && !isOpen(one)))
    write('payer', 'the checkout is renewed', { ...stored, expired: false })
  if (attempts.length > 0 && mayReplace(stored))
    write('operator', 'an operator reopens the checkout', {
      ...stored,
      expired: false,
      attempts: attempts.map((one) => (one.state === 'placed' && !one.replaced ? replaced(one, rules) : one)),
    })
  const requested = refunds.length + tasks.filter((task) => task.do === 'refund').length
  if (requested < scope.refunds && tasks.length < scope.processes)
    for (const amount of scope.refundAmounts)
      if (reserved(stored) + amount <= received(stored, rules.asked))
        all.push({
          actor: 'operator',
          text: `an operator requests a refund of ${amount}`,
          to: { ...state, tasks: [...tasks, { do: 'refund', amount, lease: 'none' }] },
        })
  for (const [index, refund] of refunds.entries())
    for (const word of ['paid', 'released'] as const)
      if (refund.state === 'reserved')
        write('service', `a refund is ${word}`, {
          ...stored,
          refunds: refunds.with(index, { ...refund, state: word }),
        })
  return all
}
