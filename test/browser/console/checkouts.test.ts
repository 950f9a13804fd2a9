import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { sendCallback } from '../../server/callback/send-callback.ts'
import { createHarness, type Harness } from '../../server/harness.ts'
import { attempt, checkout } from '../../server/store/fixtures.ts'
import { newFolder } from '../../support/new-folder.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { type ConsoleServer, openConsole, serveConsole, signIn, token } from './console-server.ts'

const checkoutCount = 10_000
const chromium = sharedChromium()
const folder = newFolder(afterAll)
let harness: Harness
let consoleServer: ConsoleServer

beforeAll(async () => {
  const store = sqliteStore(join(folder, 'shop.db'))
  await seedCheckouts(store)
  harness = createHarness({ store, paypane: { adminToken: token, reviewAfterMinutes: 5 } })
  consoleServer = await serveConsole(harness)
})
afterAll(async () => {
  await consoleServer.close()
  await harness.paypane.close()
})

/** Ten thousand old checkouts: one in a thousand failed, and the oldest needs review. */
async function seedCheckouts(store: ReturnType<typeof sqliteStore>): Promise<void> {
  await store.open()
  await Promise.all(
    Array.from({ length: checkoutCount }, (_, index) =>
      store.insert(
        checkout({
          order: `seed-${index}`,
          createdAt: 1000 + index,
          attempts: [
            attempt({
              state: index % 1000 === 0 ? 'failed' : 'succeeded',
              externalId: `ext-seed-${index}`,
              externalTransactionId: `tx-seed-${index}`,
              review: index === 0 ? { reason: 'contradiction', at: 2000, resolved: null } : null,
            }),
          ],
        }),
      ),
    ),
  )
}

async function openCheckouts(): Promise<Page> {
  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  return page
}
const orders = (page: Page) =>
  page.getByRole('region', { name: /All others|Found/ }).locator('tbody td:first-child a')
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

test('of ten thousand checkouts a page shows fifty, those that need review first', async () => {
  const { page } = await openConsole(chromium.browser, consoleServer)
  await page.getByLabel("Operator's token").fill(token)
  const from = performance.now()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await orders(page).first().waitFor()
  process.stdout.write(
    `first rows of ${checkoutCount} checkouts: ${Math.round(performance.now() - from)} ms\n`,
  )
  const review = page.getByRole('region', { name: /To decide/ })
  await expect.poll(() => review.getByRole('link').allTextContents()).toEqual(['seed-0'])
  expect(await orders(page).first().textContent()).toBe(`seed-${checkoutCount - 1}`)

  const seen = new Set(await orders(page).allTextContents())
  const maxNodes = 60 * 30
  for (let pageCount = 1; pageCount <= 12; pageCount += 1) {
    const last = await orders(page).last().textContent()
    await page.getByRole('link', { name: 'Older' }).click()
    await expect.poll(() => orders(page).first().textContent()).toBe(`seed-${Number(last?.slice(5)) - 1}`)
    for (const order of await orders(page).allTextContents()) seen.add(order)
    expect(await nodes(page)).toBeLessThan(maxNodes)
  }
  expect(seen.size).toBe(13 * 50)
  await page.goBack()
  await expect.poll(() => orders(page).first().textContent()).toBe(`seed-${checkoutCount - 1 - 11 * 50}`)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect.poll(() => orders(page).first().textContent()).toBe(`seed-${checkoutCount - 1}`)
  await page.context().close()
})

test('orders are searched by the start of any id and filtered by status and review, by keyboard alone', async () => {
  const page = await openCheckouts()
  const longer = Array.from({ length: 10 }, (_, index) => `seed-777${9 - index}`)
  for (const name of ['seed-777', 'tx-seed-777', 'ext-seed-777']) {
    await page.getByRole('searchbox', { name: 'Find' }).fill(name)
    await page.keyboard.press('Enter')
    await expect.poll(() => orders(page).allTextContents()).toEqual([...longer, 'seed-777'])
  }
  await page.getByRole('searchbox', { name: 'Find' }).fill('seed-')
  await page.keyboard.press('Enter')
  await page.getByText('Not all that match are found. Enter more characters.').waitFor()
  await page.getByRole('searchbox', { name: 'Find' }).fill('seed-7x')
  await page.keyboard.press('Enter')
  await page.getByText('No match.').waitFor()
  await page.getByRole('searchbox', { name: 'Find' }).fill('')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  // One letter: a slow machine would take the next for a new word, and choose "all".
  await page.keyboard.press('f')
  await expect.poll(() => orders(page).allTextContents()).toHaveLength(9)
  expect(await orders(page).first().textContent()).toBe('seed-9000')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(() => document.querySelector<HTMLElement>('.head button')?.click()),
  ])
  expect(download.suggestedFilename()).toBe('checkouts.csv')
  // The list separates the one that needs review.
  expect((await text(await download.createReadStream())).split('\r\n')).toHaveLength(1 + 10 + 1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => orders(page).allTextContents()).toEqual(['seed-0'])
  await orders(page).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order seed-0' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Order seed-0')
  await page.context().close()
})

