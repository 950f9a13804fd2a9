import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectScenario, newOrder, newTransfer, payerScenarios, playTour, pressControl } from './scenarios.ts'
import { siteFixture } from './site-fixture.ts'

const site = siteFixture('/some/where/')
let page: Page
const consoleMessages: string[] = []
const foreignRequests: string[] = []
const loaded: string[] = []

beforeAll(async () => {
  page = await site.browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('console', (message) => consoleMessages.push(message.text()))
  page.on('pageerror', (error) => consoleMessages.push(String(error)))
  // All requests outside the folder are blocked.
  await page.route('**', (route) => {
    if (route.request().url().startsWith(site.url)) return route.continue()
    foreignRequests.push(route.request().url())
    return route.abort()
  })
  page.on('response', (response) => loaded.push(response.url().slice(site.url.length)))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
      reportError(new Error(`Content Security Policy violation: ${violatedDirective} in ${sourceFile}`))
    })
    let shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifted += Reflect.get(entry, 'value')
      Reflect.set(globalThis, 'shifted', shifted)
    }).observe({ type: 'layout-shift' })
    Reflect.set(globalThis, 'shifted', shifted)
  })
  await page.clock.install()
  await page.goto(site.url)
  await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
})

test('the first load is small and has no layout shift', async () => {
  // The page loads its deferred half by itself: all that it loads without a press counts.
  await page.waitForLoadState('networkidle')
  const sizes = loaded.map(
    (path) => gzipSync(readFileSync(join(site.folder, path || 'index.html'))).byteLength,
  )
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(247_000)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted'))).toBeLessThan(0.01)
})

test('the tour plays from start to end without a server', async () => {
  // All that the tour waits for runs in this page, so that its clock may run fast.
  let isPlaying = true
  const advance = async () => {
    while (isPlaying) await page.clock.runFor(100)
  }
  const advancing = advance()
  await playTour(page).finally(() => {
    isPlaying = false
  })
  await advancing
})

test.each(payerScenarios)(
  'the control "$control" has its expected result without a server',
  async (scenario) => {
    await newTransfer(page)
    await pressControl(page, scenario.control)
    await expectScenario(page, scenario)
  },
)

test('the payer pays on the payment form inside the page and returns to a paid order', async () => {
  await newOrder(page)
  await page.locator('.method').getByText('Card', { exact: true }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  const form = page.frameLocator('iframe')
  await form.getByLabel('Card number').fill('4111 1111 1111 1111')
  await form.getByLabel('Expiry').fill('12/30')
  await form.getByLabel('Security code').fill('123')
  await form.getByLabel('Name on the card').fill('TEST PAYER')
  await form.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
})

test('a card that was refused cannot be paid by a control', async () => {
  await newOrder(page)
  await page.locator('.method').getByText('Card', { exact: true }).click()
  await pressControl(page, 'refuse')
  await page.getByRole('heading', { name: 'The payment didn’t go through' }).waitFor()
  // While a control is at work, all are disabled.
  await page.locator('[data-control=break][aria-disabled=false]').waitFor()
  expect(await page.locator('[data-control=pay]').getAttribute('aria-disabled')).toBe('true')
})

test('only the site’s own files were requested, and the console stayed empty', () => {
  expect(foreignRequests).toEqual([])
  expect(consoleMessages).toEqual([])
})

test('without a secure context the page shows a notice and nothing else', async () => {
  const insecure = await site.browser.newPage()
  const errors: string[] = []
  insecure.on('pageerror', (error) => errors.push(String(error)))
  await insecure.route('http://shop.test/**', async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1) || 'index.html'
    const contentType = file.endsWith('.css')
      ? 'text/css'
      : file.endsWith('.html')
        ? 'text/html'
        : 'text/javascript'
    await route.fulfill({ body: await readFile(join(site.folder, file)), contentType })
  })
  await insecure.goto('http://shop.test/')
  await insecure.getByText('This page needs a secure context').waitFor()
  expect(await insecure.locator('.preview').count()).toBe(0)
  expect(errors).toEqual([])
})

test('an old browser gets a notice and nothing else', async () => {
  const old = await site.browser.newPage()
  await old.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
  await old.goto(site.url)
  await old.getByText('This browser is too old for the demo').waitFor()
  expect(await old.locator('.preview').count()).toBe(0)
})
