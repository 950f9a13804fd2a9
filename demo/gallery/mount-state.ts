import { type CheckoutView, mount, type PaypaneOptions } from 'paypane'
import type { State } from './states.ts'

/** Mounts a widget, brings it into a state as a payer would, and keeps it there. */
export function mountState(target: HTMLElement, state: State, options: Partial<PaypaneOptions>) {
  const fetch = createFakeFetch(state)
  const widget = mount(target, { endpoint: '/pay', order: '1042', fetch, ...options })
  const root = target.lastElementChild?.shadowRoot
  const find = (selector: string) => root?.querySelector<HTMLElement>(selector) ?? null

  /** There is nothing else to show yet. */
  const isPlaceholder = typeof state.response !== 'object' || state.expectedText === 'Preparing your payment'

  const isReached = () => {
    const isOffline = state.response === 'offline' || state.nextResponse === 'offline'
    const rootSelector = isOffline
      ? '.disconnected'
      : typeof state.nextResponse === 'object'
        ? '.success'
        : '.widget'
    const text = find(rootSelector) && root?.textContent
    if (options.locale === 'en') return Boolean(text?.includes(state.expectedText))
    // English comes first where a language takes long, and a placeholder where the parts of a screen do.
    const isInLanguage = find('.widget')?.lang === options.locale
    return Boolean(text) && isInLanguage && (isPlaceholder || find('.skeleton') === null)
  }

  /** Clicks without moving the focus, because the visitor did not click. */
  async function click(selector: string): Promise<void> {
    await waitUntil(state, () => find(selector) !== null)
    const before = find('h2')?.textContent
    const focusable = [...(root?.querySelectorAll<HTMLElement>('h2, input, select') ?? [])]
    for (const element of focusable) element.focus = () => undefined
    find(selector)?.click()
    const hasChanged = () => find('h2')?.textContent !== before || find('[aria-invalid=true]') !== null
    await waitUntil(state, () => hasChanged() || state.nextResponse === 'error')
    for (const element of focusable) Reflect.deleteProperty(element, 'focus')
  }

  async function type(selector: string, text: string): Promise<void> {
    await waitUntil(state, () => find(selector) !== null)
    const input = find(selector)
    if (!(input instanceof HTMLInputElement)) return
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Rejects if the state is not reached. */
  async function reachState(): Promise<void> {
    for (const [selector, text] of Object.entries(state.typed ?? {})) await type(selector, text)
    for (const selector of state.clicks ?? []) await click(selector)
    if (state.nextResponse === 'offline') {
      await waitUntil(state, () => widget.view !== null)
      widget.refresh()
    }
    await waitUntil(state, isReached)
  }
  return { ready: reachState(), unmount: widget.unmount }
}

/** A fake server that keeps the widget in this state; further requests stay pending. */
function createFakeFetch({ response, nextResponse, problem }: State): typeof fetch {
  // The widget stores drafts of claims by the checkout’s id, so the id is unique.
  const id = `co_${crypto.randomUUID()}`
  let next: State['response'] | State['nextResponse'] = response
  return async (_, init) => {
    const current = next
    if (current !== 'offline') next = nextResponse
    if (current === 'offline') throw new TypeError('Failed to fetch')
    if (current === 'error' && init?.method) return new Response('', { status: 503 })
    if (typeof current === 'number') return errorResponse(current, problem)
    return typeof current === 'object'
      ? viewResponse({ ...current, id })
      : new Promise<never>(() => undefined)
  }
}

const viewResponse = (view: CheckoutView) =>
  new Response(JSON.stringify(view), { headers: { etag: `W/"${view.status}"` } })
const errorResponse = (status: number, code = status === 409 ? 'amount_changed' : 'malformed') =>
  new Response(JSON.stringify({ code }), { status })

/** Ends what hangs. A slow machine does not reach it. */
const longestMs = 60_000

async function waitUntil({ name }: State, condition: () => boolean): Promise<void> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < longestMs) {
    if (condition()) return
    await new Promise(requestAnimationFrame)
  }
  throw new Error(`The widget did not reach the state ${name}`)
}