test('discarding an unresolved order needs a confirmation, and records the reason', async () => {
  harness.orders.set('lost', { amount: '700.00', currency: 'UAH' })
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
  await harness.createCheckout('lost', 'transfer')
  await harness.advance(600, 30)

  const page = await openCheckouts()
  const review = page.getByRole('region', { name: /To decide/ })
  await page.setViewportSize({ width: 390, height: 800 })
  const row = review.getByRole('row').filter({ has: page.getByRole('link', { name: 'lost' }) })
  await row.getByRole('time').waitFor()
  await review.getByRole('link', { name: 'lost' }).click()
  await page.getByRole('heading', { name: 'Outcome unknown' }).waitFor()
  await page.getByText('Status lookup: no response').first().waitFor()
  const record = page.getByRole('button', { name: 'Discard: the order does not exist' })
  await page.getByRole('radio', { name: /Discard: the order does not exist/ }).check()
  await page.getByText('it can be paid twice').waitFor()
  await page.getByLabel('Reason').fill('support: no order, ticket 311')
  expect(await record.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /confirmed by other means/ }).check()
  await record.dblclick()

  await page
    .getByText(
      'admin: discarded, because the service does not have the order. “support: no order, ticket 311”',
    )
    .waitFor()
  await page.getByText('Resolved by admin').waitFor()
  expect(await page.getByText('needs review', { exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Checkouts' }).first().click()
  await expect.poll(() => review.getByRole('link').allTextContents()).toEqual(['seed-0'])
  await page.context().close()
})

test('a requested lookup resolves nothing by itself; its result appears in the timeline', async () => {
  harness.orders.set('late', { amount: '800.00', currency: 'UAH' })
  await harness.control('/reset', {})
  // The failures of the test before have opened the circuit of lookups.
  await harness.advance(5)
  await harness.createCheckout('late', 'transfer')
  const page = await openCheckouts()
  await page.getByRole('searchbox', { name: 'Find' }).fill('late')
  await page.keyboard.press('Enter')
  await orders(page).first().click()
  await page.getByText(/^Waiting for 800\.00.UAH by transfer/).waitFor()
  await harness.controlOrder(-1, { do: 'pay' })
  await page.getByText('Look up the status now').first().click()
  await page.getByLabel('Reason').fill('the payer called')
  await page.getByRole('button', { name: 'Look up the status now' }).click()
  await page.getByText('Recorded. The status is looked up now.').waitFor()
  await harness.drain()
  await page.getByText(/^Paid: 800\.00.UAH\.$/).waitFor()
  await page.getByText('Status lookup: Success.').waitFor()
  await page.context().close()
})

test('an attempt shows why it was refused, what the payer reported, the card and a lower amount', async () => {
  harness.orders.set('short', { amount: '900.00', currency: 'UAH', customer: 'c-9' })
  await harness.control('/config', { requiredFields: ['bankName'] })
  const { id } = await harness.createCheckout('short', 'transfer')
  await harness.control('/config', { requiredFields: [] })
  await harness.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  await harness.post(`/checkouts/${id}/attempts/2/sent`, { sent: true })
  const order = `/orders/${harness.sandbox.orders().at(-1)?.externalId}`
  await harness.control(order, { do: 'amount', amount: '850.00' })
  await harness.control(order, { do: 'pay' })
  await harness.advance(30, 5)

  const page = await openCheckouts()
  await page
    .getByRole('row', { name: /^short/ })
    .getByText('paid short')
    .waitFor()
  await page.evaluate((to) => {
    location.hash = to
  }, `#/checkouts/${id}`)
  const refused = page.getByRole('region', { name: 'Attempt 1' })
  await refused.getByText(/^HTTP 400, VALIDATION_ERROR, .*field bankName, “.*is missing”$/).waitFor()
  const paid = page.getByRole('region', { name: 'Attempt 2' })
  const rowOf = (term: string) =>
    paid.locator('.field-row', { has: page.getByText(term, { exact: true }) }).locator('dd')
  expect(await rowOf('The service reports').textContent()).toBe('Success, 850.00, less than requested')
  expect(await rowOf("The payer's card").textContent()).toMatch(/^\d{6}•{6}\d{4}, [A-Z ]+$/)
  expect(await rowOf('The payer reported sending').locator('time').count()).toBe(1)
  await page.context().close()
})

test('a payment link is copied, and shown where the browser forbids copying', async () => {
  const { page, consoleErrors } = await openConsole(chromium.browser, consoleServer)
  // The harness has no payment pages.
  const url = 'https://shop.example/pay/o/a.b.c'
  await page.route(/\/admin\/checkouts\/co_[^/]+$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), linkable: true } })
  })
  await page.route(/\/link$/, (route) =>
    route.fulfill({ json: { url, expiresAt: new Date().toISOString() } }),
  )
  await signIn(page)
  await page.getByRole('link', { name: 'seed-0', exact: true }).click()
  const copy = page.getByRole('button', { name: 'Copy link' })
  await copy.click()
  await page.getByText(url).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await copy.click()
  await page.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  expect(await page.getByText(url).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  // The page reads again by itself.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
})

test('an unmatched callback is acknowledged with what it was', async () => {
  const fields = { externalId: 'an order of another shop', status: 'Success', amount: '77.00' }
  expect((await sendCallback(harness, fields)).status).toBe(200)
  await harness.advance(600, 60)
  const page = await openCheckouts()
  await page.getByRole('link', { name: 'Callbacks' }).click()
  const callback = page.getByRole('region', { name: 'Callback an order of another shop' })
  await callback.getByRole('heading', { name: 'Deposit: Success, 77.00 needs review' }).waitFor()
  const acknowledge = callback.getByRole('button', { name: 'Acknowledge' })
  expect(await acknowledge.isDisabled()).toBe(true)
  await callback.getByLabel('Reason').fill('the other shop has it')
  await acknowledge.click()
  await callback.getByText(/^Acknowledged .*: the other shop has it$/).waitFor()
  expect(await callback.getByText('needs review').count()).toBe(0)
  await page.context().close()
})
