import type { CheckoutView, Method } from '../../contract/view.ts'
import {
  type CheckoutAccess,
  clockOffsetOfView,
  keepForView,
  parseCheckout,
  secretOfView,
} from './checkout-access.ts'
import {
  createClient,
  type FieldValues,
  noResponse,
  type PaymentChoice,
  type RequestResult,
} from './client.ts'
import type { Environment } from './environment.ts'
import { longPollSeconds, type NextPoll, nextPoll, retryOf } from './poll-schedule.ts'
import { createPoller } from './poller.ts'
import type { FieldError } from './read-view.ts'
import { isObject, oneOf, readFieldErrors, readMethod, readView, sameView } from './read-view.ts'
import { initialState, reduce, type SessionEvent, type SessionState } from './reducer.ts'

/** Identifies the checkout. One of `checkout` and `order` is required. */
export interface SessionOptions {
  /** The base URL of the merchant's server, such as `/pay`. */
  endpoint: string
  /** A checkout's client secret (`co_…_secret_…`); its id (`co_…`) where the server gives no secrets. */
  checkout?: string | undefined
  /**
   * The merchant's order reference, or an order token. Its checkout is created unless it exists. A function returns a
   * fresh token; it is called for each request that opens the order.
   */
  order?: string | (() => string | Promise<string>) | undefined
  /** Starts an attempt with this method; the payer does not choose. */
  method?: Method | undefined
  /** Values for the payer fields of `method`, by key. The payer is asked for fields that the server does not accept. */
  fields?: FieldValues | undefined
  /** A view that the page was rendered with, so that the first screen needs no request. May have a `clientSecret`. */
  initialView?: CheckoutView | undefined
}

/** Options that only markup sets. */
export interface MarkupOptions {
  /** JSON from the page's markup. Anyone who can inject HTML can write it, so the server has to confirm it. */
  markupView?: unknown
  /** The view of HTML that a server rendered: shown as it stands, and without effect until the server confirms it. */
  serverView?: unknown
}

/** Follows a checkout: polls the merchant's server until the view is final, and requests changes. */
export interface Session {
  readonly state: SessionState
  /** Calls the listener on every change, with the new and the previous state. Returns an unsubscribe function. */
  subscribe(listener: (state: SessionState, previous: SessionState) => void): () => void
  /** Requests the view immediately, or when `Retry-After` permits it; during an action, whose response is the view, nothing. */
  refresh(): void
  /**
   * Starts an attempt. Resolves when the server has responded; `state.actionError` is set on failure. If the method has
   * payer fields and the choice has no `fields`, nothing is sent: `state.fillingIn` is set, and the payer fills them in.
   */
  start(choice: PaymentChoice): Promise<void>
  /** The payer does not fill in the fields of `state.fillingIn`. */
  cancelFillingIn(): void
  /** Shows the payment methods again, after a failure or where the view says `canReplace`, or hides them. */
  chooseAgain(enabled: boolean): void
  /**
   * The payer reports having sent the money, or with false takes that back. The server stores it for other tabs and
   * devices. The texts change and polling is faster; the outcome is unaffected.
   */
  reportSent(sent?: boolean): void
  /** Requests more time to pay, where the view says `canExtend`. Resolves when the server has responded. */
  extend(): Promise<void>
  /** Deletes a saved card at the merchant. Resolves when the server has responded. */
  deleteCard(id: string): Promise<void>
  /** The current time by the server's clock, in milliseconds since the epoch. */
  serverNow(): number
  /** Ends the session: aborts its requests and removes its timers and listeners. */
  stop(): void
}

/** Lifecycle events that arrive together (visible, focused, online) count as one return. */
const returnDebounceMs = 300

