import { CheckoutView, type ViewMembers } from '../../../src/contract/view.ts'
import type { Environment, PageLifecycleEvent } from '../../../src/widget/core/environment.ts'

/** A request as the merchant's server sees it. */
export interface RecordedRequest {
  method: string
  path: string
  wait: number | null
  version: string | null
  /** The header `Checkout-Secret`. */
  secret: string | null
  /** The header `Accept-Language`. */
  language: string | null
  body: unknown
  /** Milliseconds since the test began. */
  at: number
}

/** A server response, immediate or delayed. `dropped` breaks the connection, `broken` after the headers; `hanging` never responds. */
export type Reply =
  | {
      status?: number
      view?: Partial<ViewMembers>
      text?: string
      headers?: Record<string, string>
      afterMs?: number
    }
  /** A 304 at the end of the long poll; immediate without `wait`. */
  | 'held'
  | 'dropped'
  | 'broken'
  | 'hanging'

export const start = Date.parse('2026-11-20T12:00:00.000Z')

/** A view as the contract allows it. Default: a pending transfer. */
export const validView = (changed: Partial<ViewMembers> = {}): CheckoutView =>
  CheckoutView.parse(view(changed))

/** The same as a server sends it, which may get it wrong. */
export function view(changed: Partial<ViewMembers> = {}): ViewMembers {
  return {
    id: 'co_1',
    order: '1042',
    status: 'pending',
    final: false,
    amount: { value: '1250.00', currency: 'UAH' },
    paid: null,
    method: 'transfer',
    methods: ['transfer', 'form'],
    attempts: 1,
    action: null,
    reason: null,
    retry: false,
    expiresAt: null,
    now: new Date(start).toISOString(),
    pollAfter: 3,
    savedCards: [],
    ...changed,
  }
}

/** A fake environment: clock, network and page lifecycle. */
export function createFakePage(serve: (request: RecordedRequest, count: number) => Reply) {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  let pageListener: ((event: PageLifecycleEvent) => void) | null = null
  const requests: RecordedRequest[] = []
  let open = 0
  let maxOpen = 0

  const setTimer = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search, searchParams } = new URL(url, 'https://shop.example')
    const wait = searchParams.get('wait')
    const request: RecordedRequest = {
      method: init.method ?? 'GET',
      path: pathname + (wait ? '' : search),
      wait: wait ? Number(wait) : null,
      version: new Headers(init.headers).get('if-none-match'),
      secret: new Headers(init.headers).get('checkout-secret'),
      language: new Headers(init.headers).get('accept-language'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      at: now - start,
    }
    requests.push(request)
    open += 1
    let isAborted = false
    maxOpen = Math.max(maxOpen, open)
    try {
      const current = serve(request, requests.length)
      const reply = current === 'held' ? { status: 304, afterMs: (wait ? Number(wait) : 0) * 1000 } : current
      if (reply === 'dropped') throw new TypeError('Failed to fetch')
      if (reply === 'broken') return new Response(brokenBody())
      await new Promise<void>((resolve, reject) => {
        const cancel =
          reply === 'hanging' ? () => undefined : reply.afterMs ? setTimer(reply.afterMs, resolve) : resolve()
        init.signal?.addEventListener('abort', () => {
          open -= 1
          isAborted = true
          cancel?.()
          reject(new DOMException('Aborted', 'AbortError'))
        })
      })
      if (reply === 'hanging') throw new TypeError('never')
      const status = reply.status ?? 200
      const text = reply.text ?? JSON.stringify(view({ now: new Date(now).toISOString(), ...reply.view }))
      return new Response(status === 304 || status === 204 ? null : text, {
        status,
        headers: reply.headers ?? {},
      })
    } finally {
      if (!isAborted) open -= 1
    }
  }

  const environment: Environment = {
    fetch,
    language: () => 'uk',
    now: () => now,
    setTimer,
    random: () => 0.5,
    watchPage(listener) {
      pageListener = listener
      return () => {
        pageListener = null
      }
    },
  }

  /** Advances the clock and runs the timers that are due. */
  async function advance(ms: number): Promise<void> {
    const until = now + ms
    await flushPromises()
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      now = Math.max(now, next.at)
      timers = timers.filter((other) => other !== next)
      next.run()
      await flushPromises()
    }
    now = until
  }

  return {
    environment,
    requests,
    advance,
    /** Time passes, and no timer runs, as in a page in the background: those that are due run late, at `advance`. */
    sleep(ms: number) {
      now += ms
    },
    emitPageEvent: (event: PageLifecycleEvent) => pageListener?.(event),
    get maxOpen() {
      return maxOpen
    },
    get timers() {
      return timers.length
    },
    get open() {
      return open
    },
    get isWatched() {
      return pageListener !== null
    },
  }
}

const brokenBody = () =>
  new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })

/** Runs pending promise callbacks. */
async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
}
