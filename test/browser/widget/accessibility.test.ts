import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choosing, expired, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { messages as english } from '../../../src/widget/i18n/en.ts'
import type { Messages } from '../../../src/widget/i18n/messages.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { inFull } from '../../support/full.ts'
import { endConfirmations } from '../held-confirmations.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { openGallery } from './gallery.ts'
import { html, widget } from './shop.ts'
import { failed, formView } from './views.ts'

const chromium = sharedChromium()
let gallery: Awaited<ReturnType<typeof openGallery>>
let axe: string

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  gallery = await openGallery()
})
afterAll(() => gallery.close())

interface AxeViolation {
  id: string
  nodes: { target: unknown; html: string }[]
}

async function paidHeading(locale: string): Promise<string> {
  if (locale === 'en') return english.succeeded
  const { messages }: { messages: Messages } = await import(`../../../src/widget/i18n/locales/${locale}.ts`)
  return messages.succeeded
}

const variants = [
  ['dark', 'ar', '320', 390],
  ...inFull(
    ['forced', 'en', '390', 1280],
    ['light', 'en', '390', 1280],
    ['light', 'ar', '280', 320],
    ['dark', 'ar', '768', 1280],
    ...localeTags.map((locale) => ['light', locale, '320', 1280] as const),
  ),
] as const
test.each(variants)(
  'every state passes axe in %s colors, %s, at %s px, on a page of %i px',
  async (colors, locale, width, pageWidth) => {
    const theme = colors === 'forced' ? 'light' : colors
    const page = await chromium.browser.newPage({
      viewport: { width: pageWidth, height: 900 },
      reducedMotion: 'reduce',
      colorScheme: theme,
      forcedColors: colors === 'forced' ? 'active' : 'none',
    })
    await page.goto(gallery.address({ theme, locale, width }))
    await page.locator('[data-ready]').waitFor({ state: 'attached' })
    expect(await page.locator('html').getAttribute('data-ready')).toBe('yes')
    const overflowing = await page.evaluate(
      () =>
        [...document.querySelectorAll('.container > div')].filter(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ).length,
    )
    const paidStates = await page.evaluate(
      (words) => {
        const headings = [...document.querySelectorAll('article')].map((state) => ({
          name: state.id,
          heading: state.querySelector('.container > div')?.shadowRoot?.querySelector('h2 span')?.textContent,
        }))
        return headings.filter(({ heading }) => heading === words).map(({ name }) => name.split('-')[0])
      },
      await paidHeading(locale),
    )
    expect([...new Set(paidStates)]).toEqual(['succeeded'])
    await page.evaluate(axe)
    const violations: AxeViolation[] = await page.evaluate(async () => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const options = { runOnly: tags, resultTypes: ['violations'] }
      const { violations } = await Reflect.get(window, 'axe').run(options)
      return violations
    })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(overflowing).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(pageWidth)
    await page.close()
  },
)

