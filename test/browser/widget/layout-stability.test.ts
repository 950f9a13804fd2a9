import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/states.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { launchChromium } from '../chromium.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, openShop, pane } from './shop.ts'
import { failed } from './views.ts'

const panes = ['en', ...localeTags].map(
  (tag) => `<pay-pane endpoint="/pay" order="1042" locale="${tag}"></pay-pane>`,
)

/** Where everything is, in every pane of the page. */
const positionsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('pay-pane')].map((pane) => {
      const parts = pane.shadowRoot?.querySelectorAll('header *, h2, .hint, .field-row *, .actions *') ?? []
      return [...parts].map((part) => JSON.stringify(part.getBoundingClientRect()))
    }),
  )

test('when the connection is lost, nothing moves in any language on a narrow phone', async () => {
  const shop = await openShop()
  shop.respondWith(transfer)
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 300, height: 800 } })
    const page = await context.newPage()
    await page.goto(shop.page('/', html(panes.join(''))))
    await page.locator('.actions').nth(localeTags.length).waitFor()
    const before = await positionsOn(page)
    await context.setOffline(true)
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        return page.locator('.disconnected').count()
      })
      .toBe(panes.length)
    expect(await positionsOn(page)).toEqual(before)
  } finally {
    await browser.close()
    await shop.close()
  }
})

const fixture = chromiumFixture()

test('when something is copied, nothing moves in any language on a narrow phone, nor when the word for it lapses', async () => {
  fixture.shop.respondWith(transfer)
  await fixture.page.setViewportSize({ width: 300, height: 800 })
  await fixture.page.goto(fixture.shop.page('/', html(panes.join(''))))
  await fixture.page.locator('.actions').nth(localeTags.length).waitFor()
  const before = await positionsOn(fixture.page)
  const copied = fixture.page.locator('.copied')
  await fixture.page.evaluate(() => {
    for (const shown of document.querySelectorAll('pay-pane'))
      shown.shadowRoot?.querySelector<HTMLElement>('.field-row .copy')?.click()
  })
  await expect.poll(() => copied.count()).toBe(panes.length)
  expect(await positionsOn(fixture.page)).toEqual(before)
  await expect.poll(() => copied.count()).toBe(0)
  expect(await positionsOn(fixture.page)).toEqual(before)
})

test.each([
  // A heading may take a second line here.
  ['on a phone order, amount, thread and heading', 390, '.order, .amount-row, .progress-bar, h2'],
  ['on a desk all that is above the body', 768, '.order, .amount-row, .progress-bar, h2, .hint, .body'],
])('from the first moment to the last, %s keep their places', async (_, width, stored) => {
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
  fixture.shop.respondWith(choosing)
  await fixture.page.setViewportSize({ width, height: 900 })
  await fixture.page.goto(fixture.shop.page('/', html(pane)))
  await fixture.heading('Loading the payment')
  const first = await positions()
  expect(first).toHaveLength(stored.split(',').length)
  answer()
  for (const [view, words] of [
    [choosing, 'How would you like to pay?'],
    [{ ...transfer, status: 'preparing', action: null }, 'Preparing your payment'],
    [transfer, 'Transfer exactly this amount'],
    [{ ...transfer, action: null }, 'Waiting for confirmation'],
    [failed, 'We have not received this payment'],
    [paid, 'Paid'],
  ] as const) {
    fixture.shop.respondWith(view)
    await fixture.heading(words)
    expect(await positions(), words).toEqual(first)
  }
})
