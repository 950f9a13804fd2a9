import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView, ViewMembers } from '../../../src/contract/view.ts'
import { readView } from '../../../src/widget/core/read-view.ts'
import { inFull, isFull } from '../../support/full.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy, widget } from './shop.ts'
import { failed, formView } from './views.ts'

const fixture = chromiumFixture()
const { heading } = fixture

describe('a hostile page', () => {
  const everything =
    '* { all: revert !important; letter-spacing: 9px !important; display: none !important; color: lime !important }'
  // The page's own boxes have the same width on each of these pages.
  const own = (of: string) =>
    `html, body, ${of} { display: block !important } body { margin: 0 !important } ${of} { width: 360px !important }`
  const policy = `${strictPolicy}; style-src 'unsafe-inline'`
  const inMain = `<main>${widget}</main>`

  /** The position and style of every element, relative to the widget. */
  const variant = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector('pay-pane')?.shadowRoot
      const corner = root?.querySelector('.widget')?.getBoundingClientRect()
      const elements = [...(root?.querySelectorAll('.widget, .widget *') ?? [])]
      return elements.flatMap((element) => {
        // What is not shown has no place.
        if (element.getClientRects().length === 0) return []
        const { x, y, width, height } = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        const row = [
          element.localName,
          ...[x - (corner?.x ?? 0), y - (corner?.y ?? 0), width, height].map(Math.round),
          style.color,
          style.letterSpacing,
          style.font,
          style.display,
          style.opacity,
        ]
        return [row.join(' ')]
      })
    })

  const hidden = 'pay-pane { display: none !important; opacity: 0 !important; visibility: hidden !important }'
  /** Inherited properties. */
  const inherited =
    'body { direction: rtl !important; text-transform: uppercase !important; ' +
    'line-height: 3 !important; text-align: right !important; white-space: pre !important; word-spacing: 9px !important; ' +
    'font: italic 30px cursive !important; text-indent: 40px !important; cursor: wait !important }'
  const plain = { body: inMain, head: `<style>${own('main')}</style>` }
  interface Hostile {
    name: string
    body: string
    head: string
    doctype?: string
  }
  const hostilePages: readonly Hostile[] = [
    {
      name: 'with rules for everything',
      ...plain,
      head: `<style>${everything} ${hidden} ${own('body > main')}</style>`,
    },
    { name: 'with inherited styles', ...plain, head: `<style>${inherited} ${own('main')}</style>` },
    { name: 'in quirks mode', ...plain, doctype: '' },
    {
      name: 'in a modal dialog',
      body: `<dialog>${widget}</dialog>`,
      head: '<style>dialog { padding: 0; border: 0; width: 360px; max-width: none }</style>',
    },
  ]

  async function open({ body, ...options }: Omit<Hostile, 'name'>) {
    await fixture.page.goto(fixture.shop.page('/', html(body, options), policy))
    await fixture.page.evaluate(() => document.querySelector('dialog')?.showModal())
  }

  test.each(hostilePages)('$name: the widget looks the same', async (page) => {
    fixture.shop.respondWith({ ...transfer, expiresAt: null })
    await fixture.page.emulateMedia({ reducedMotion: 'reduce' })
    await open(plain)
    await fixture.deferredParts()
    const clean = await variant(fixture.page)
    expect(clean.length).toBeGreaterThan(50)
    await open(page)
    await fixture.deferredParts()
    expect(await fixture.page.evaluate(() => document.compatMode === 'BackCompat')).toBe(page.doctype === '')
    expect(await variant(fixture.page)).toEqual(clean)
  })

  test.each(isFull ? hostilePages : hostilePages.slice(0, 1))('$name: a payment works', async (page) => {
    fixture.shop.respondWith(choosing)
    await open(page)
    await fixture.page.getByRole('button', { name: 'Transfer' }).click()
    fixture.shop.respondWith(transfer)
    await fixture.press('Copy: Card number')
    await fixture.page.getByRole('status').getByText('Copied: Card number').waitFor({ state: 'attached' })
    expect(await fixture.page.evaluate(() => navigator.clipboard.readText())).toBe('4441114455556666')
    await fixture.press('I’ve sent the money')
    await heading('Checking for your transfer')
    fixture.shop.respondWith(paid)
    await heading('Paid')
    expect(fixture.consoleErrors).toEqual([])
  })

  test('with the widget in a frame: a payment works', async () => {
    fixture.shop.respondWith(choosing)
    fixture.shop.page('/inside', html(widget))
    await fixture.page.goto(
      fixture.shop.page('/', '<!doctype html><iframe src="/inside" width="380" height="800"></iframe>'),
    )
    const frame = fixture.page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Transfer' }).click()
    fixture.shop.respondWith(transfer)
    await frame.getByRole('button', { name: 'I’ve sent the money' }).click()
    await frame.getByRole('heading', { name: 'Checking for your transfer' }).waitFor()
    fixture.shop.respondWith(paid)
    await frame.getByRole('heading', { name: 'Paid' }).waitFor()
    expect(fixture.consoleErrors).toEqual([])
  })

  test('with a page translator still shows and announces changes', async () => {
    const translate = () =>
      fixture.page.evaluate(() => {
        const root = document.querySelector('pay-pane')?.shadowRoot
        const walker = document.createTreeWalker(root ?? document, NodeFilter.SHOW_TEXT)
        const texts: Node[] = []
        while (walker.nextNode()) texts.push(walker.currentNode)
        for (const text of texts) {
          const font = document.createElement('font')
          font.textContent = 'übersetzt'
          text.parentNode?.replaceChild(font, text)
        }
      })
    const expectAnnouncement = (words: string) =>
      expect.poll(() => fixture.page.getByRole('status').textContent()).toBe(words)
    fixture.shop.respondWith(choosing)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('How would you like to pay?')
    await translate()
    await fixture.page.locator('.method button').first().click()
    fixture.shop.respondWith(transfer)
    await heading('Send exactly this amount')
    await expectAnnouncement('Send exactly this amount')
    await translate()
    await fixture.press('Copy: Card number')
    await expectAnnouncement('Copied: Card number')
    await fixture.page.locator('.actions .primary').click()
    await heading('Checking for your transfer')
    await translate()
    fixture.shop.respondWith({ ...paid, paid: { value: '1200.00', currency: 'UAH' } })
    await heading('Paid')
    await expectAnnouncement('Paid')
    await fixture.page.getByText('We’ve received UAH 1,200.00.').waitFor()
    expect(fixture.consoleErrors).toEqual([])
  })

  test('at 400 % zoom needs no horizontal scrolling and works by keyboard', async () => {
    const context = await fixture.browser.newContext({
      viewport: { width: 320, height: 256 },
      deviceScaleFactor: 4,
    })
    const page = await context.newPage()
    fixture.shop.respondWith(transfer)
    await page.goto(fixture.shop.page('/', html(widget)))
    await page.locator('.another-way > details').waitFor()
    const focused = () =>
      page.evaluate(() => {
        const element = document.querySelector('pay-pane')?.shadowRoot?.activeElement
        const { top = 0, bottom = 0, left = 0, right = 0 } = element?.getBoundingClientRect() ?? {}
        const isInSight = top >= -1 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth
        return { words: element?.textContent ?? '', isInSight, top, bottom }
      })
    const focusOrder: Awaited<ReturnType<typeof focused>>[] = []
    do {
      await page.keyboard.press('Tab')
      focusOrder.push(await focused())
    } while (focusOrder.at(-1)?.words !== 'I’ve sent the money' && focusOrder.length < 30)
    expect(focusOrder.length).toBeGreaterThan(4)
    expect(focusOrder.filter(({ isInSight }) => !isInSight)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Checking for your transfer' }).waitFor()
    await context.close()
  })
})

