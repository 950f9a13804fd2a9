import type { CheckoutView } from 'paypane'
import type { CheckoutStory } from 'paypane/contract'
import type { Message } from '../wire/message.ts'
import type { Balance, World } from '../world/world.ts'
import { detailMixes, type Settings } from './settings.ts'

/** The order on the stage, and all that is known of what happens behind it. */
export interface PlayState {
  /** The order's reference; null until the shop has taken it. */
  order: string | null
  /** The pane starts with this method by itself. */
  startsWith: 'transfer' | undefined
  view: CheckoutView | null
  story: CheckoutStory | null
  balance: Balance | null
  messages: readonly Message[]
  serverUp: boolean
  /** How far the clocks were turned, in seconds. */
  turned: number
  /** What went wrong with the machinery itself, in words. */
  trouble: string | null
}

interface How {
  startsWith?: 'transfer'
  noRoute?: boolean
}

export interface Play {
  readonly state: PlayState
  subscribe(listener: () => void): () => void
  /** Takes a new order where the settings ask for another one than there is. */
  follow(settings: Settings): Promise<void>
  /** The shop takes a new order, with the settings as they are now. */
  newOrder(settings: Settings, how?: How): Promise<void>
  viewed(view: CheckoutView): void
  /** The newest attempt, as the service knows it; waits until there is one that the service has. */
  attempt(): Promise<{ externalTransactionId: string; externalId: string }>
  /** Turns the clocks of the service and the merchant's server. */
  turn(seconds: number): Promise<void>
  /** Does what someone asked for; what goes wrong is said, not thrown. */
  attempting(deed: () => Promise<void>): Promise<void>
}

/** A change of these makes another order; of the others, another look. */
const termsOf = ({ amount, currency, method, details, qr }: Settings) =>
  [amount, currency, method, details, qr].join()

const orderKey = 'paypane-demo:order'

export function createPlay(world: World): Play {
  const listeners = new Set<() => void>()
  const heard = new Map<number, Message>()
  let state: PlayState = {
    order: null,
    startsWith: undefined,
    view: null,
    story: null,
    balance: null,
    messages: [],
    serverUp: true,
    turned: 0,
    trouble: null,
  }
  let readingDue = false
  let terms: string | null = null

  function set(changed: Partial<PlayState>) {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }

  /** Messages about this order: others may be in the same world, from another page or an earlier day. */
  function ours(): Message[] {
    const { order, view, story } = state
    const attempts = story?.attempts ?? []
    const names = new Set(
      [order, view?.id, ...attempts.flatMap((one) => [one.externalTransactionId, one.externalId])].filter(
        (name) => typeof name === 'string',
      ),
    )
    return [...heard.values()].filter((message) => message.names.some((name) => names.has(name)))
  }

  /** The story is read anew soon after anything happened; a few things at once are one reading. */
  function readSoon() {
    if (readingDue) return
    readingDue = true
    setTimeout(() => {
      readingDue = false
      void read()
    }, 120)
  }

  async function read() {
    const { view } = state
    if (!view || !state.serverUp) return
    try {
      const story = await world.story(view.id)
      if (state.view?.id !== view.id) return
      const hasMoved = state.story?.updatedAt !== story.updatedAt
      set({ story })
      set({ messages: ours() })
      if (hasMoved) set({ balance: await world.balance(view.amount.currency) })
    } catch {
      // The server may be down, as it is meant to be here: the next message brings the next reading.
    }
  }

  world.watch((happening) => {
    if (happening.type === 'server') {
      set({ serverUp: happening.up })
    } else {
      const { message } = happening
      heard.set(message.id, message)
      const [oldest] = heard.keys()
      if (heard.size > 600 && oldest !== undefined) heard.delete(oldest)
      set({ messages: ours() })
    }
    readSoon()
  })
  // The server also does things by itself.
  setInterval(readSoon, 2000)

  function keep(order: string) {
    if (world.kind === 'live') sessionStorage.setItem(orderKey, order)
  }

  const kept = new URLSearchParams(location.search).get('order') ?? sessionStorage.getItem(orderKey)
  if (world.kind === 'live' && kept) {
    state = { ...state, order: kept }
    keep(kept)
  }

  async function newOrder(settings: Settings, { startsWith, noRoute = false }: How = {}): Promise<void> {
    terms = termsOf(settings)
    await world.pull('config', {
      instructions: { fields: detailMixes[settings.details].fields, qr: settings.qr, unfilled: 'null' },
      pipelines: { p2p: { routes: noRoute ? [] : null } },
    })
    const { amount, currency, method } = settings
    const methods = method === 'choose' || startsWith ? (['transfer', 'form'] as const) : [method]
    const order = await world.placeOrder({ amount, currency, methods: [...methods] })
    keep(order)
    set({ order, startsWith, view: null, story: null, balance: null, messages: [], trouble: null })
  }

  async function attempting(deed: () => Promise<void>): Promise<void> {
    try {
      set({ trouble: null })
      await deed()
      readSoon()
    } catch (error) {
      set({ trouble: error instanceof Error ? error.message : String(error) })
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
    attempting,
    async turn(seconds) {
      await world.turn(seconds)
      set({ turned: state.turned + seconds })
    },
    async follow(settings) {
      const isKept = terms === null && state.order !== null
      if (isKept) terms = termsOf(settings)
      if (terms !== termsOf(settings)) await attempting(() => newOrder(settings))
    },
    viewed(view) {
      set({ view })
      readSoon()
    },
    async attempt() {
      for (let tries = 0; tries < 60; tries += 1) {
        const known = state.story?.attempts.at(-1)
        if (known?.externalId && known.attempt === state.view?.attempt) {
          return { ...known, externalId: known.externalId }
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
        await read()
      }
      throw new Error('There is nothing to pay yet: choose a way to pay in the shop first.')
    },
  }
}
