import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSealKey } from 'paypane/server'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../support/loopback.ts'
import { newFolder } from '../../support/new-folder.ts'
import { type Running, startMerchant, startSandbox } from '../../support/processes.ts'
import { holdConfirmations } from '../held-confirmations.ts'
import { sharedChromium } from '../shared-chromium.ts'

/** The order in the sandbox, whose values the payer must see unchanged. */
interface SandboxOrder {
  externalId: string
  status: string
  formUrl: string
  paymentDetails: Record<
    'card' | 'fio' | 'bank' | 'number' | 'iban' | 'accountNumber' | 'method' | 'formUrl',
    string
  >
}

const chromium = sharedChromium()
const folder = newFolder(afterAll)
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let merchant: Running
let settings: Record<string, string>
let context: BrowserContext
let page: Page
let consoleMessages: string[]
/** The shop's orders, one for each test. */
const orders = Array.from({ length: 10 }, (_, index) => `W-${index}`)
let order: string
let earlierOrders: SandboxOrder[]

beforeAll(async () => {
  sandbox = await startSandbox()
  await writeFile(
    join(folder, 'orders.json'),
    JSON.stringify(
      Object.fromEntries(
        orders.map((name) => [name, { amount: '1250.00', currency: 'UAH', methods: ['transfer', 'form'] }]),
      ),
    ),
  )
  settings = {
    ...sandbox.settings,
    DATABASE_URL: `file:${join(folder, 'paypane.db')}`,
    SEAL_KEY: generateSealKey(),
    SHOP_ORDERS: join(folder, 'orders.json'),
    // Longer than the sandbox takes on a slow machine. The lease of a killed worker is twice this and five seconds.
    PAYMENTS_TIMEOUT_MS: '5000',
    // The same after a restart: one of the system's could belong to another process by then.
    PORT: String(await freePort()),
  }
  merchant = await startMerchant(settings)
})
afterAll(() => Promise.all([merchant.stop(), sandbox.stop()]))

beforeEach(async () => {
  order = orders.pop() ?? ''
  earlierOrders = await sandboxOrders()
  context = await chromium.browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  await holdConfirmations(context)
  page = await context.newPage()
  consoleMessages = []
  page.on('console', (message) => consoleMessages.push(message.text()))
  page.on('pageerror', (error) => consoleMessages.push(String(error)))
})
afterEach(() => context.close())

async function control(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  expect(response.ok, text).toBe(true)
  return text
}

/** Opens the order's page and chooses the transfer. Resolves once the script has taken over the details of the server. */
async function chooseTransfer(): Promise<SandboxOrder> {
  await page.goto(`${merchant.url}/return/processing?order=${order}`)
  await page.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('button', { name: 'Copy: Card number', disabled: false }).waitFor()
  return onlyOrder()
}

async function sandboxOrders(): Promise<SandboxOrder[]> {
  return JSON.parse(await control('GET', 'orders'))
}

/** The only order of the sandbox since the start of the test. */
async function onlyOrder(): Promise<SandboxOrder> {
  const isNew = ({ externalId }: SandboxOrder) =>
    earlierOrders.every((earlier) => earlier.externalId !== externalId)
  const added = (await sandboxOrders()).filter(isNew)
  const [placed] = added
  expect(added).toHaveLength(1)
  if (placed === undefined) throw new Error('The sandbox has no order')
  return placed
}

/** The value that the widget shows for a label. */
const fieldText = (label: string) =>
  page.locator('.field-row', { has: page.getByText(label, { exact: true }) }).locator('bdi')

test('the payer sees and copies exactly what the service issued', async () => {
  const { paymentDetails } = await chooseTransfer()
  const expected = {
    'Card number': paymentDetails.card,
    'Phone number': paymentDetails.number,
    IBAN: paymentDetails.iban,
    'Account number': paymentDetails.accountNumber,
    Recipient: paymentDetails.fio,
    Bank: paymentDetails.bank,
  }
  for (const [label, value] of Object.entries(expected)) {
    expect(await fieldText(label).textContent(), label).toBe(value)
    // The bank is not typed.
    if (label === 'Bank') continue
    const ways = page.getByRole('combobox')
    if (await ways.locator('option', { hasText: label }).count()) await ways.selectOption({ label })
    await page.getByRole('button', { name: `Copy: ${label}` }).click()
    await page.getByText(`Copied: ${label}`).waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText()), label).toBe(value)
  }
  await page.getByRole('button', { name: 'Copy: Amount' }).click()
  await page.getByText('Copied: Amount').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1250.00')
  expect(consoleMessages).toEqual([])
})