/** Interactive elements smaller than 24 px. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.container > div')]
      .flatMap(({ shadowRoot }) => [
        ...(shadowRoot?.querySelectorAll('button, a, summary, input, select') ?? []),
      ])
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect()
        return target.checkVisibility() && Math.min(width, height) < 24
      })
      .map(({ outerHTML }) => outerHTML),
  )

describe('screen readers and keyboards', () => {
  const fixture = chromiumFixture()
  const { heading, press } = fixture

  /** Records the announcements in order, without the moments in between in which the region is empty. */
  const recordEvents = () =>
    fixture.page.evaluate(() => {
      const region = document.querySelector('pay-pane')?.shadowRoot?.querySelector('[role=status]')
      const recorded: string[] = []
      Object.assign(window, { recorded, region })
      const record = () => {
        if (region?.textContent) recorded.push(region.textContent)
      }
      new MutationObserver(record).observe(region ?? document, {
        characterData: true,
        childList: true,
        subtree: true,
      })
    })
  const recorded = () =>
    fixture.page.evaluate(() => {
      const region = Reflect.get(window, 'region')
      return { words: Reflect.get(window, 'recorded'), isThere: region.isConnected }
    })
  const focused = () =>
    fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')?.shadowRoot?.activeElement
      return element?.ariaLabel ?? element?.textContent?.replace(/^[^\p{L}]+/u, '') ?? null
    })

  test('every change is announced once as a whole phrase: by one live region, or by the focus', async () => {
    fixture.shop.respondWith(choosing)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('How would you like to pay?')
    await recordEvents()
    fixture.shop.respondWith(transfer)
    await heading('Send exactly this amount')
    await press('I’ve sent the money')
    await heading('Checking for your transfer')
    expect(await focused()).toBe('Checking for your transfer')
    fixture.shop.fail({ status: 200, text: 'no view' })
    await fixture.page.locator('.disconnected').waitFor()
    fixture.shop.respondWith(failed)
    await heading('We haven’t received this payment')
    fixture.shop.respondWith(paid)
    await heading('Paid')
    await expect.poll(recorded).toEqual({
      words: [
        'Send exactly this amount',
        'Connection lost. Still checking…',
        'We haven’t received this payment',
        'Paid',
      ],
      isThere: true,
    })
  })

  test('a failed action is announced', async () => {
    fixture.shop.respondWith({ ...choosing, savedCards: [{ id: 'sc_1', label: 'Visa •••• 4242' }] })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('How would you like to pay?')
    await recordEvents()
    await fixture.context.route('**/pay/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503 }),
    )
    await fixture.page.getByText('Remove', { exact: true }).click()
    await press('Remove card Visa •••• 4242')
    await fixture.page.locator('.note', { hasText: 'That didn’t work' }).waitFor()
    expect((await recorded()).words.at(-1)).toBe('That didn’t work. Please try again.')
    await fixture.page.getByRole('button', { name: 'Transfer' }).click()
    await expect
      .poll(async () => (await recorded()).words.slice(-2))
      .toEqual(['That didn’t work. Please try again.', 'That didn’t work. Please try again.'])
  })

  test('copying the same value again is announced again', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Send exactly this amount')
    await recordEvents()
    for (let times = 0; times < 2; times++) {
      await press('Copy: Card number')
      await fixture.page.locator('.copied').waitFor()
      await endConfirmations(fixture.page)
      await fixture.page.locator('.copied').waitFor({ state: 'detached' })
    }
    expect((await recorded()).words).toEqual(['Copied: Card number', 'Copied: Card number'])
  })

  test('the shop’s addresses are read without the spaces of their line breaks', async () => {
    fixture.shop.respondWith({
      ...failed,
      merchant: { name: 'Shop', support: { email: 'help@shop.example', url: 'https://shop.example/help' } },
    })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('We haven’t received this payment')
    await fixture.page.getByRole('link').first().waitFor()
    const devtools = await fixture.context.newCDPSession(fixture.page)
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    const links = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => name?.value)
    expect(links).toEqual(['help@shop.example', 'shop.example/help'])
  })

  test.each([
    ['a method', choosing, 'Transfer', transfer, 'Send exactly this amount'],
    ['another attempt', failed, 'Try again', null, 'How would you like to pay?'],
    ['going back', failed, 'Back', null, 'We haven’t received this payment'],
  ] as const)('after %s the focus moves to the new heading', async (_, view, name, next, words) => {
    fixture.shop.respondWith(view)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    if (name === 'Back') await press('Try again')
    await fixture.page.getByRole('button', { name }).press('Enter')
    if (next) fixture.shop.respondWith(next)
    await heading(words)
    await expect.poll(focused).toBe(words)
  })

  test('after a retry the focus moves to the new heading', async () => {
    fixture.shop.fail({ status: 422, text: '{}' })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Payment isn’t available right now')
    fixture.shop.respondWith(transfer)
    await press('Try again')
    await heading('Send exactly this amount')
    expect(await focused()).toBe('Send exactly this amount')
  })

  test('after deleting a card the focus moves to the heading', async () => {
    fixture.shop.respondWith({ ...choosing, savedCards: [{ id: 'sc_1', label: 'Visa •••• 4242' }] })
    await fixture.context.route('**/pay/cards/**', (route) => route.fulfill({ status: 204 }))
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.getByLabel('Remove card Visa •••• 4242').press('Enter')
    await fixture.page.getByLabel('Remove card Visa •••• 4242').press('Enter')
    await fixture.page.locator('.method', { hasText: 'Visa' }).waitFor({ state: 'detached' })
    expect(await focused()).toBe('How would you like to pay?')
  })

  test('a change without an action does not move the focus', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(fixture.shop.page('/', html(`${widget}<input aria-label="Note">`)))
    await heading('Send exactly this amount')
    await fixture.page.getByLabel('Note').focus()
    fixture.shop.respondWith(failed)
    await heading('We haven’t received this payment')
    fixture.shop.respondWith(paid)
    await heading('Paid')
    await expect(fixture.page.evaluate(() => document.activeElement?.ariaLabel)).resolves.toBe('Note')
  })

  test.each([
    ['a copied number', '#copy-card', paid, 'Paid'],
    ['the copied amount', '#copy-amount', failed, 'We haven’t received this payment'],
    ['the help', 'summary', expired, 'The time to pay has run out'],
  ] as const)(
    'a screen that comes by itself takes the focus of %s to its heading, and is announced by that',
    async (_, selector, view, words) => {
      fixture.shop.respondWith(transfer)
      await fixture.page.goto(fixture.shop.page('/', html(widget)))
      await fixture.deferredParts()
      await fixture.page.locator(selector).focus()
      await recordEvents()
      fixture.shop.respondWith(view)
      await heading(words)
      expect(await focused()).toBe(words)
      expect((await recorded()).words).toEqual([])
    },
  )

  test('a screen that comes by itself does not move the page for a payer who has scrolled on', async () => {
    fixture.shop.respondWith(transfer)
    const below = '<textarea rows="200" aria-label="Note"></textarea>'
    await fixture.page.goto(fixture.shop.page('/', html(widget + below)))
    await fixture.deferredParts()
    await fixture.page.locator('#copy-card').focus()
    await fixture.page.evaluate(() => scrollTo(0, 3000))
    const before = await fixture.page.evaluate(() => scrollY)
    fixture.shop.respondWith(paid)
    await heading('Paid')
    expect(await focused()).toBe('Paid')
    expect(await fixture.page.evaluate(() => scrollY)).toBe(before)
  })

  test('a press that takes no focus is read, too, although the heading has had it since the last one', async () => {
    fixture.shop.respondWith({ ...transfer, reportedSentAt: transfer.now })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Checking for your transfer')
    const read = await fixture.page.evaluate(async () => {
      const root = document.querySelector('pay-pane')?.shadowRoot
      const texts: (string | null)[] = []
      root?.addEventListener('focusin', ({ target }) => {
        if (target instanceof HTMLElement) texts.push(target.textContent)
      })
      // As in Safari, where a press focuses no button.
      for (const name of ['I haven’t sent it yet', 'I’ve sent the money']) {
        const buttons = [...(root?.querySelectorAll('button') ?? [])]
        buttons.find(({ textContent }) => textContent === name)?.click()
      }
      return texts
    })
    expect(read).toEqual(['Send exactly this amount', 'Checking for your transfer'])
  })

  test('more time that was not given is announced at each press', async () => {
    const soon = new Date(Date.parse(transfer.now) + 250_000).toISOString()
    await fixture.context.route('**/extend', (route) => route.fulfill({ status: 503 }))
    fixture.shop.respondWith({ ...transfer, canExtend: true, expiresAt: soon })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Send exactly this amount')
    await fixture.page.getByRole('button', { name: 'I need more time' }).focus()
    await recordEvents()
    const words = 'That didn’t work. Please try again.'
    for (const times of [1, 2]) {
      await fixture.page.keyboard.press('Enter')
      await expect.poll(async () => (await recorded()).words).toEqual(Array(times).fill(words))
    }
    expect(await focused()).toBe('I need more time')
    await fixture.page.locator('.hint', { hasText: words }).waitFor()
  })

  test('copying by keyboard keeps the focus, with or without the clipboard API', async () => {
    fixture.shop.respondWith(transfer)
    const address = fixture.shop.page('/', html(widget))
    for (const key of ['Enter', 'Space']) {
      await fixture.page.goto(address)
      await fixture.deferredParts()
      await fixture.page.getByRole('button', { name: 'Copy: Card number' }).press(key)
      await fixture.page.locator('.copied').waitFor()
      expect(await focused()).toBe('Copy: Card number')
      await fixture.page.addInitScript(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      )
    }
  })

  test('details, deleting a card and the redirect work by keyboard', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.getByRole('combobox', { name: 'Send to' }).press('End')
    await fixture.page.getByRole('button', { name: 'Save the code' }).waitFor()
    const [download] = await Promise.all([
      fixture.page.waitForEvent('download'),
      fixture.page.getByRole('button', { name: 'Save the code' }).press('Space'),
    ])
    expect(download.suggestedFilename()).toBe('payment-qr.png')
    await fixture.page.getByRole('button', { name: 'I’ve sent the money' }).press('Space')
    await fixture.page.locator('summary', { hasText: 'Payment details' }).press('Space')
    await fixture.page.getByRole('combobox', { name: 'Send to' }).press('ArrowDown')
    await fixture.page.getByRole('button', { name: 'Copy: Phone number' }).waitFor()

    fixture.shop.respondWith({ ...choosing, savedCards: [{ id: 'sc_1', label: 'Visa •••• 4242' }] })
    await fixture.page.reload()
    await fixture.page.getByLabel('Remove card Visa •••• 4242').press('Enter')
    await fixture.page.getByLabel('Remove card Visa •••• 4242').press('Enter')
    await expect
      .poll(() => fixture.shop.requests)
      .toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/pay/cards/sc_1' }))

    await fixture.context.route('https://form.example/**', (route) => route.fulfill({ body: 'The form' }))
    fixture.shop.respondWith(formView)
    await fixture.page.reload()
    await fixture.page.getByRole('link', { name: 'Continue' }).press('Enter')
    await fixture.page.waitForURL('https://form.example/**')
  })

  test('payer fields are filled in by keyboard, and a refused one gets the focus', async () => {
    const fields: CheckoutView['fields'] = {
      transfer: [
        { key: 'phone', kind: 'tel', required: true },
        { key: 'payeerIdentifier', kind: 'text', required: true },
      ],
    }
    const refusal = { code: 'fields_invalid', fields: [{ key: 'payeerIdentifier', rule: 'refused' }] }
    const sent: unknown[] = []
    await fixture.context.route('**/attempts', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ status: 422, json: refusal })
    })
    fixture.shop.respondWith({ ...choosing, fields })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.getByRole('button', { name: 'Transfer' }).press('Enter')
    await heading('Your details')
    await expect.poll(focused).toBe('Your details')
    const activeField = () =>
      fixture.page.evaluate(() => {
        const element = document.querySelector('pay-pane')?.shadowRoot?.activeElement
        return element instanceof HTMLInputElement ? element.name : null
      })
    await fixture.page.keyboard.press('Tab')
    await fixture.page.keyboard.type('+380 67 123-45-67')
    await fixture.page.keyboard.press('Enter')
    expect(await activeField()).toBe('fields[payeerIdentifier]')
    await fixture.page.keyboard.press('Enter')
    await fixture.page.getByText('Please fill in this field.').waitFor()
    expect(sent).toEqual([])
    await fixture.page.keyboard.type('AB12')
    await fixture.page.keyboard.press('Enter')
    await fixture.page.getByText('This wasn’t accepted. Please check it.').waitFor()
    expect(sent).toMatchObject([{ fields: { phone: '+380671234567', payeerIdentifier: 'AB12' } }])
    await expect.poll(activeField).toBe('fields[payeerIdentifier]')
    const described = fixture.page.getByRole('textbox', { name: 'Your client ID' })
    expect(await described.getAttribute('aria-invalid')).toBe('true')
    expect(await described.inputValue()).toBe('AB12')
    expect(await fixture.page.getByLabel('Phone number').inputValue()).toBe('+380 67 123-45-67')
  })

  test.each([
    ['en', 900],
    ['ar', 900],
    ['en', 320],
  ] as const)('the tab order equals the reading order in %s at %i px', async (locale, width) => {
    fixture.shop.respondWith({ ...transfer, methods: ['transfer'] })
    const own = `${widget.replace('>', ` locale="${locale}">`)}<button>Elsewhere</button>`
    await fixture.page.setViewportSize({ width, height: 1000 })
    await fixture.page.emulateMedia({ reducedMotion: 'reduce' })
    await fixture.page.goto(fixture.shop.page('/', html(own)))
    await fixture.page.locator(`.widget[lang=${locale}] .another-way > details`).waitFor()
    // On a phone the QR code takes the place of the number. Beside it stands what is copied instead.
    if (width < 400) await fixture.page.getByRole('combobox').selectOption('qr')
    await fixture.page.locator(`.qr-actions:not(.hidden)`).waitFor()
    await fixture.page.mouse.click(1, 1)
    const focusOrder: { top: number; start: number; outline: string; column: number }[] = []
    for (;;) {
      await fixture.page.keyboard.press('Tab')
      const place = await fixture.page.evaluate((isFromRight) => {
        const root = document.querySelector('pay-pane')?.shadowRoot
        const element = root?.activeElement
        if (!element) return null
        const { top, left, right } = element.getBoundingClientRect()
        const columns = ['header', '.change', 'dl.way', '.qr', '.field-list', '.actions', '.another-way']
        return {
          top,
          start: isFromRight ? -right : left,
          outline: getComputedStyle(element).outlineStyle,
          column: columns.findIndex((column) => element.closest(column)),
        }
      }, locale === 'ar')
      if (!place) break
      focusOrder.push(place)
    }
    const sorted = focusOrder.toSorted(
      (a, b) => (width < 400 ? 0 : a.column - b.column) || a.top - b.top || a.start - b.start,
    )
    expect(focusOrder.length).toBeGreaterThan(6)
    expect(focusOrder).toEqual(sorted)
    expect(focusOrder.filter(({ outline }) => outline !== 'solid')).toEqual([])
  })
})
