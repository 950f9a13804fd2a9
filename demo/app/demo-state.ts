import type { CheckoutView } from 'paypane'
import type { CheckoutDetail } from 'paypane/contract'
import type { Backend, Balance } from '../backend/backend.ts'
import type { Message } from '../traffic/message.ts'
import { detailSets, type Settings } from './settings.ts'

/** The current order and everything that the demo shows about it. */
export interface DemoState {
  /** The order's reference; null until the shop has accepted it. */
  order: string | null
  /** The widget starts with this method. */
  initialMethod: 'transfer' | undefined
  view: CheckoutView | null
  detail: CheckoutDetail | null
  balance: Balance | null
  messages: readonly Message[]
  /** Events to the merchant, with the time at which the demo received them: the server's clock may be ahead. */
  events: readonly SeenEvent[]
  serverUp: boolean
  /** How far the clocks were advanced, in seconds, also from another tab. */
  advancedSeconds: number
  /** An error of the demo itself. */
  error: string | null
}

export interface SeenEvent {
  id: string
  type: string
  seenAt: number
  /** The server looks on whether money arrives for its attempt. */
  isWatched: boolean
}

interface NewOrderOptions {
  initialMethod?: 'transfer'
  noRoute?: boolean
}

export type Demo = ReturnType<typeof createDemo>

/** A change of one of these settings needs a new order. */
const termsOf = ({ amount, currency, method, details, qr }: Settings) =>
  [amount, currency, method, details, qr].join()

const orderKey = 'paypane-demo:order'
const termsKey = 'paypane-demo:terms'

/** The order in the URL (after a return from a payment page) or the last one of this tab, with its terms if stored. */
function restoreOrder(): { order: string | null; terms: string | null } {
  const saved = sessionStorage.getItem(orderKey)
  const order = new URLSearchParams(location.search).get('order') ?? saved
  return { order, terms: order === saved ? sessionStorage.getItem(termsKey) : null }
}

function withNewEvents(seen: readonly SeenEvent[], detail: CheckoutDetail): readonly SeenEvent[] {
  const newEvents = detail.events.filter(({ id }) => !seen.some((event) => event.id === id))
  return [
    ...seen,
    ...newEvents.map((event) => ({
      id: event.id,
      type: event.type,
      seenAt: Date.now(),
      isWatched: isWatched(detail, event),
    })),
  ]
}

/** After its time, any attempt of which the service may have an order; after a failure, only a transfer, which may be corrected. */
function isWatched(
  { attempts }: CheckoutDetail,
  { type, attempt }: CheckoutDetail['events'][number],
): boolean {
  const ended = attempts.find((one) => one.attempt === attempt)
  if (ended === undefined) return false
  return type === 'checkout.expired' || (ended.method === 'transfer' && ended.externalId !== null)
}

/** Before anything is known of an order. */
const nothingYet = { view: null, detail: null, balance: null, messages: [], events: [], error: null }