test('without a script the order is paid by the page alone', async () => {
  const plain = await chromium.browser.newContext({ javaScriptEnabled: false })
  const plainPage = await plain.newPage()
  await plainPage.goto(`${merchant.url}/return/processing?order=${order}`)
  await plainPage.getByRole('button', { name: 'Transfer' }).click()
  await plainPage.getByRole('heading', { name: 'Send exactly this amount' }).waitFor()
  expect(await plainPage.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  const { externalId, paymentDetails } = await onlyOrder()
  expect(await plainPage.locator('.field-row bdi').first().textContent()).toBe(paymentDetails.card)
  await control('POST', `orders/${externalId}`, { do: 'pay' })
  await expect
    .poll(async () => {
      await plainPage.reload()
      return plainPage.getByRole('heading', { level: 2 }).last().textContent()
    })
    .toContain('Paid')
  await plain.close()
})

test('a script takes the page over: no element is replaced, nothing moves, the selection stays', async () => {
  await chooseTransfer()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/paypane.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(page.url(), { waitUntil: 'commit' })
  await fieldText('Card number').waitFor()
  expect(await page.getByRole('button', { name: 'Copy: Card number' }).isDisabled()).toBe(true)
  await page.evaluate(() => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift', buffered: true })
    const root = document.querySelector('pay-pane')?.shadowRoot
    const value = root?.querySelector('.number')
    if (value) getSelection()?.selectAllChildren(value)
    Reflect.set(window, 'before', { shifts, value, selection: String(getSelection()) })
  })
  release()
  await page.locator('.copy:enabled').first().waitFor()
  const after = await page.evaluate(() => {
    const { shifts, value, selection } = Reflect.get(window, 'before')
    const current = document.querySelector('pay-pane')?.shadowRoot?.querySelector('.number')
    return { shifts, isSame: current === value, selection: [selection, String(getSelection())] }
  })
  expect(after.isSame).toBe(true)
  expect(after.shifts).toEqual([])
  expect(after.selection[1]).toBe(after.selection[0])
  expect(consoleMessages).toEqual([])
})

test('a payment at the service responds to the open long poll of the page, without a reload', async () => {
  const openPolls = new Set<Request>()
  page.on('request', (request) => request.url().includes('wait=') && openPolls.add(request))
  page.on('requestfinished', (request) => openPolls.delete(request))
  page.on('requestfailed', (request) => openPolls.delete(request))
  const { externalId } = await chooseTransfer()
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await expect.poll(() => openPolls.size).toBe(1)
  const [poll] = openPolls
  await control('POST', `orders/${externalId}`, { do: 'pay' })
  // Without a change the server responds 304 at the end of the wait.
  expect((await poll?.response())?.status()).toBe(200)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  expect(consoleMessages).toEqual([])
})

test('a payer who returns from the payment page waits for the result, also after a reload', async () => {
  await page.goto(`${merchant.url}/pay/o/${order}`)
  await page.getByRole('button', { name: 'Card' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  // The test card whose payment stays open.
  await page.getByLabel('Card number').fill('5105105105105100')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on the card').fill('OLENA KOVALENKO')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(`${merchant.url}/return/processing?*`)
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await page
      .locator('pay-pane [role=status]')
      .getByText('Waiting for the result')
      .waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Continue on the payment page' }).waitFor()
  }
  const { externalId } = await onlyOrder()
  await control('POST', `orders/${externalId}`, { do: 'pay' })
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  expect(consoleMessages).toEqual([])
})

test('a reload resumes the same attempt', async () => {
  const { paymentDetails } = await chooseTransfer()
  await page.reload()
  await page.getByRole('button', { name: 'I’ve sent the money' }).waitFor()
  expect(await fieldText('IBAN').textContent()).toBe(paymentDetails.iban)
  await onlyOrder()
  expect(consoleMessages).toEqual([])
})

test('a payment during a crash and restart counts, and no card, form token or key is in files or logs', async () => {
  const { externalId, paymentDetails } = await chooseTransfer()
  const { card, formUrl } = paymentDetails
  const secrets = [
    card,
    card.replace(/(\d{4})(?=\d)/g, '$1 '),
    new URL(formUrl).search.slice('?token='.length),
    settings['PAYMENTS_P2P_KEY'] ?? '',
    settings['PAYMENTS_PRIVATE_KEY'] ?? '',
    settings['SEAL_KEY'] ?? '',
  ]
  expect(secrets.every((secret) => secret.length > 8)).toBe(true)
  const killed = merchant
  await merchant.kill()
  await control('POST', `orders/${externalId}`, { do: 'pay' })
  await page.getByText('Connection lost. Still checking…').first().waitFor()
  expect(await fieldText('IBAN').textContent()).toBe(paymentDetails.iban)
  merchant = await startMerchant(settings)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await onlyOrder()

  const files = await readdir(folder)
  expect(files).toContain('paypane.db')
  const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))
  const everything = [...written, killed.log(), merchant.log(), sandbox.log()].join('\n')
  expect(everything).toContain(externalId)
  for (const secret of secrets) expect(everything).not.toContain(secret)
})
