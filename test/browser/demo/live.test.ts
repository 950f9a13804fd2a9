import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../support/full.ts'
import { newFolder } from '../../support/new-folder.ts'
import { type Running, start } from '../../support/processes.ts'
import { builtConsole } from '../console/console-server.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { builtSite } from './build-site.ts'
import {
  callbackScenarios,
  expectScenario,
  newOrder,
  newTransfer,
  playTour,
  pressControl,
  shownOrder,
} from './scenarios.ts'

const chromium = sharedChromium()
let demo: Running
const data = newFolder(afterAll)
let env: Record<string, string>
let page: Page
const consoleMessages: string[] = []

beforeAll(async () => {
  const commands = join(data, 'bin')
  await mkdir(commands)
  // Stands in for the browser: records the addresses that are opened.
  await writeFile(join(commands, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${join(data, 'opened')}'\n`, {
    mode: 0o755,
  })
  env = {
    PATH: `${commands}:${process.env['PATH']}`,
    PORT: '0',
    SANDBOX_PORT: '0',
    DEMO_SITE: await builtSite(),
    DEMO_CONSOLE: await builtConsole(),
    // Longer than the sandbox takes on a slow machine. The lease of a killed worker is twice this and five seconds.
    PAYMENTS_TIMEOUT_MS: '5000',
  }
  demo = await startDemo(data)
  page = await chromium.browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('console', (message) => consoleMessages.push(message.text()))
  page.on('pageerror', (error) => consoleMessages.push(String(error)))
  await page.goto(demo.url)
  await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
})
const startDemo = (folder: string, ...args: readonly string[]): Promise<Running> =>
  start(
    'demo/start.js',
    { ...env, DEMO_DATA: folder },
    {
      args,
      addressesIn(line) {
        const url = /Paypane is ready: (\S+)/.exec(line)?.[1]
        return url === undefined ? null : { url, adminUrl: '' }
      },
    },
  )

afterAll(() => demo.stop())

test('a transfer paid on the remote control shows Paid without a reload or console output', async () => {
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await page.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('button', { name: 'I’ve sent the money' }).waitFor()
  await pressControl(page, 'pay')
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  expect(consoleMessages).toEqual([])
})

test('the gallery is served, and every widget reaches its state', async () => {
  const gallery = await chromium.browser.newPage({ reducedMotion: 'reduce' })
  await gallery.goto(new URL('gallery.html', demo.url).href)
  await gallery.locator('[data-ready=yes]').waitFor({ state: 'attached' })
  await gallery.close()
})

test.runIf(isFull)('the tour plays from start to end', async () => await playTour(page))

test.each(callbackScenarios)('the control "$control" has its expected result', async (scenario) => {
  await newTransfer(page)
  await pressControl(page, scenario.control)
  await expectScenario(page, scenario)
})

test('the payer pays on the payment page and returns to the same demo and a paid order', async () => {
  await page.goto(`${demo.url}?theme=dark`)
  await newOrder(page)
  await page.locator('.method').getByText('Card', { exact: true }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on the card').fill('TEST PAYER')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  await page.waitForURL(new URL('/?theme=dark', demo.url).href)
})

test.runIf(isFull)('after "paid" a reload shows the thank-you page, which offers a new order', async () => {
  const paid = await shownOrder(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  expect(await shownOrder(page)).toBe(paid)
  await page.getByRole('button', { name: 'Continue shopping' }).click()
  await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
})

test.runIf(isFull)('a link with another order replaces the one of this tab', async () => {
  await page.goto(`${demo.url}?amount=31.40`)
  await page.locator('.widget .amount', { hasText: '31.40' }).waitFor()
  await page.goto(demo.url)
  await page.locator('.widget .amount', { hasText: '1,250.00' }).waitFor()
})

test('the countdown follows an advanced clock, which another tab and a reload show, too', async () => {
  await newTransfer(page)
  await page.getByRole('button', { name: '+7 min' }).click()
  await page.locator('[role=timer]', { hasText: /(1\d|2[0-3]):\d\d/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: /^Time: .*\d min ahead$/ }).waitFor()
})

test('offline, a control says that it cannot work, and works once the connection is back', async () => {
  const context = await chromium.browser.newContext({ viewport: { width: 1280, height: 800 } })
  const tab = await context.newPage()
  await tab.goto(demo.url)
  await newTransfer(tab)
  // The event may come before the network is gone.
  await context.route('**', (route) => route.abort('internetdisconnected'))
  await context.setOffline(true)
  await tab.locator('.disconnected').waitFor()
  await tab.getByRole('button', { name: 'New order' }).click()
  const message = tab.getByText('The demo cannot be reached: check the connection, then press again.')
  await message.waitFor()
  await tab.getByRole('heading', { name: 'Send exactly this amount' }).waitFor()
  await context.unrouteAll()
  await context.setOffline(false)
  await tab.locator('.disconnected').waitFor({ state: 'detached' })
  await tab.getByRole('button', { name: 'New order' }).click()
  await message.waitFor({ state: 'detached' })
  await context.close()
})

test('the console is in place, signed in, at this order', async () => {
  const order = await shownOrder(page)
  await page.getByRole('tab', { name: 'Console' }).click()
  const operator = page.frameLocator('iframe[title=Console]')
  await operator.getByRole('heading', { name: order }).waitFor()
  await operator.getByText(/^Waiting for 1.250\.00.UAH by transfer/).waitFor()
  expect((await fetch(`${demo.url}pay/admin/checkouts`)).status).toBe(401)
})

test.each(['', 'pay/paypane.js'])('a connection stays open for the next request: /%s', async (path) => {
  const response = await fetch(new URL(path, demo.url))
  expect(response.headers.get('keep-alive')).toBe('timeout=900')
})

test('a missing page is answered with a page of the demo', async () => {
  const response = await fetch(new URL('docs/no-such-page.html', demo.url))
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('<h1>Page not found</h1>')
})

test.runIf(isFull && process.platform === 'linux')(
  'a browser is opened with --open, and not without',
  async () => {
    const other = join(data, 'other')
    await mkdir(other)
    const opening = await startDemo(other, '--open')
    await expect.poll(() => readFile(join(data, 'opened'), 'utf8').catch(() => '')).toBe(`${opening.url}\n`)
    await opening.stop()
  },
)
