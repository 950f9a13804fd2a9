import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ignoreLongTimers } from '../../../demo/gallery/ignore-long-timers.ts'
import { choosing, emptyDetails, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { inFull } from '../../support/full.ts'
import { endConfirmations } from '../held-confirmations.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, widget } from './shop.ts'
import { stopClock } from './stopped-clock.ts'
import { failed } from './views.ts'

const widgets = ['en', ...localeTags].map(
  (tag) => `<pay-pane endpoint="/pay" order="1042" locale="${tag}"></pay-pane>`,
)

/** The positions of all elements, for every widget on the page. */
const positionsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('pay-pane')].map((widget) => {
      const parts =
        widget.shadowRoot?.querySelectorAll('header :not(path), .hint, .field-row :not(path), .actions *') ??
        []
      return [...parts].map((part) => JSON.stringify(part.getBoundingClientRect()))
    }),
  )

/** Without a QR code, whose rows are loaded last. */
const numbersOnly: CheckoutView = {
  ...transfer,
  action: {
    ...emptyDetails,
    card: '4441114455556666',
    phone: '+380671234567',
    recipient: 'Oleksandr Kovalenko',
  },
}

const languagesOn = (page: Page) =>
  page.locator('.widget').evaluateAll((all) => all.map((one) => one.getAttribute('lang')))

/** Opens all widgets. Where a language takes long to load, English comes first. */
async function openAll({ page, shop }: Pick<typeof fixture, 'page' | 'shop'>): Promise<void> {
  await withoutPolls(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 300, height: 800 })
  shop.respondWith(numbersOnly)
  await page.goto(shop.page('/', html(widgets.join(''))))
  await expect.poll(() => languagesOn(page)).toEqual(['en', ...localeTags])
  await page.locator('.another-way > details').nth(localeTags.length).waitFor()
}

/** What a payer sees before the deferred parts are loaded, by its position in its widget. */
const shownAtOnce = (page: Page) =>
  page.locator('.widget:has(.change)').evaluateAll((all) =>
    all.map((one) => {
      const { top } = one.getBoundingClientRect()
      const parts = one.querySelectorAll(
        '.order, h2, .amount-row, .hint, .change, .ways > .field-list, .ways + .actions',
      )
      const positions = [...parts].map(
        (part) => part.checkVisibility() && part.getBoundingClientRect().top - top,
      )
      return [one.getAttribute('lang'), ...positions]
    }),
  )

/** All widgets of a page would take the connections for what is loaded on demand. */
const withoutPolls = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (input, init) =>
      String(input).includes('wait=') ? new Promise(() => undefined) : fetch(input, init)
  })

const fixture = chromiumFixture()

test('losing the connection moves nothing, in any language on a narrow phone', async () => {
  const { page, context } = fixture
  await openAll(fixture)
  const before = await positionsOn(page)
  // The event may come before the network is gone: a response after it would bring another message.
  await context.route('**/pay/**', (route) => route.abort('internetdisconnected'))
  await context.setOffline(true)
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return page.locator('.disconnected').count()
    })
    .toBe(widgets.length)
  expect(await positionsOn(page)).toEqual(before)
})

const inMinutes = (minutes: number): CheckoutView => ({
  ...transfer,
  expiresAt: new Date(Date.parse(transfer.now) + minutes * 60_000).toISOString(),
})

test.each([390, ...inFull(300)])(
  'a time that loses its hours, and gets to its end, moves nothing, in any language at %i px',
  async (width) => {
    const { page, shop } = fixture
    await stopClock(page)
    await withoutPolls(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    shop.respondWith(inMinutes(61))
    await page.goto(shop.page('/', html(widgets.join(''))))
    const times = page.locator('[role=timer]')
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return times.count()
      })
      .toBe(widgets.length)
    const before = await shownAtOnce(page)
    const expectTimes = async (shown: RegExp) => {
      for (const time of await times.allTextContents()) expect(time).toMatch(shown)
      expect(await shownAtOnce(page)).toEqual(before)
    }
    await page.clock.runFor(70_000)
    await expectTimes(/(?<!:)\b5\d:\d\d\b/)
    await page.clock.fastForward(59 * 60_000)
    await page.clock.runFor(25_000)
    await expectTimes(/00:\d\d/)
    expect(await page.locator('.note.urgent').count()).toBe(widgets.length)
  },
)

