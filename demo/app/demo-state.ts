import type { CheckoutView } from 'paypane'
import type { CheckoutDetail } from 'paypane/contract'
import type { Backend, Balance } from '../backend/backend.ts'
import type { Message } from '../traffic/message.ts'
import { instructionSets, type Settings } from './settings.ts'

/** The order on the stage, and all that is known of what happens behind it. */
export interface DemoState {
  /** The order's reference; null until the shop has taken it. */
  order: string | null
  /** The pane starts with this method by itself. */
  initialMethod: 'transfer' | undefined
  view: CheckoutView | null
  detail: CheckoutDetail | null
  balance: Balance | null
  messages: readonly Message[]
  serverUp: boolean
  /** How far the clocks were turned, in seconds. */
  advancedSeconds: number
  /** What went wrong with the machinery itself, in words. */
  error: string | null
}

interface NewOrderOptions {
  initialMethod?: 'transfer'
  noRoute?: boolean
}

export interface Demo {
  readonly state: DemoState
  subscribe(listener: () => void): () => void
  /** Takes a new order where the settings ask for another one than there is. */
  applySettings(settings: Settings): Promise<void>
  /** The shop takes a new order, with the settings as they are now. */
  newOrder(settings: Settings, options?: NewOrderOptions): Promise<void>
  updateView(view: CheckoutView): void
  /** The newest attempt, as the service knows it; waits until there is one that the service has. */
  latestAttempt(): Promise<{ externalTransactionId: string; externalId: string }>
  /** Turns the clocks of the service and the merchant's server. */
  advanceClock(seconds: number): Promise<void>
  /** Does what someone asked for; what goes wrong is said, not thrown. */
  runAction(action: () => Promise<void>): Promise<void>
}

/** A change of these makes another order; of the others, another look. */
const termsOf = ({ amount, currency, method, details, qr }: Settings) =>
  [amount, currency, method, details, qr].join()

const orderKey = 'paypane-demo:order'

export function createDemo(backend: Backend): Demo {
  const listeners = new Set<() => void>()
  const messagesById = new Map<number, Message>()
  let state: DemoState = {
    order: null,
    initialMethod: undefined,
    view: null,
    detail: null,
    balance: null,
    messages: [],
    serverUp: true,
    advancedSeconds: 0,
    error: null,
  }
  let refreshScheduled = false
  let terms: string | null = null

  function setState(changes: Partial<DemoState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  /** Messages about this order: others may be in the same world, from another page or an earlier day. */
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

  /** The story is read anew soon after anything happened; a few things at once are one reading. */
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
      setState({ detail })
      setState({ messages: orderMessages() })
      if (hasChanged) setState({ balance: await backend.getBalance(view.amount.currency) })
    } catch {
      // The server may be down, as it is meant to be here: the next message brings the next reading.
    }
  }

  backend.subscribe((update) => {
    if (update.type === 'server') {
      setState({ serverUp: update.up })
    } else {
      const { message } = update
      messagesById.set(message.id, message)
      const [oldest] = messagesById.keys()
      if (messagesById.size > 600 && oldest !== undefined) messagesById.delete(oldest)
      setState({ messages: orderMessages() })
    }
    scheduleRefresh()
  })
  // The server also does things by itself.
  setInterval(scheduleRefresh, 2000)

  function saveOrder(order: string) {
    if (backend.kind === 'live') sessionStorage.setItem(orderKey, order)
  }

  const savedOrder = new URLSearchParams(location.search).get('order') ?? sessionStorage.getItem(orderKey)
  if (backend.kind === 'live' && savedOrder) {
    state = { ...state, order: savedOrder }
    saveOrder(savedOrder)
  }

  async function newOrder(
    settings: Settings,
    { initialMethod, noRoute = false }: NewOrderOptions = {},
  ): Promise<void> {
    terms = termsOf(settings)
    await backend.controlSandbox('config', {
      instructions: { fields: instructionSets[settings.details].fields, qr: settings.qr, unfilled: 'null' },
      pipelines: { p2p: { routes: noRoute ? [] : null } },
    })
    const { amount, currency, method } = settings
    const methods = method === 'choose' || initialMethod ? (['transfer', 'form'] as const) : [method]
    const order = await backend.placeOrder({ amount, currency, methods: [...methods] })
    saveOrder(order)
    setState({ order, initialMethod, view: null, detail: null, balance: null, messages: [], error: null })
  }

  async function runAction(action: () => Promise<void>): Promise<void> {
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
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    newOrder,
    runAction,
    async advanceClock(seconds) {
      await backend.advanceClock(seconds)
      setState({ advancedSeconds: state.advancedSeconds + seconds })
    },
    async applySettings(settings) {
      const isRestored = terms === null && state.order !== null
      if (isRestored) terms = termsOf(settings)
      if (terms !== termsOf(settings)) await runAction(() => newOrder(settings))
    },
    updateView(view) {
      setState({ view })
      scheduleRefresh()
    },
    async latestAttempt() {
      for (let tries = 0; tries < 60; tries += 1) {
        const latest = state.detail?.attempts.at(-1)
        if (latest?.externalId && latest.attempt === state.view?.attempt) {
          return { ...latest, externalId: latest.externalId }
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
        await refresh()
      }
      throw new Error('There is nothing to pay yet: choose a way to pay in the shop first.')
    },
  }
}
