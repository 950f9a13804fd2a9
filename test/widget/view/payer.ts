import { fireEvent, within } from '@testing-library/preact'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { createSession } from '../../../src/widget/core/session.ts'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'
import type { PageServices, WidgetEvent } from '../../../src/widget/view/model.ts'
import type { ViewOptions } from '../../../src/widget/view/options.ts'
import { createRenderer } from '../../../src/widget/view/renderer.tsx'
import { createFakePage, type Reply, start } from '../core/fake-page.ts'

/** What the server says: a view, or anything else instead of one. */
type ServerState = CheckoutView | Reply

interface PayerOptions {
  options?: ViewOptions
  locale?: string
  /** How long the checkout has been there when the payer opens the page. */
  sinceMs?: number
  /** How far the server's clock is ahead of the phone's. */
  aheadMs?: number
  /** What is answered to what the payer does, by its method; usually what is said. */
  answers?: Readonly<Record<string, Reply>>
}

/**
 * A payer before the pane, under a clock of its own, and a server that holds questions. What the server says from then
 * on is heard at once.
 */
export async function openPayer(first: ServerState, payerOptions: PayerOptions = {}) {
  const { options = {}, locale = 'en', sinceMs = 0, aheadMs = 0, answers = {} } = payerOptions
  let current = first
  const reply = (at: number): Reply => {
    if (typeof current === 'string' || !('id' in current)) return current
    const now = new Date(start + sinceMs + aheadMs + at).toISOString()
    return { view: { ...current, now }, headers: { etag: 'W/"1"' } }
  }
  const page = createFakePage(({ method, wait, at }) => answers[method] ?? (wait ? 'held' : reply(at)))
  const session = createSession({ endpoint: '/pay', checkout: 'co_1' }, page.environment)
  const notices: WidgetEvent[] = []
  const redirects: string[] = []
  const pageServices: PageServices = {
    setTimer: page.environment.setTimer,
    loadQr: async () => () => undefined,
    wasRedirected: () => false,
    markRedirected: () => undefined,
    isLoopback: false,
    navigateTop: (url) => redirects.push(url) > 0,
    emit: (notice) => notices.push(notice) > 0,
  }
  const t = createTranslator(locale)
  const place = document.createElement('main')
  document.body.replaceChildren(place)
  const renderer = createRenderer(place, session, pageServices, () => ({ options, t }))
  session.subscribe(renderer.renderWidget)
  renderer.renderWidget()
  await page.advance(1000)

  const pane = within(place)
  return {
    page,
    pane,
    place,
    notices,
    /** What the payer did, as the server hears it. */
    requestsSent: () =>
      page.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => ({ method, path, body })),
    heading: () => place.querySelector('h2 span')?.textContent,
    hint: () => place.querySelector('.hint')?.textContent,
    status: () => pane.getByRole('status').textContent,
    /** The rows of instructions, by their labels, without what sets their parts apart. */
    rows: () =>
      Object.fromEntries(
        [...place.querySelectorAll('.field-row')].map((row) => [
          row.querySelector('dt')?.textContent,
          row.querySelector('bdi')?.textContent,
        ]),
      ),
    async respondWith(next: ServerState) {
      current = next
      session.refresh()
      await page.advance(0)
    },
    async press(name: string) {
      fireEvent.click(pane.getByRole('button', { name }))
      await page.advance(0)
    },
  }
}
