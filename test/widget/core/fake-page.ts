import type { CheckoutView } from '../../../src/contract/view.ts'
import type { Environment, PageLifecycleEvent } from '../../../src/widget/core/environment.ts'

/** A request as the merchant's server sees it. */
export interface RecordedRequest {
  method: string
  path: string
  wait: number | null
  version: string | null
  body: unknown
  /** Milliseconds since the test began. */
  at: number
}

/** What the server does: an answer, at once or later; `dropped` is a broken connection, `hanging` none at all. */
export type Reply =
  | {
      status?: number
      view?: Partial<CheckoutView>
      text?: string
      headers?: Record<string, string>
      afterMs?: number
    }
  /** A 304 at the end of its wait; at once where it has none. */
  | 'held'
  | 'dropped'
  | 'hanging'

export const start = Date.parse('2026-11-20T12:00:00.000Z')

/** A pending transfer, as the kit's server gives it. */
export function view(changed: Partial<CheckoutView> = {}): CheckoutView {
  return {
    id: 'co_1',
    order: '1042',
    status: 'pending',
    final: false,
    amount: { value: '1250.00', currency: 'UAH' },
    paid: null,
    method: 'transfer',
    methods: ['transfer', 'form'],
    attempt: 1,
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

/** A page without a browser: its clock, its network, and its payer who leaves and comes back. */
export function createFakePage(serve: (request: RecordedRequest, count: number) => Reply) {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  let pageListener: ((emitPageEvent: PageLifecycleEvent) => void) | null = null
  const requests: RecordedRequest[] = []
  let open = 0
  let mostOpen = 0

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
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      at: now - start,
    }
    requests.push(request)
    open += 1
    let isAborted = false
    mostOpen = Math.max(mostOpen, open)
    try {
      const current = serve(request, requests.length)
      const reply = current === 'held' ? { status: 304, afterMs: (wait ? Number(wait) : 0) * 1000 } : current
      if (reply === 'dropped') throw new TypeError('Failed to fetch')
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

  /** Lets so much time pass, with all that happens in it. */
  async function advance(ms: number): Promise<void> {
    const until = now + ms
    await settle()
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      now = Math.max(now, next.at)
      timers = timers.filter((other) => other !== next)
      next.run()
      await settle()
    }
    now = until
  }

  return {
    environment,
    requests,
    advance,
    emitPageEvent: (emitPageEvent: PageLifecycleEvent) => pageListener?.(emitPageEvent),
    get mostOpen() {
      return mostOpen
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

/** Lets promises that are due run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
}