export function createSession(options: SessionOptions & MarkupOptions, env: Environment): Session {
  const client = createClient(options.endpoint, env)
  const stopController = new AbortController()
  const poller = createPoller(env, stopController.signal, poll)
  const reporter = createPoller(env, stopController.signal, sendReport)
  const listeners = new Set<(state: SessionState, before: SessionState) => void>()
  const { order } = options
  let checkout: CheckoutAccess | null = options.checkout ? parseCheckout(options.checkout) : null
  let state = initialState
  let etag: string | null = null
  let isExtending = false
  let initialMethod = options.method
  let lastReturnAt = env.now()
  let cancelExpiry: () => void = () => undefined

  function dispatch(event: SessionEvent) {
    const before = state
    state = reduce(before, event)
    keepForView(state.view, checkout?.secret ?? null, state.clockOffset)
    for (const listener of listeners) listener(state, before)
  }

  /** Updates the state; true if the view changed. */
  function handleResult(result: RequestResult): boolean {
    const before = state.view
    if (result.type === 'view') {
      etag = result.etag
      checkout = { id: result.view.id, secret: result.clientSecret ?? checkout?.secret ?? null }
    }
    dispatch({ ...result, receivedAt: env.now() })
    const { view } = state
    // What the client secret proves has ended, and it reads the outcome only: the next request opens the order.
    if (order && before?.methods.length && !(view?.methods.length || view?.final)) checkout = null
    schedulePollAtExpiry()
    return !sameView(before, state.view)
  }

  async function poll(signal: AbortSignal, longPoll: boolean): Promise<NextPoll | null> {
    const longPolled = longPoll && etag !== null
    const startedAt = env.now()
    const result = await (checkout
      ? client.getCheckout(checkout, etag, longPolled ? longPollSeconds(env.random()) : 0, signal)
      : openOrder(signal))
    if (signal.aborted) return null
    const changed = handleResult(result)
    if (startInitialMethod()) return null
    return nextPoll(
      state,
      { result, longPolled, durationMs: env.now() - startedAt, changed, hasEtag: etag !== null },
      env.random(),
    )
  }

  /** Sends what the payer reported until the server has answered it. The view is polled as usual meanwhile. */
  async function sendReport(signal: AbortSignal): Promise<NextPoll | null> {
    const { unsentReport } = state
    if (!unsentReport) return null
    const result = await (checkout ? client.reportSent(checkout, unsentReport, signal) : noResponse)
    if (signal.aborted) return null
    const failed = result.type === 'failed'
    // A server without this route rejects it: the report counts in this session.
    dispatch({ type: 'reportAnswered', failed })
    if (failed) return retryOf(result.retryAfter, state.reportFailureCount, env.random())
    // Polling has gone on: its response may be older than the view.
    refresh()
    return null
  }

  /** The response to an action of the payer, which polling has waited for, is the next view; without one it is requested. */
  function showResponse(result: RequestResult) {
    if (result.type !== 'view') return poller.pollNow()
    poller.pause()
    handleResult(result)
    scheduleLongPoll()
  }

  /** Creates the order's checkout, or finds it. A token that expired on its way is replaced once. */
  async function openOrder(signal: AbortSignal): Promise<RequestResult> {
    const { method, fields } = options
    const create = async (reference: string) => {
      const result = await client.createCheckout(reference, { method, fields }, signal)
      // The payer fills in what the server did not accept.
      return result.type === 'fieldsInvalid' ? client.createCheckout(reference, {}, signal) : result
    }
    if (typeof order !== 'function') return create(order ?? '')
    const open = async () => {
      const token = await order()
      signal.throwIfAborted()
      return create(token)
    }
    try {
      const result = await open()
      return result.type === 'rejected' && result.errorCode === 'orderExpired' ? await open() : result
    } catch {
      return noResponse
    }
  }

  /** Starts the method of the options, once, if the payer would have to choose. */
  function startInitialMethod(): boolean {
    const method = initialMethod
    if (!method || state.view?.status !== 'choosing') return false
    initialMethod = undefined
    void start({ method, fields: options.fields })
    return state.starting !== null
  }

  async function start(choice: PaymentChoice): Promise<void> {
    const { view } = state
    if (!view || !checkout || state.starting) return
    const hasFields = view.fields?.[choice.method]
    if (hasFields && !choice.fields) return fillIn(choice)
    poller.pause()
    // The response to it may be older than that to the start.
    isExtending = false
    dispatch({ type: 'startRequested', choice })
    const result = await client.startAttempt(checkout, choice, view.attempts, stopController.signal)
    if (stopController.signal.aborted) return
    // Errors are for what the payer has seen: the shop may have begun to request fields since.
    if (result.type === 'fieldsInvalid') fillIn(choice, hasFields ? result.errors : [])
    else if (result.type !== 'view') {
      const errorCode = result.type === 'rejected' && result.errorCode
      // The client secret proves no more than the token did, which has expired or names another amount.
      if ((errorCode === 'orderExpired' || errorCode === 'amountChanged') && order) checkout = null
      dispatch({
        type: 'actionError',
        error:
          oneOf(['attemptsLimit', 'notReplaceable', 'amountChanged'] as const, errorCode) ?? 'startFailed',
      })
    }
    // The attempt may have started all the same, and the fields may have changed: the view shows it.
    showResponse(result)
  }

  function fillIn(choice: PaymentChoice | null, errors: readonly FieldError[] = []) {
    dispatch({ type: 'fillingIn', choice, errors })
  }

  async function extend(): Promise<void> {
    if (!checkout || isExtending || state.starting) return
    isExtending = true
    poller.pause()
    dispatch({ type: 'actionError', error: null })
    const result = await client.extend(checkout, stopController.signal)
    if (!checkout || !isExtending) return
    isExtending = false
    // Where the server refuses, the view says so.
    if (result.type === 'failed') dispatch({ type: 'actionError', error: 'extendFailed' })
    showResponse(result)
  }

  async function deleteCard(cardId: string): Promise<void> {
    const secret = checkout?.secret ?? null
    const orderReference = state.view?.order || (typeof order === 'string' ? order : '')
    if (!(secret || orderReference) || state.deletingCard) return
    dispatch({ type: 'deletingCard', cardId })
    const result = await client.deleteCard(cardId, secret, orderReference, stopController.signal)
    if (stopController.signal.aborted) return
    const isDeleted =
      result.type === 'deleted' || (result.type === 'rejected' && result.errorCode === 'notFound')
    dispatch({ type: 'deletingCard', cardId, outcome: isDeleted ? 'deleted' : 'failed' })
  }

  /** The server decides whether the checkout has expired. */
  function schedulePollAtExpiry() {
    cancelExpiry()
    const { view } = state
    const timeLeftMs = view?.expiresAt && !view.final ? Date.parse(view.expiresAt) - serverNow() : 0
    if (timeLeftMs > 0) cancelExpiry = env.setTimer(timeLeftMs, refresh)
  }

  /** The view has just been received, so the next request is a long poll. */
  function scheduleLongPoll() {
    if (state.view?.pollAfter !== null) poller.schedule({ delayMs: 0, longPoll: true })
  }

  /** Not during an action of the payer, whose response is the next view. */
  function refresh() {
    if (!isExtending && !state.starting) poller.pollNow()
  }

  function serverNow() {
    return env.now() + state.clockOffset
  }

  const unwatchPage = env.watchPage((lifecycleEvent) => {
    // Polling goes on: the device may be wrong, and the next response says so.
    if (lifecycleEvent === 'offline') return dispatch({ type: 'offline' })
    if (lifecycleEvent === 'leave') {
      lastReturnAt = 0
      reporter.pause()
      return poller.pause()
    }
    if (Math.abs(env.now() - lastReturnAt) < returnDebounceMs) return
    lastReturnAt = env.now()
    if (state.view?.pollAfter !== null) refresh()
    reporter.pollNow()
  })

  /** A view without a secret of its own is opened with that of the `checkout` option. */
  function openView(source: unknown): CheckoutView | null {
    const view = readView(source)
    if (view && isObject(source))
      checkout = { id: view.id, secret: secretOfView(source) ?? checkout?.secret ?? null }
    return view
  }

  function showFirst(view: CheckoutView, source?: CheckoutView) {
    const clockOffset = source && clockOffsetOfView(source)
    dispatch({ type: 'view', view, receivedAt: env.now(), clockOffset })
  }

  // The view that the page came with: from its script, in a server's HTML, or in other markup, where only a choice is shown.
  const initialView = openView(options.initialView)
  const serverView = initialView ? null : openView(options.serverView)
  const markupView = initialView || serverView ? null : openView(options.markupView)
  if (initialView) {
    showFirst(initialView, options.initialView)
    // Only here: a 304 would confirm a version, not what markup says of it.
    etag = initialView.version || null
  } else if (serverView) {
    showFirst(serverView)
    state = { ...state, unconfirmed: true, ...readProgress(options.serverView) }
  } else if (markupView?.status === 'choosing' && !markupView.savedCards?.length) {
    showFirst({ ...markupView, merchant: undefined, next: undefined })
  } else if (markupView) {
    state = { ...state, preview: markupView }
  }
  schedulePollAtExpiry()
  if (!startInitialMethod()) {
    if (initialView) scheduleLongPoll()
    else poller.pollNow()
  }

  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    start,
    cancelFillingIn: () => fillIn(null),
    chooseAgain: (enabled) => dispatch({ type: 'choosingAgain', enabled }),
    reportSent(sent = true) {
      dispatch({ type: 'reportedSent', sent })
      reporter.pollNow()
    },
    extend,
    deleteCard,
    serverNow,
    stop() {
      checkout = null
      listeners.clear()
      unwatchPage()
      cancelExpiry()
      reporter.pause()
      poller.pause()
      stopController.abort()
    },
  }
}

/** What the payer was doing when a server rendered the HTML, which has no value that the payer typed. */
function readProgress(data: unknown): Partial<SessionState> {
  const { choosingAgain, fillingIn, fieldErrors, redirectedFor } = isObject(data) ? data : {}
  const method = readMethod(fillingIn)
  return {
    choosingAgain: choosingAgain === true,
    fillingIn: method && { method },
    fieldErrors: readFieldErrors(fieldErrors),
    redirectedFor,
  }
}