test.each([[390, 90], ...inFull([300, 30], [390, 30], [1280, 30], [300, 90])] as const)(
  'what is loaded later moves nothing, in any language at %i px, with %i minutes left',
  async (width, minutes) => {
    const { page, shop, context } = fixture
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
    await context.route('**/paypane-deferred.js', async (route) => {
      await isHeld
      await route.continue()
    })
    await withoutPolls(page)
    // What has not arrived after ten seconds counts as failed.
    await page.addInitScript(ignoreLongTimers)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    shop.respondWith(inMinutes(minutes))
    await page.goto(shop.page('/', html(widgets.join(''))), { waitUntil: 'commit' })
    // Once each has its language.
    await expect
      .poll(async () => (await shownAtOnce(page)).map(([language]) => language))
      .toEqual(['en', ...localeTags])
    const before = await shownAtOnce(page)
    release()
    await page.locator('.another-way > details').nth(localeTags.length).waitFor()
    await page.locator('[role=timer]').nth(localeTags.length).waitFor()
    expect(await shownAtOnce(page)).toEqual(before)
  },
)

test.each([390, ...inFull(300)])(
  'a wait that takes long moves nothing below the widget, in any language at %i px',
  async (width) => {
    const { page, shop } = fixture
    await stopClock(page)
    await withoutPolls(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    shop.respondWith({ ...transfer, status: 'preparing', action: null })
    await page.goto(shop.page('/', html(widgets.join(''))))
    const heights = () =>
      page
        .locator('.widget')
        .evaluateAll((all) => all.map((one) => [one.getAttribute('lang'), one.clientHeight]))
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return languagesOn(page)
      })
      .toEqual(['en', ...localeTags])
    const before = await heights()
    const isLong = page.locator('.skeleton + .slow > .note')
    await expect
      .poll(async () => {
        await page.clock.runFor(1000)
        return isLong.count()
      })
      .toBe(widgets.length)
    expect(await heights()).toEqual(before)
  },
)

test.each([
  ['number', 390, '.card .copy'],
  ...inFull(['amount', 300, '.amount-row .copy'], ['number', 300, '.card .copy']),
] as const)('copying the %s moves nothing, in any language at %i px', async (_, width, button) => {
  await openAll(fixture)
  await fixture.page.setViewportSize({ width, height: 800 })
  const before = await positionsOn(fixture.page)
  const copied = fixture.page.locator('.copied')
  await fixture.page.evaluate((selector) => {
    for (const shown of document.querySelectorAll('pay-pane'))
      shown.shadowRoot?.querySelector<HTMLElement>(selector)?.click()
  }, button)
  await expect.poll(() => copied.count()).toBe(widgets.length)
  expect(await positionsOn(fixture.page)).toEqual(before)
  await endConfirmations(fixture.page)
  await expect.poll(() => copied.count()).toBe(0)
  expect(await positionsOn(fixture.page)).toEqual(before)
})

test.each([320, 390])('selecting another way does not move the control at %i px', async (width) => {
  // While the screen enters, positions are relative to another element.
  await fixture.page.emulateMedia({ reducedMotion: 'reduce' })
  fixture.shop.respondWith(transfer)
  await fixture.page.setViewportSize({ width, height: 900 })
  await fixture.page.goto(fixture.shop.page('/', html(widget)))
  const ways = fixture.page.getByRole('combobox')
  await ways.waitFor()
  const position = () => ways.evaluate((select) => JSON.stringify(select.getBoundingClientRect()))
  const before = await position()
  for (const way of ['phone', 'iban', 'accountNumber', 'qr', 'card']) {
    await ways.selectOption(way)
    expect(await position()).toBe(before)
  }
})

