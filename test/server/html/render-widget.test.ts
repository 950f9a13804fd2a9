// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { states } from '../../../demo/gallery/states.ts'
import { choosing, emptyDetails, failed, paid, transfer } from '../../../demo/gallery/views.ts'
import { CheckoutView } from '../../../src/contract/view.ts'
import { widgetStyleHash } from '../../../src/server/html/widget-styles.ts'
import { encodeQr } from '../../../src/server/qr/payable-qr.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { isFull } from '../../support/full.ts'
import { waitFor } from '../../support/wait-for.ts'

let renderWidget: typeof import('../../../src/server/html/index.ts')['renderWidget']

beforeAll(async () => {
  // A server has no document.
  vi.stubGlobal('document', undefined)
  ;({ renderWidget } = await import('../../../src/server/html/index.ts'))
  vi.unstubAllGlobals()
  vi.resetModules()
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  // As in browsers; happy-dom lacks it.
  Object.defineProperty(HTMLElement.prototype, 'translate', {
    set(this: HTMLElement, value: unknown) {
      this.setAttribute('translate', value ? 'yes' : 'no')
    },
  })
  Object.defineProperty(HTMLElement.prototype, 'spellcheck', {
    set(this: HTMLElement, value: unknown) {
      this.setAttribute('spellcheck', String(value))
    },
    get: () => true,
  })
  await import('../../../src/widget/embed/element.ts')
})
afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
  vi.useRealTimers()
})

/** Adds the HTML to the page as a parser does; happy-dom has no declarative shadow roots. */
function parse(html: string): { element: HTMLElement; root: ShadowRoot } {
  const parsed = document.createElement('div')
  parsed.innerHTML = html
  const source = parsed.querySelector('pay-pane')
  const template = parsed.querySelector('template')
  if (!source || !template) throw new Error('The HTML has no widget')
  const element = document.createElement('pay-pane')
  for (const { name, value } of source.attributes) element.setAttribute(name, value)
  const root = element.attachShadow({ mode: 'open' })
  root.append(template.content.cloneNode(true))
  return { element, root }
}

/** As the server encodes it. */
function withCode(view: CheckoutView): CheckoutView {
  const qr = view.action?.type === 'transfer' ? view.action.qr : null
  return view.action && qr?.startsWith('https:')
    ? CheckoutView.parse({ ...view, action: { ...view.action, code: encodeQr(qr) } })
    : view
}

/** The views of the gallery. */
const views = states.flatMap(({ name, response }) =>
  typeof response === 'object' ? [[name, withCode(response)] as const] : [],
)

/** Replies with these responses in turn; further requests stay pending. */
function serve(...responses: (CheckoutView | number)[]) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const next = responses.shift()
    if (next === undefined) return new Promise<never>(() => undefined)
    if (typeof next === 'number') return new Response('{}', { status: next })
    return new Response(JSON.stringify(next), { headers: { etag: 'W/"1"' } })
  })
  return fetch
}

const isTakenOver = (element: HTMLElement) =>
  Reflect.has(element.shadowRoot?.querySelector('div') ?? {}, '__k')