export function createDemo(backend: Backend) {
  const listeners = new Set<() => void>()
  const messagesById = new Map<number, Message>()
  let state: DemoState = {
    ...nothingYet,
    order: null,
    initialMethod: undefined,
    serverUp: true,
    advancedSeconds: 0,
  }
  let refreshScheduled = false
  let terms: string | null = null

  function setState(changes: Partial<DemoState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  /** Messages about this order; the backend may have others, from another page or an earlier run. */
  function orderMessages(): Message[] {
    const { order, view, detail } = state
    const attempts = detail?.attempts ?? []
    const ids = new Set(
      [
        order,
        view?.id,
        ...attempts.flatMap((attempt) => [attempt.externalTransactionId, attempt.externalId]),
      ].filter((id) => typeof id === 'string'),
    )
    return [...messagesById.values()].filter((message) => message.ids.some((name) => ids.has(name)))
  }

  /** Schedules one refresh for several updates. */
  function scheduleRefresh() {
    if (refreshScheduled) return
    refreshScheduled = true
    setTimeout(() => {
      refreshScheduled = false
      void refresh()
    }, 120)
  }

  async function refresh() {
    const { view } = state
    if (!view || !state.serverUp) return
    try {
      const detail = await backend.getCheckout(view.id)
      if (state.view?.id !== view.id) return
      const hasChanged = state.detail?.updatedAt !== detail.updatedAt
      setState({ detail, events: withNewEvents(state.events, detail) })
      setState({ messages: orderMessages() })
      if (hasChanged) setState({ balance: await backend.getBalance(view.amount.currency) })
    } catch {
      // The server may be down on purpose. The next message triggers the next refresh.
    }
  }

  backend.subscribe((update) => {
    if (update.type === 'server') {
      setState({ serverUp: update.up })
    } else if (update.type === 'clock') {
      setState({ advancedSeconds: update.advancedSeconds })
    } else {
      const { message } = update
      messagesById.set(message.id, message)
      const [oldest] = messagesById.keys()
      if (messagesById.size > 600 && oldest !== undefined) messagesById.delete(oldest)
      setState({ messages: orderMessages() })
    }
    scheduleRefresh()
  })
  // The server also runs scheduled work.
  setInterval(scheduleRefresh, 2000)

  // Inside the page the orders end with the page.
  if (backend.kind === 'live') {
    const restored = restoreOrder()
    state = { ...state, order: restored.order }
    terms = restored.terms
  }

  /** Places a new order with these settings. */
  async function newOrder(
    settings: Settings,
    { initialMethod, noRoute = false }: NewOrderOptions = {},
  ): Promise<void> {
    terms = termsOf(settings)
    await backend.controlSandbox('config', {
      paymentDetails: { fields: detailSets[settings.details].fields, qr: settings.qr, unfilled: 'null' },
      pipelines: { p2p: { routes: noRoute ? [] : null } },
    })
    const { amount, currency, method } = settings
    const methods = method === 'choose' || initialMethod ? (['transfer', 'form'] as const) : [method]
    const order = await backend.placeOrder({ amount, currency, methods: [...methods] })
    if (backend.kind === 'live') {
      sessionStorage.setItem(orderKey, order)
      sessionStorage.setItem(termsKey, terms)
    }
    setState({ ...nothingYet, order, initialMethod })
  }

  /** Refreshes until there is a result, for six seconds or more. */
  async function waitFor<T>(failure: string, read: () => T | null, maxTries = 60): Promise<T> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const result = read()
      if (result !== null) return result
      await new Promise((resolve) => setTimeout(resolve, 100))
      await refresh()
    }
    throw new Error(failure)
  }

  /** Runs an action; an error is shown, not thrown. */
  async function runAction(action: () => Promise<unknown>): Promise<void> {
    try {
      setState({ error: null })
      await action()
      scheduleRefresh()
    } catch (error) {
      setState({ error: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    get state() {
      return state
    },
    /** Returns an unsubscribe function. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    newOrder,
    runAction,
    /** Places a new order if the settings differ from those of the current one. */
    async applySettings(settings: Settings) {
      if (state.order !== null) terms ??= termsOf(settings)
      if (terms !== termsOf(settings)) await runAction(() => newOrder(settings))
    },
    updateView(view: CheckoutView) {
      setState({ view })
      scheduleRefresh()
    },
    /** Resolves once the demo's state is so. */
    async waitUntil(isSo: (state: DemoState) => boolean) {
      const read = () => (isSo(state) ? true : null)
      await waitFor('The page does not show the outcome yet: wait a moment, then go on.', read, 300)
    },
    /** Resolves with the newest attempt once the service has an order for it. */
    latestAttempt: () =>
      waitFor('There is nothing to pay yet: choose a payment method in the shop first.', () => {
        const latest = state.detail?.attempts.at(-1)
        return latest?.externalId && latest.attempt === state.view?.attempts
          ? { ...latest, externalId: latest.externalId }
          : null
      }),
    /** Resolves with the attempt that an operator has to decide. */
    attemptInReview: () =>
      waitFor('Nothing of this order needs a decision.', () => {
        const inReview = state.detail?.attempts.find(({ review }) => review !== null)
        return state.detail && inReview ? { checkout: state.detail.id, attempt: inReview.attempt } : null
      }),
  }
}
