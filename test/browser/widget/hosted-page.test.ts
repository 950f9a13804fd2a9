import { getRequestListener } from '@hono/node-server'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bank } from '../../../demo/gallery/views.ts'
import { hostedPages } from '../../../src/server/html/index.ts'
import { readAsset } from '../../../src/server/node/index.ts'
import { createTokenShop, type TokenShop } from '../../server/checkout/shop.ts'
import { serveOnLoopback } from '../../support/loopback.ts'
import { chromiumFixture } from './chromium-fixture.ts'

const fixture = chromiumFixture()
let shop: TokenShop
let page: Page

/** A phone without a script, on the page of a transfer. */
beforeEach(async ({ onTestFinished }) => {
  shop = createTokenShop({ assets: readAsset, pages: hostedPages({ name: 'Shop' }) })
  const listener = getRequestListener((request) => shop.paypane.fetch(request))
  const url = await serveOnLoopback(listener, onTestFinished)
  const viewport = { width: 320, height: 700 }
  page = await fixture.browser.newPage({ javaScriptEnabled: false, viewport })
  await page.goto(`${url}/o/${await shop.token('1042')}`)
  await page.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('heading', { name: 'Send exactly this amount' }).waitFor()
})
afterEach(() => page.close())

test.each([false, true])(
  'in every state the shop’s name is the one first-level heading, with a script: %s',
  async (javaScriptEnabled) => {
    const address = page.url()
    await page.close()
    page = await fixture.browser.newPage({ javaScriptEnabled })
    const headings = async (first: string) => {
      await page.getByRole('heading', { level: 2, name: first }).waitFor()
      return await page.getByRole('heading', { level: 1 }).allTextContents()
    }
    await page.goto(address)
    expect(await headings('Send exactly this amount')).toEqual(['Shop'])
    await page.getByRole('button', { name: 'I’ve sent the money' }).click()
    expect(await headings('Checking for your transfer')).toEqual(['Shop'])
    await shop.payNewest()
    await page.goto(address)
    expect(await headings('Paid')).toEqual(['Shop'])
    await page.goto(`${address}forged`)
    expect(await headings('We can’t find this payment')).toEqual(['Shop'])
  },
)

test('without a script the QR code is shown until the payer reports the money as sent', async () => {
  await page.getByRole('figure', { name: 'QR code' }).waitFor()
  await page.getByRole('img', { name: 'UAH 1,250.00' }).waitFor()
  await page.getByRole('button', { name: 'I’ve sent the money' }).click()
  await page.getByRole('heading', { name: 'Checking for your transfer' }).waitFor()
  expect(await page.getByRole('figure').count()).toBe(0)
})

test('without a script a payer who chooses another way is not shown the QR code of the earlier one, and can go back', async () => {
  await page.getByText('Another way, or help').click()
  await page.getByRole('button', { name: 'I haven’t sent money: choose another way' }).click()
  await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
  expect(await page.getByRole('figure').count()).toBe(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('heading', { name: 'Send exactly this amount' }).waitFor()
})

test('without a script the details have their own room, and a time instead of a countdown', async () => {
  const select = await page.getByLabel('Send to').boundingBox()
  const number = await page.locator('.number:visible').first().boundingBox()
  expect(select && number && select.y + select.height <= number.y).toBe(true)
  await page.getByText(/^Time to pay ends: \d+:\d\d [AP]M UTC$/).waitFor()
  expect(await page.getByText('left', { exact: false }).filter({ visible: true }).count()).toBe(0)
})

test('without a script the details leave no room for the QR code, which follows them', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const [details, select, code, link] = await Promise.all(
    ['.ways', '.change', 'figure', 'a:text("Check again")'].map((selector) =>
      page.locator(selector).boundingBox(),
    ),
  )
  expect(select?.x).toBe(details?.x)
  expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThan(link?.y ?? 0)
})