/** Adds the element and waits until it is taken over, has sent its first request and has run its effects. */
async function run(element: HTMLElement, fetch: ReturnType<typeof serve>) {
  Object.assign(element, { fetch })
  document.body.append(element)
  await waitFor(() => expect([isTakenOver(element), fetch.mock.calls.length > 0]).toEqual([true, true]), {
    interval: 1,
  })
  // Preact runs effects in a task after the next frame; those of a second frame are what they have changed.
  for (let frame = 0; frame < 2; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

const texts = (root: ShadowRoot) =>
  [...root.querySelectorAll('.ways dd bdi')].map(({ textContent }) => textContent)
const buttons = (root: ShadowRoot) => [...root.querySelectorAll<HTMLButtonElement>('.copy')]

test('a view without the time of the server is rendered with that of this one', async () => {
  vi.useFakeTimers({ now: Date.parse(transfer.now), toFake: ['Date'] })
  const html = await renderWidget({ ...transfer, now: '' }, { endpoint: '/pay' })
  expect(html).toBe((await renderWidget(transfer, { endpoint: '/pay' })).replace(transfer.now, ''))
})

test('a script takes over what the page’s own name and address of the shop were rendered with', async () => {
  vi.useFakeTimers({ now: Date.parse(failed.now), toFake: ['Date'] })
  const html = await renderWidget(
    { ...failed, merchant: { name: 'Tea Shop' } },
    { endpoint: '/pay', merchant: 'Tea for Kids', support: 'help@kids.example' },
  )
  expect(html).toContain('merchant="Tea for Kids" support="help@kids.example"')
  const { element, root } = parse(html)
  const shown = root.querySelector('div')?.innerHTML
  expect(shown).toContain('Tea for Kids')
  expect(shown).toContain('mailto:help@kids.example')
  await run(element, serve())
  expect(root.querySelector('div')?.innerHTML).toBe(shown)
})

test('a script takes the HTML of every state over, in every language, without a change', async () => {
  const tags = ['en', ...localeTags]
  /** Each language with some states; `npm run test:full` each with every state. */
  const cases = views.flatMap(([name, view], index) =>
    tags.filter((_, at) => isFull || at === index % tags.length).map((locale) => ({ name, view, locale })),
  )
  for (const { name, view, locale } of cases) {
    vi.useFakeTimers({ now: Date.parse(view.now), toFake: ['Date'] })
    // A chosen method with fields shows its form. The gallery's state is one of a payer who has left and returned.
    const progress = { fillingIn: { method: 'transfer' as const }, returned: name === 'returned' }
    const html = await renderWidget(view, { endpoint: '/pay', locale, formAction: '/pay/o/t', progress })
    const { element, root } = parse(html)
    const [before, heading] = [root.querySelector('div')?.innerHTML, root.querySelector('h2')]
    const changes: MutationRecord[] = []
    const observer = new MutationObserver((records) => changes.push(...records))
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
    await run(element, serve())
    changes.push(...observer.takeRecords())
    const context = `${name} in ${locale}`
    expect(root.querySelector('div')?.innerHTML, context).toBe(before)
    expect(
      changes.map(({ type, target }) => `${type} ${target.nodeName}`),
      context,
    ).toEqual([])
    expect(root.querySelector('h2'), context).toBe(heading)
    element.remove()
  }
})

test('a form that was refused keeps its errors, and what is typed before a script runs', async () => {
  const view: CheckoutView = {
    ...choosing,
    fields: {
      transfer: [
        { key: 'email', kind: 'email', required: true },
        { key: 'phone', kind: 'tel', required: true },
        {
          key: 'bank',
          kind: 'select',
          required: true,
          options: [
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
      ],
    },
  }
  const html = await renderWidget(view, {
    endpoint: '/pay',
    formAction: '/pay/o/t',
    progress: {
      fillingIn: { method: 'transfer', fields: { email: 'olena@', phone: '+380 67', bank: 'b' } },
      fieldErrors: [
        { key: 'email', rule: 'kind' },
        { key: 'phone', rule: 'kind' },
      ],
    },
  })
  const { element, root } = parse(html)
  const [form, email, phone] = [
    root.querySelector('form'),
    ...root.querySelectorAll<HTMLInputElement>('.payer-field input'),
  ]
  if (phone) phone.value = '+380 67 123-45-67'
  await run(element, serve(view))
  expect(root.querySelector('form')).toBe(form)
  expect([email?.value, phone?.value, root.querySelector('select')?.value]).toEqual([
    'olena@',
    '+380 67 123-45-67',
    'b',
  ])
  expect(root.querySelectorAll('.field-error')).toHaveLength(1)
  expect(email?.getAttribute('aria-invalid')).toBe('true')
})

test('a claim that was refused keeps its errors and what was typed, also while a script runs', async () => {
  const claim = { number: '7K2M9-QXT4H', state: 'open' as const, at: failed.now }
  const view = CheckoutView.parse({ ...failed, canClaim: true, claim })
  const html = await renderWidget(view, {
    endpoint: '/pay',
    formAction: '/pay/o/t',
    progress: {
      claiming: { amount: 'about 1250', bank: 'My Bank', note: '' },
      fieldErrors: [
        { key: 'amount', rule: 'pattern' },
        { key: 'receipt', rule: 'required' },
      ],
    },
  })
  const { element, root } = parse(html)
  const form = root.querySelector('form')
  const errors = () => [...root.querySelectorAll('.field-error')].map(({ textContent }) => textContent)
  const [wrong, lost] = ['This doesn’t look right. Please check it.', 'Not uploaded. Choose the file again.']
  expect(errors()).toEqual([wrong, lost])
  await run(element, serve(view))
  await waitFor(() => expect(Reflect.get(element, 'view')).not.toBeNull())
  expect(root.querySelector('form')).toBe(form)
  const typed = [...root.querySelectorAll<HTMLInputElement>('[name^=fields]')].map(({ value }) => value)
  expect(typed).toEqual(['about 1250', '', 'My Bank', '', ''])
  expect(errors()).toEqual([wrong, lost])

  const files = root.querySelector<HTMLInputElement>('[type=file]')
  const file = new File(['%PDF-1.7'], 'receipt.pdf', { type: 'application/pdf' })
  if (files) Object.defineProperty(files, 'files', { value: [file] })
  files?.dispatchEvent(new Event('change', { bubbles: true }))
  await waitFor(() => expect(errors()).toEqual([wrong]))
})

test('a form that no address receives cannot be submitted before a script runs', async () => {
  const view: CheckoutView = {
    ...choosing,
    methods: ['transfer'],
    fields: { transfer: [{ key: 'email', kind: 'email', required: true }] },
  }
  expect(
    parse(await renderWidget(view, { endpoint: '/pay' })).root.querySelector('.primary:disabled'),
  ).toBeTruthy()
})

test('HTML of a server is painted before it is taken over', async () => {
  const { element } = parse(await renderWidget(transfer, { endpoint: '/pay' }))
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  const fetch = serve()
  Object.assign(element, { fetch })
  document.body.append(element)
  await waitFor(() => expect(frames).toHaveLength(1), { interval: 1 })
  expect([isTakenOver(element), fetch.mock.calls.length]).toEqual([false, 0])
  vi.unstubAllGlobals()
  frames[0]?.(0)
  await waitFor(() => expect(isTakenOver(element)).toBe(true))
})

test('nothing in the HTML can be copied until the server has confirmed it', async () => {
  const { element, root } = parse(await renderWidget(transfer, { endpoint: '/pay' }))
  const events: string[] = []
  element.addEventListener('paypane-ready', ({ type }) => events.push(type))
  let confirm: () => void = () => undefined
  const fetch = vi.fn<typeof globalThis.fetch>(
    () => new Promise((resolve) => (confirm = () => resolve(new Response(JSON.stringify(transfer))))),
  )
  await run(element, fetch)
  expect(buttons(root).every(({ disabled }) => disabled)).toBe(true)
  expect([Reflect.get(element, 'view'), events]).toEqual([null, []])
  const shown = texts(root)
  confirm()
  await waitFor(() => expect(buttons(root).some(({ disabled }) => disabled)).toBe(false))
  expect(texts(root)).toEqual(shown)
  expect([Reflect.get(element, 'view'), events]).toEqual([
    expect.objectContaining({ id: transfer.id }),
    ['paypane-ready'],
  ])
})

test('the number that the payer has selected before the script runs stays selected', async () => {
  const { element, root } = parse(await renderWidget(transfer, { endpoint: '/pay' }))
  const ways = root.querySelector('select')
  expect(ways?.value).toBe('card')
  if (ways) ways.value = 'phone'
  await run(element, serve(transfer))
  await waitFor(() => expect(buttons(root).some(({ disabled }) => disabled)).toBe(false))
  expect(root.querySelector('select')).toBe(ways)
  expect(ways?.value).toBe('phone')
})

describe('while the code of the screen is not loaded', () => {
  const headingOf = (root: ShadowRoot) => root.querySelector('h2')?.textContent

  test('the HTML stays as it is, and is then taken over', async () => {
    const { esmLoaders } = await import('../../../src/widget/embed/esm-loaders.ts')
    const screens = await esmLoaders.loadDeferred()
    let arrive: () => void = () => undefined
    const loading = vi
      .spyOn(esmLoaders, 'loadDeferred')
      .mockReturnValue(new Promise((resolve) => (arrive = () => resolve(screens))))
    const { element, root } = parse(await renderWidget(failed, { endpoint: '/pay' }))
    const shown = root.querySelector('.widget')
    Object.assign(element, { fetch: serve(failed) })
    document.body.append(element)
    await waitFor(() => expect(loading).toHaveBeenCalled())
    expect(headingOf(root)).toBe('We haven’t received this payment')
    expect(Reflect.has(root.querySelector('div') ?? {}, '__k')).toBe(false)
    arrive()
    await waitFor(() => expect(Reflect.has(root.querySelector('div') ?? {}, '__k')).toBe(true))
    expect(root.querySelector('.widget')).toBe(shown)
    loading.mockRestore()
  })

  test('and cannot be, the payer is warned and can try again', async () => {
    const { esmLoaders } = await import('../../../src/widget/embed/esm-loaders.ts')
    const loading = vi.spyOn(esmLoaders, 'loadDeferred').mockRejectedValue(new Error('offline'))
    const { element, root } = parse(await renderWidget(failed, { endpoint: '/pay' }))
    await run(element, serve(failed))
    await waitFor(() => expect(headingOf(root)).toBe('Payment isn’t available right now'))
    await waitFor(() =>
      expect(root.querySelector('.hint')?.textContent).toBe(
        'Already sent the money? Please don’t send it again.',
      ),
    )
    expect(root.querySelector('.primary')?.textContent).toBe('Try again')
    loading.mockRestore()
  })
})

test.each([
  ['loadMessages', 'uk'],
  ['loadDeferred', 'en'],
] as const)(
  'HTML whose code never arrives is taken over without it after a while: %s',
  async (name, locale) => {
    const { esmLoaders } = await import('../../../src/widget/embed/esm-loaders.ts')
    const { element, root } = parse(await renderWidget(transfer, { endpoint: '/pay', locale }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const loading = vi.spyOn(esmLoaders, name).mockReturnValue(new Promise<never>(() => undefined))
    Object.assign(element, { fetch: serve(paid) })
    document.body.append(element)
    await waitFor(() => expect(loading).toHaveBeenCalled())
    expect(isTakenOver(element)).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    loading.mockRestore()
    expect(root.querySelector('.widget')?.classList).toContain('success')
  },
)

test('elements that differ from the data are replaced, and data that differs from the server’s view', async () => {
  const html = await renderWidget(transfer, { endpoint: '/pay' })
  const falseElements = parse(html.replace('<span>4441</span>', '<span>6666</span>'))
  await run(falseElements.element, serve())
  expect(texts(falseElements.root)).toContain('4441114455556666')

  const falseData = parse(html.replaceAll('4441', '6666'))
  await run(falseData.element, serve(transfer))
  await waitFor(() => expect(texts(falseData.root)).toContain('4441114455556666'))

  const unknown = parse(html)
  await run(unknown.element, serve(404))
  await waitFor(() => expect(unknown.root.textContent).toContain('We can’t find this payment'))
  expect(texts(unknown.root)).toEqual([])
})

test('a success that only the HTML claims is neither emitted nor kept', async () => {
  const { element, root } = parse(await renderWidget(paid, { endpoint: '/pay' }))
  const events: string[] = []
  element.addEventListener('paypane-success', ({ type }) => events.push(type))
  await run(element, serve(transfer))
  await waitFor(() => expect(root.querySelector('h2')?.textContent).toContain('Send exactly'))
  expect(events).toEqual([])
})

test('no text of a view becomes an element, an attribute or the end of the data', async () => {
  const text = '</script></template><img src=x onerror=alert(1)>"\'\u2028'
  const html = await renderWidget(
    { ...transfer, order: text, action: { ...emptyDetails, card: text, recipient: text } },
    { endpoint: '"><script>' },
  )
  expect(html.match(/<(img|script|\/script|\/template)/g)).toEqual(['<script', '</script', '</template'])
  expect(texts(parse(html).root)).toEqual([text, text])
})

test('the style sheet is constant, and its hash is that of the policy', async () => {
  const html = await renderWidget(transfer, { endpoint: '/pay' })
  const css = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  const digest = createHash('sha256').update(css).digest('base64')
  expect(widgetStyleHash).toBe(`'sha256-${digest}'`)
  expect(html).not.toMatch(/ style=| on[a-z]+=/)
  const linked = await renderWidget(transfer, { endpoint: '/pay', stylesheet: '/widget.css' })
  expect(linked).not.toContain('<style')
})

test('in English with all details and the QR code the HTML is at most 9 kB gzipped', async () => {
  const html = await renderWidget(withCode(transfer), { endpoint: '/pay', formAction: '/pay/o/token' })
  expect(html).toMatch(
    /<svg class="qr-image" viewBox="-4 -4 (\d+) \1"[^>]*><path stroke="#000" d="M0 0\.5h7M/,
  )
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(9000)
})