describe('hostile data', () => {
  const hostileTexts: readonly string[] = [
    '<img src=x onerror="pwned=1"><script>pwned=1</script>',
    'W'.repeat(10_000),
    ...inFull(
      '\ud800\udfff\ud800'.repeat(5),
      'javascript:pwned=1',
      '\u202e\u2066drow\u202e'.repeat(20),
      ['$', '{1}`"--><!--'].join(''),
    ),
  ]

  /** Views with this text in every text field, and their headings. */
  const viewsWith = (text: string): readonly (readonly [CheckoutView, string])[] => {
    const money = { value: text, currency: text }
    const common = { order: text, amount: { value: '1250.00', currency: text } }
    const reason = { code: text, group: 'issuer', key: text } as const
    const action = {
      type: 'transfer',
      card: text,
      recipient: text,
      bank: text,
      phone: text,
      iban: text,
      accountNumber: text,
      qr: text,
      scheme: text,
      formUrl: text,
    } as const
    return [
      [{ ...choosing, ...common, savedCards: [{ id: 'sc_1', label: text }] }, 'How would you like to pay?'],
      [{ ...transfer, ...common, action }, 'Send exactly this amount'],
      [{ ...failed, ...common, attempts: 2, method: 'form', reason }, 'The payment didn’t go through'],
      [{ ...paid, ...common, attempts: 2, paid: money }, 'Paid'],
    ]
  }

  test('markup in every field of a response runs no code and does not overflow', async () => {
    fixture.shop.page('/', html(widget))
    for (const [view, words] of viewsWith(hostileTexts[0] ?? '')) {
      fixture.shop.respondWith(view)
      if (view.status === 'choosing') await fixture.page.goto(fixture.shop.url)
      await heading(words)
      const found = await fixture.page.evaluate(() => {
        const root = document.querySelector('pay-pane')?.shadowRoot
        return {
          pwned: Reflect.get(window, 'pwned'),
          foreign: root?.querySelectorAll('script, img, a, iframe').length,
          overflowing: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }
      })
      expect(found).toEqual({ pwned: undefined, foreign: 0, overflowing: 0 })
    }
    expect(fixture.consoleErrors).toEqual([])
  })

  /** A view with a value in every text field. */
  const full: ViewMembers = {
    ...transfer,
    paid: { value: '1200.00', currency: 'UAH' },
    reason: { code: '5.2.2.00', group: 'issuer', key: 'insufficient-funds' },
    savedCards: [{ id: 'sc_1', label: '444111******6666' }],
    version: 'W/"1"',
  }
  const redirecting: ViewMembers = {
    ...full,
    action: { type: 'redirect', url: 'https://form.example/pay?t=1' },
  }

  /** Copies of a value with one string replaced, for each string in it, with its path. */
  function replaced(value: unknown, text: string, path = ''): (readonly [path: string, changed: unknown])[] {
    if (typeof value === 'string') return [[path, text]]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, part]) =>
      replaced(part, text, `${path}/${name}`).map(
        ([place, changed]) =>
          [
            place,
            Array.isArray(value)
              ? value.map((item, index) => (String(index) === name ? changed : item))
              : { ...value, [name]: changed },
          ] as const,
      ),
    )
  }

  test.each(hostileTexts.map((text) => [text.slice(0, 12), text] as const))(
    '%j in one field or all, in any status, runs no code and does not overflow',
    async (_, text) => {
      const statuses = ['choosing', 'preparing', 'pending', 'succeeded', 'failed', 'expired']
      const inOne = [...statuses.map((status) => ({ ...full, status })), redirecting].flatMap((view) =>
        replaced(view, text).map(([path, changed]) => [`${view.status} ${path}`, changed] as const),
      )
      const inAll = viewsWith(text).map(([view, words]) => [`${view.status}: ${words}`, view] as const)
      const views = [...inOne, ...inAll].map(
        ([place, view]) => [place, view, readView(view) !== null] as const,
      )
      expect(views.length).toBeGreaterThan(150)
      // Passed as a file, since the browser protocol does not carry lone surrogates.
      fixture.shop.script('/views.js', `window.views = ${JSON.stringify(views)}`)
      // What is shown is the view of the options, never that of a poll.
      fixture.shop.neverRespond()
      await fixture.page.setViewportSize({ width: 320, height: 800 })
      await fixture.page.goto(fixture.shop.page('/', html('<main></main><script src="/views.js"></script>')))
      const problems = await fixture.page.evaluate(async () => {
        const { mount }: { mount: (place: string, options: object) => { unmount: () => void } } = Reflect.get(
          window,
          'Paypane',
        )
        const views: [string, unknown, boolean][] = Reflect.get(window, 'views')
        const { documentElement } = document
        const titleOf = () =>
          document.querySelector('main > div')?.shadowRoot?.querySelector('h2 span')?.textContent
        const found: unknown[] = []
        for (const [place, initialView, isReadable] of views) {
          const widget = mount('main', { endpoint: '/pay', checkout: 'co_1', initialView })
          // The screens of an unpaid order come with their code.
          while (isReadable && titleOf() === 'Loading the payment')
            await new Promise((resolve) => setTimeout(resolve))
          const root = document.querySelector('main > div')?.shadowRoot
          const title = titleOf()
          const isPaid = title === 'Paid' && !place.startsWith('succeeded')
          const isOther = isReadable
            ? place.includes(': ') && !place.endsWith(`: ${title}`)
            : title !== 'Loading the payment'
          const foreign = root?.querySelectorAll('script, img, iframe, a:not([href^="https:"])').length
          const overflowing = documentElement.scrollWidth - documentElement.clientWidth
          widget.unmount()
          if (!title || isPaid || isOther || foreign || overflowing)
            found.push({ place, title, foreign, overflowing })
        }
        return found
      })
      expect(problems).toEqual([])
      await fixture.page.evaluate(() => new Promise(requestAnimationFrame))
      expect(await fixture.page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
      expect(fixture.consoleErrors).toEqual([])
    },
  )

  test('invalid dates are not shown', async () => {
    for (const text of hostileTexts) {
      fixture.shop.respondExactly({ ...transfer, expiresAt: text, now: text })
      await fixture.page.goto(fixture.shop.page('/', html(widget)))
      await heading('Send exactly this amount')
      await fixture.deferredParts()
      expect(await fixture.page.locator('[role=timer]').count()).toBe(0)
    }
    expect(fixture.consoleErrors).toEqual([])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://form.example/pay',
    '//form.example',
    'ftp://form.example',
    'blob:https://form.example/1',
  ])('%j is not offered as a link', async (url) => {
    fixture.shop.respondWith({ ...formView, action: { type: 'redirect', url } })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Payment isn’t available right now')
    expect(await fixture.page.locator('a').count()).toBe(0)
    if (transfer.action?.type !== 'transfer') return
    fixture.shop.respondWith({ ...transfer, action: { ...transfer.action, formUrl: url } })
    await fixture.page.reload()
    await heading('Send exactly this amount')
    await fixture.deferredParts()
    expect(await fixture.page.locator('a').count()).toBe(0)
  })
})