test.each([390, ...inFull(320)])(
  'a report of sent money moves nothing once the server has it, in any language at %i px',
  async (width) => {
    const { page, shop } = fixture
    await withoutPolls(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    // The connections that its requests hold are those of what is loaded.
    await page.addInitScript(() => {
      const { fetch } = globalThis
      const { promise: isHeld, resolve } = Promise.withResolvers<void>()
      Reflect.set(globalThis, 'releaseReports', resolve)
      globalThis.fetch = async (input, init) => {
        if (String(input).endsWith('/sent')) await isHeld
        return fetch(input, init)
      }
    })
    shop.respondWith(numbersOnly)
    await page.goto(shop.page('/', html(widgets.join(''))))
    await expect.poll(() => languagesOn(page)).toEqual(['en', ...localeTags])
    await page.locator('.another-way > details').nth(localeTags.length).waitFor()
    const positions = () =>
      page.locator('.widget').evaluateAll((all) =>
        all.map((one) => {
          const { top } = one.getBoundingClientRect()
          const parts = [...one.querySelectorAll('summary, .actions button')]
          return [one.getAttribute('lang'), ...parts.map((part) => part.getBoundingClientRect().top - top)]
        }),
      )
    await page.evaluate(() => {
      for (const shown of document.querySelectorAll('pay-pane'))
        shown.shadowRoot?.querySelector<HTMLElement>('.ways + .actions button')?.click()
    })
    await expect.poll(() => page.locator('.active').count()).toBe(widgets.length)
    const before = await positions()
    shop.respondWith({ ...numbersOnly, reportedSentAt: new Date().toISOString() })
    await page.evaluate(() => Reflect.get(globalThis, 'releaseReports')())
    const times = page.locator('.body > .note:not(.hidden)', { hasText: /\p{Nd}/u })
    await expect.poll(() => times.count()).toBe(widgets.length)
    expect(await positions()).toEqual(before)
  },
)

test.each([
  // A heading may take a second line here, above the amount.
  ['order and heading on a phone', 390, '.order, h2'],
  ['everything above the hint on a desktop', 768, '.order, .amount-row, h2, header'],
])('%s keep their positions on all screens', async (_, width, stored) => {
  let answer: () => void = () => undefined
  const isAnswering = new Promise<void>((resolve) => {
    answer = resolve
  })
  await fixture.context.route('**/pay/**', async (route) => {
    await isAnswering
    await route.continue()
  })
  const positions = () =>
    fixture.page.evaluate((selector) => {
      const parts = document.querySelector('pay-pane')?.shadowRoot?.querySelectorAll(selector) ?? []
      return [...parts].map((part) => part.getBoundingClientRect().top)
    }, stored)
  await fixture.page.emulateMedia({ reducedMotion: 'reduce' })
  fixture.shop.respondWith(choosing)
  await fixture.page.setViewportSize({ width, height: 900 })
  await fixture.page.goto(fixture.shop.page('/', html(widget)))
  await fixture.heading('Loading the payment')
  const first = await positions()
  expect(first).toHaveLength(stored.split(',').length)
  answer()
  for (const [view, words] of [
    [choosing, 'How would you like to pay?'],
    [{ ...transfer, status: 'preparing', action: null }, 'Preparing your payment'],
    [transfer, 'Send exactly this amount'],
    [{ ...transfer, action: null }, 'Waiting for confirmation'],
    [failed, 'We haven’t received this payment'],
    [paid, 'Paid'],
  ] as const) {
    fixture.shop.respondWith(view)
    await fixture.heading(words)
    expect(await positions(), words).toEqual(first)
  }
})
