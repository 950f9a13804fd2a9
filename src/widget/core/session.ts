import type { CheckoutView, Method } from '../../contract/view.ts'
import type { Answer } from './answer.ts'
import { createClient, type Way } from './client.ts'
import type { Environment } from './environment.ts'
import { initialState, reduce, type SessionEvent, type SessionState } from './machine.ts'
import { holdSeconds, type Next, nextQuestion } from './pace.ts'
import { createPoller } from './poller.ts'
import { readView, sameView } from './read-view.ts'

/** What a checkout is followed by: where the merchant's server is, and which checkout or order. */
export interface SessionOptions {
  /** The base address of the merchant's server, such as `/pay`. */
  endpoint: string
  /** A checkout's id (`co_…`): it is followed. */
  checkout?: string | undefined
  /** Or the merchant's order reference: its checkout is created, or the one that it has is followed. */
  order?: string | undefined
  /** Start with this method, without choosing. */
  method?: Method | undefined
  /** A view that the page came with, so that the first screen needs no request. */
  initialView?: CheckoutView | undefined
}

/** A checkout being followed. */
export interface Session {
  readonly state: SessionState
  /** Calls back on every change, with the state before it, until the answer is called. */
  subscribe(listener: (state: SessionState, before: SessionState) => void): () => void
  /** Asks the server at once. */
  refresh(): void
  /** Starts the first or another attempt. */
  start(way: Way): Promise<void>
  /** Shows the ways to pay again after a failure (or no longer). */
  chooseAgain(on: boolean): void
  /** The payer says that the money is sent: other words, a quicker pace, the same outcome. */
  claimPaid(): void
  /** Forgets a saved card at the merchant. */
  forgetCard(id: string): Promise<void>
  /** The time by the server's clock, in milliseconds since the epoch. */
  serverNow(): number
  /** Ends it: no request, no timer and no call back after this. */
  stop(): void
}

/** Moments that come together (seen, focused, online) are one return. */
const sameReturnMs = 300

export function createSession(options: SessionOptions, env: Environment): Session {
  const client = createClient(options.endpoint, env)
  const poller = createPoller(env, question)
  const actions = new AbortController()
  const listeners = new Set<(state: SessionState, before: SessionState) => void>()
  const { order } = options
  let checkout = options.checkout
  let state = initialState
  let etag: string | null = null
  let startsWith = options.method
  let lastReturn = env.now()
  let cancelExpiry: () => void = () => undefined

  function dispatch(event: SessionEvent) {
    const before = state
    state = reduce(before, event)
    for (const listener of listeners) listener(state, before)
  }

  /** Takes an answer in; true where the view now says something else. */
  function take(answer: Answer): boolean {
    const before = state.view
    if (answer.type === 'view') {
      etag = answer.etag
      checkout = answer.view.id
      dispatch({ type: 'viewed', view: answer.view, at: env.now() })
      watchExpiry()
    } else if (answer.type === 'no') dispatch({ type: 'troubled', trouble: answer.trouble })
    else if (answer.type === 'later') dispatch({ type: 'unanswered', silence: answer.silence })
    else dispatch({ type: 'unchanged' })
    return !sameView(before, state.view)
  }

  async function question(hold: boolean, signal: AbortSignal): Promise<Next | null> {
    const held = hold && etag !== null
    const askedAt = env.now()
    const answer = await (checkout
      ? client.look(checkout, etag, held ? holdSeconds : 0, signal)
      : client.open(order ?? '', options.method, signal))
    if (signal.aborted) return null
    const changed = take(answer)
    if (startFirst()) return null
    const tookMs = env.now() - askedAt
    return nextQuestion(state, { answer, held, tookMs, changed, versioned: etag !== null }, env.random())
  }

  /** A checkout that is still choosing starts with the method that the page names, once. */
  function startFirst(): boolean {
    const method = startsWith
    if (!method || state.view?.status !== 'choosing') return false
    startsWith = undefined
    void start({ method })
    return true
  }

  async function start(way: Way): Promise<void> {
    const { view } = state
    if (!view || state.starting) return
    poller.pause()
    dispatch({ type: 'starting', way })
    const answer = await client.start(view.id, way, view.attempt, actions.signal)
    if (actions.signal.aborted) return
    if (answer.type === 'view') {
      take(answer)
      awaitNews()
    } else {
      dispatch({ type: 'startRefused' })
      // Whether the attempt was started all the same, the view is what tells.
      poller.ask()
    }
  }

  async function forgetCard(card: string): Promise<void> {
    const reference = state.view?.order || order
    if (!reference || state.forgetting) return
    dispatch({ type: 'forgetting', card })
    const answer = await client.forget(card, reference, actions.signal)
    if (actions.signal.aborted) return
    const isGone = answer.type === 'done' || (answer.type === 'no' && answer.trouble === 'notFound')
    dispatch(isGone ? { type: 'forgotten', card } : { type: 'forgetRefused' })
  }

  /** At zero the server is asked, before anyone says that the time is over. */
  function watchExpiry() {
    cancelExpiry()
    const { view } = state
    const leftMs = view?.expiresAt && !view.final ? Date.parse(view.expiresAt) - serverNow() : Number.NaN
    const longestTimerMs = 2 ** 31 - 1
    if (leftMs > 0 && leftMs < longestTimerMs) cancelExpiry = env.after(leftMs, askUnlessBusy)
  }

  /** The view is fresh: the server may hold the next question until there is something new. */
  function awaitNews() {
    if (state.view?.pollAfter !== null) poller.follow({ afterMs: 0, hold: true })
  }

  function askUnlessBusy() {
    if (!state.starting && state.view?.pollAfter !== null) poller.ask()
  }

  function serverNow() {
    return env.now() + state.skew
  }

  const unwatch = env.watchPage((moment) => {
    if (moment === 'leave') {
      lastReturn = Number.NEGATIVE_INFINITY
      return poller.pause()
    }
    if (env.now() - lastReturn < sameReturnMs) return
    lastReturn = env.now()
    askUnlessBusy()
  })

  const initialView = options.initialView && readView(options.initialView)
  if (initialView) {
    checkout = initialView.id
    etag = initialView.version || null
    state = reduce(state, { type: 'viewed', view: initialView, at: env.now() })
    watchExpiry()
    if (!startFirst()) awaitNews()
  } else poller.ask()

  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: () => poller.ask(),
    start,
    chooseAgain: (on) => dispatch({ type: 'choosingAgain', on }),
    claimPaid() {
      dispatch({ type: 'claimed' })
      askUnlessBusy()
    },
    forgetCard,
    serverNow,
    stop() {
      listeners.clear()
      unwatch()
      cancelExpiry()
      poller.pause()
      actions.abort()
    },
  }
}
