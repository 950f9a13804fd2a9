import { fireEvent, within } from '@testing-library/preact'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { createSession } from '../../../src/widget/core/session.ts'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'
import { claimCode } from '../../../src/widget/view/claim/form.tsx'
import { deferredParts } from '../../../src/widget/view/deferred/parts.ts'
import type { PageServices, Presentation, WidgetEvent } from '../../../src/widget/view/model.ts'
import { type PayerFieldsForm, payerFieldsForm } from '../../../src/widget/view/payer-fields/screen.tsx'
import { openQr, type QrCodes } from '../../../src/widget/view/qr/open-qr.ts'
import { createRenderer } from '../../../src/widget/view/renderer.tsx'
import { createFakePage, type Reply, start, view } from '../core/fake-page.ts'

/** What the server responds with: a view, which it may have got wrong, or any other reply. */
type ServerState = ViewMembers | Reply

interface PayerOptions {
  options?: Presentation['options']
  locale?: string
  /** The age of the checkout when the payer opens the page. */
  sinceMs?: number
  /** The server's clock minus the phone's. */
  aheadMs?: number
  /** Replies to the payer's actions by HTTP method. Default: the current view. */
  answers?: Readonly<Record<string, Reply>>
  loadPayerFields?: () => Promise<PayerFieldsForm>
  loadQr?: () => Promise<QrCodes>
  loadDeferred?: PageServices['loadDeferred']
  /** The page cancels every event. */
  cancels?: boolean
}

/** happy-dom has no canvas to paint on. */
export const qrCodes: QrCodes = {
  openQr: (field) => ({ ...openQr(field), paint: async () => undefined }),
}

/** Renders the widget with a manual clock and a server with long polling. */
export async function openPayer(first: ServerState, payerOptions: PayerOptions = {}) {
  let loadedQr = 0
  const { options = {}, locale = 'en', sinceMs = 0, aheadMs = 0, answers = {} } = payerOptions
  const {
    loadPayerFields = async () => payerFieldsForm,
    loadQr = async () => qrCodes,
    loadDeferred = async () => ({
      ...deferredParts,
      loaders: {
        payerFields: loadPayerFields,
        claim: async () => claimCode,
        qr: () => {
          loadedQr += 1
          return loadQr()
        },
      },
    }),
    cancels = false,
  } = payerOptions
  let current = first
  const reply = (at: number): Reply => {
    if (typeof current === 'string' || !('id' in current)) return current
    const now = new Date(start + sinceMs + aheadMs + at).toISOString()
    return { view: { ...current, now }, headers: { etag: 'W/"1"' } }
  }
  const page = createFakePage(({ method, wait, at }) => {
    const answer = answers[method]
    // What an action was answered with is the view from then on.
    if (typeof answer === 'object' && answer.view) current = view(answer.view)
    return answer ?? (wait ? 'held' : reply(at))
  })
  const session = createSession({ endpoint: '/pay', checkout: 'co_1' }, page.environment)
  const events: WidgetEvent[] = []
  const pageServices: PageServices = {
    endpoint: 'http://localhost:3000/pay',
    setTimer: page.environment.setTimer,
    loadDeferred,
    isLoopback: false,
    emit: (event) => events.push(event) > 0 && !cancels,
  }
  const t = createTranslator(locale, {})
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const place = document.createElement('main')
  // happy-dom keeps the focus of what is removed.
  document.body.focus()
  document.body.replaceChildren(host)
  root.append(place)
  const renderer = createRenderer(root, place, session, pageServices, () => ({ options, t }))
  session.subscribe(renderer.renderWidget)
  renderer.renderWidget()
  await page.advance(1000)

  const widget = within(place)
  return {
    page,
    widget,
    place,
    events,
    /** How often the code of QR codes was requested. */
    loadedQr: () => loadedQr,
    /** The payer's actions, as requests. */
    requestsSent: () =>
      page.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => ({ method, path, body })),
    /** What has the focus in the widget. */
    focused: () => root.activeElement,
    heading: () => place.querySelector('h2 span')?.textContent,
    hint: () => place.querySelector('.hint')?.textContent ?? '',
    /** Why the payer's last choice failed. */
    error: () => place.querySelector('.methods')?.closest('.body')?.querySelector('.note')?.textContent,
    status: () => widget.getByRole('status').textContent,
    /** The copyable fields: values by label. */
    rows: () =>
      Object.fromEntries(
        [...place.querySelectorAll('.field-list .field-row')]
          .filter((row) => !row.closest('.another-way, .qr'))
          .map((row) => [row.querySelector('dt')?.textContent, row.querySelector('bdi')?.textContent]),
      ),
    async respondWith(next: ServerState) {
      current = next
      session.refresh()
      await page.advance(0)
    },
    async press(name: string) {
      fireEvent.click(widget.getByRole('button', { name }))
      await page.advance(0)
    },
  }
}
