import { fireEvent, within } from '@testing-library/preact'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { createSession } from '../../../src/widget/core/session.ts'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'
import type { Notice, Surroundings, ViewOptions } from '../../../src/widget/view/model.ts'
import { createStage } from '../../../src/widget/view/stage.tsx'
import { fakePage, type Reply, start } from '../core/fake-page.ts'

/** What the server says: a view, or anything else instead of one. */
type Said = CheckoutView | Reply

interface Circumstances {
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
export async function payerAt(first: Said, circumstances: Circumstances = {}) {
  const { options = {}, locale = 'en', sinceMs = 0, aheadMs = 0, answers = {} } = circumstances
  let said = first
  const reply = (at: number): Reply => {
    if (typeof said === 'string' || !('id' in said)) return said
    const now = new Date(start + sinceMs + aheadMs + at).toISOString()
    return { view: { ...said, now }, headers: { etag: 'W/"1"' } }
  }
  const page = fakePage(({ method, wait, at }) => answers[method] ?? (wait ? 'held' : reply(at)))
  const session = createSession({ endpoint: '/pay', checkout: 'co_1' }, page.environment)
  const notices: Notice[] = []
  const gone: string[] = []
  const around: Surroundings = {
    after: page.environment.after,
    loadQr: async () => () => undefined,
    wasSent: () => false,
    noteSent: () => undefined,
    isLoopback: false,
    leaveTo: (url) => gone.push(url) > 0,
    tell: (notice) => notices.push(notice) > 0,
  }
  const t = createTranslator(locale)
  const place = document.createElement('main')
  document.body.replaceChildren(place)
  const stage = createStage(place, session, around, () => ({ options, t }))
  session.subscribe(stage.draw)
  stage.draw()
  await page.pass(1000)

  const pane = within(place)
  return {
    page,
    pane,
    place,
    notices,
    /** What the payer did, as the server hears it. */
    deeds: () =>
      page.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => ({ method, path, body })),
    heading: () => place.querySelector('h2 span')?.textContent,
    hint: () => place.querySelector('.hint')?.textContent,
    status: () => pane.getByRole('status').textContent,
    /** The rows of instructions, by their labels, without what sets their parts apart. */
    rows: () =>
      Object.fromEntries(
        [...place.querySelectorAll('.detail')].map((row) => [
          row.querySelector('dt')?.textContent,
          row.querySelector('bdi')?.textContent,
        ]),
      ),
    async say(next: Said) {
      said = next
      session.refresh()
      await page.pass(0)
    },
    async press(name: string) {
      fireEvent.click(pane.getByRole('button', { name }))
      await page.pass(0)
    },
  }
}
