import { type CheckoutView, mount, type PaypaneOptions } from 'paypane'
import type { State } from './states.ts'

/** A pane that is on its way into a state. */
export interface Shown {
  /** Once it is there; refused where it does not get there. */
  reached: Promise<void>
  leave: () => void
}

/** Brings a pane into a state as a payer would come to it, and keeps it there. */
export function show(target: HTMLElement, state: State, options: Partial<PaypaneOptions>): Shown {
  const fetch = serverOf(state)
  const pane = mount(target, { endpoint: '/pay', order: '1042', fetch, ...state.options, ...options })
  const root = target.lastElementChild?.shadowRoot
  const find = (selector: string) => root?.querySelector<HTMLElement>(selector) ?? null

  const isThere = () => {
    const isLost = state.answer === 'lost' || state.later === 'lost'
    const tone = isLost ? '.lost' : typeof state.later === 'object' ? '.good' : '.pane'
    const said = find(tone) && root?.textContent
    return Boolean(options.locale === 'en' ? said?.includes(state.shows) : said)
  }

  /** The visitor did not press: the focus stays where it is. */
  async function press(selector: string): Promise<void> {
    await until(state, () => find(selector) !== null)
    const heading = find('h2')
    const before = heading?.textContent
    if (heading) heading.focus = () => undefined
    find(selector)?.click()
    await until(state, () => find('h2')?.textContent !== before || state.later === 'refused')
    if (heading) Reflect.deleteProperty(heading, 'focus')
  }

  async function reach(): Promise<void> {
    for (const selector of state.presses ?? []) await press(selector)
    if (state.later === 'lost') {
      await until(state, () => pane.view !== null)
      pane.refresh()
    }
    await until(state, isThere)
  }
  return { reached: reach(), leave: pane.unmount }
}

/** A server that is in this state, and stays in it: what it does not answer, it never answers. */
function serverOf({ answer, later }: State): typeof fetch {
  // The pane remembers by the checkout's id that its payer left for the payment page.
  const id = `co_${crypto.randomUUID()}`
  let next: State['answer'] | State['later'] = answer
  return async (_, init) => {
    const now = next
    if (now !== 'lost') next = later
    if (now === 'lost') throw new TypeError('Failed to fetch')
    if (now === 'refused' && init?.method) return new Response('', { status: 503 })
    if (typeof now === 'number') return refuse(now)
    return typeof now === 'object' ? give({ ...now, id }) : new Promise<never>(() => undefined)
  }
}

const give = (view: CheckoutView) =>
  new Response(JSON.stringify(view), { headers: { etag: `W/"${view.status}"` } })
const refuse = (status: number) => new Response(JSON.stringify({ code: 'amount_changed' }), { status })

async function until({ name }: State, isSo: () => boolean): Promise<void> {
  for (let frame = 0; frame < 300; frame++) {
    if (isSo()) return
    await new Promise(requestAnimationFrame)
  }
  throw new Error(`The pane did not come into the state ${name}`)
}