test('without a script there is no room for the time of the payer’s report, which needs one', async () => {
  await page.getByRole('button', { name: 'I’ve sent the money' }).click()
  await page.getByText('Payment details').waitFor()
  const [hint, details] = await Promise.all(
    ['.hint', 'details'].map((selector) => page.locator(selector).first().boundingBox()),
  )
  expect((details?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeLessThanOrEqual(32)
})

test('with a script the tab says that the order is paid, and the receipt is printed alone', async () => {
  const address = page.url()
  await page.close()
  page = await fixture.browser.newPage()
  await page.addInitScript(() =>
    Object.assign(window, { print: () => document.body.classList.add('printed') }),
  )
  await page.goto(address)
  await page.getByRole('heading', { name: 'Send exactly this amount' }).waitFor()
  expect(await page.title()).toBe('Order 1042 · Shop')
  await shop.payNewest()
  await page.waitForFunction(() => document.title === 'Paid · Order 1042 · Shop')
  await page.goto(address)
  await page.getByRole('button', { name: 'Print or save' }).click()
  await page.locator('body.printed').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('pay-pane').isVisible()).toBe(false)
  await page.locator('.receipt dt', { hasText: 'Order reference' }).waitFor()
})

test.each([320, 1280])('the receipt continues the sheet of the widget at %i px', async (width) => {
  await shop.payNewest()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  await page.reload()
  const [widget, receipt] = [
    await page.locator('pay-pane .widget').boundingBox(),
    await page.locator('.receipt').boundingBox(),
  ]
  expect([receipt?.x, receipt?.width]).toEqual([widget?.x, widget?.width])
  const bottom = (widget?.y ?? 0) + (widget?.height ?? 0)
  // Its border and round corners are covered.
  expect(bottom - (receipt?.y ?? 0)).toBeGreaterThanOrEqual(12)
  const last = await page.locator('pay-pane .body').boundingBox()
  expect(receipt?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0))
})

test('the page has the size of text that the payer has set, as the widget has', async () => {
  await shop.payNewest()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.reload()
  await page.evaluate(() => {
    // As a browser whose size of text is 200 %.
    document.documentElement.style.fontSize = '32px'
  })
  const sizes = await page
    .locator('header h1, .receipt dd')
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(32)
  const [widget, receipt] = [
    await page.locator('pay-pane .widget').boundingBox(),
    await page.locator('.receipt').boundingBox(),
  ]
  expect([receipt?.x, receipt?.width]).toEqual([widget?.x, widget?.width])
})

test.each([false, true])(
  'on paper there is one QR code, and nothing that is true or of use on the screen only, with a script: %s',
  async (javaScriptEnabled) => {
    const address = page.url()
    await page.close()
    page = await fixture.browser.newPage({ javaScriptEnabled, viewport: { width: 320, height: 700 } })
    await page.goto(address)
    if (javaScriptEnabled) await page.locator('[role=timer]').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('canvas').isVisible()).toBe(javaScriptEnabled)
    expect(await page.locator('figure').isVisible()).toBe(!javaScriptEnabled)
    for (const text of [/\d left$/, 'scan the code from the gallery', 'Check again'])
      expect(await page.getByText(text).filter({ visible: true }).count()).toBe(0)
  },
)

test('the receipt shows an amount on one line at 320 px', async () => {
  await shop.payNewest()
  await page.reload()
  await page.emulateMedia({ media: 'print' })
  const heightOf = async (text: string) =>
    (await page.locator('.receipt bdi', { hasText: text }).last().boundingBox())?.height
  expect(await heightOf('UAH')).toBe(await heightOf('1042'))
})

test('the labels of a German receipt are not broken at 320 px', async () => {
  await shop.payNewest()
  await page.setExtraHTTPHeaders({ 'accept-language': 'de' })
  await page.reload()
  await page.getByText('Zahlungsreferenz').waitFor()
  // Last: a page that is slowed down may lose its medium at a navigation.
  await page.emulateMedia({ media: 'print' })
  const heights = await page
    .locator('.receipt dt')
    .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
})

test('the form of a refund fits into 320 px, however long the name of a bank is', async () => {
  const { html } = await hostedPages({ name: 'Shop' }).refund(new Request('https://shop.example/pay/r/1'), {
    order: '1042',
    amount: { value: '250.00', currency: 'UAH' },
    state: 'requested',
    fields: [bank],
    values: {},
    invalid: [],
    formAction: '/pay/r/1',
  })
  await page.goto('about:blank')
  await page.setContent(html)
  await page.getByLabel('Your bank').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const [sheet, order] = [
    await page.locator('.sheet').boundingBox(),
    await page.locator('.sheet > p').first().boundingBox(),
  ]
  // As much room above as beside.
  expect((order?.y ?? 0) - (sheet?.y ?? 0)).toBe((order?.x ?? 0) - (sheet?.x ?? 0))
})
