import { mount } from 'paypane'
import type { CheckoutView } from '../../../../src/contract/view.ts'
import type { PaypaneOptions } from '../../../../src/widget/embed/options.ts'
import type { State } from './states.ts'

/** Brings a pane into a state, as a payer would come to it. */
export async function show(
  target: HTMLElement,
  state: State,
  options: Partial<PaypaneOptions>,
): Promise<void> {
  const fetch = serverOf(state)
  const pane = mount(target, { endpoint: '/pay', order: '1042', fetch, ...state.options, ...options })
  const root = target.firstElementChild?.shadowRoot
  if (!root) throw new Error('The pane has no shadow root')
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)
  for (const selector of state.presses ?? []) {
    await until(state, () => find(selector) !== null)
    find(selector)?.click()
  }
  if (state.later === 'lost') {
    await until(state, () => pane.view !== null)
    pane.refresh()
  }
  const isEnglish = options.locale === 'en'
  await until(state, () => !isEnglish || (root.textContent?.includes(state.shows) ?? false))
}

/** A server that is in this state, and stays in it. */
function serverOf({ answer, later }: State): typeof fetch {
  let asked = 0
  return async (_, init) => {
    asked += 1
    if (answer === 'nothing') return hang(init)
    if (asked === 1) return typeof answer === 'number' ? refuse(answer) : give(answer)
    if (later === 'refused' && init?.method === 'POST') return new Response('', { status: 503 })
    if (later === 'lost') throw new TypeError('Failed to fetch')
    return typeof later === 'object' ? give(later) : hang(init)
  }
}

const give = (view: CheckoutView) =>
  new Response(JSON.stringify(view), { headers: { etag: `W/"${view.status}"` } })
const refuse = (status: number) => new Response(JSON.stringify({ code: 'amount_changed' }), { status })

const hang = (init: RequestInit | undefined) =>
  new Promise<Response>((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })

async function until({ name }: State, isSo: () => boolean): Promise<void> {
  for (let frame = 0; frame < 300; frame++) {
    if (isSo()) return
    await new Promise(requestAnimationFrame)
  }
  throw new Error(`The pane did not come into the state ${name}`)
}
