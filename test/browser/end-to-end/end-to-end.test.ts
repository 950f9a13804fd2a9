import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSealKey } from 'paypane/server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { type Process, startMerchant, startSandbox } from './processes.ts'
import { buildScriptFile } from './script-file.ts'

// A machine with much else to do is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })

/** The order as the sandbox holds it: what the payer must see, character for character. */
interface SandboxOrder {
  externalId: string
  status: string
  formUrl: string
  paymentDetails: Record<
    'card' | 'fio' | 'bank' | 'number' | 'iban' | 'accountNumber' | 'method' | 'formUrl',
    string
  >
}

let browser: Browser
let script: string
let sandbox: Process
let merchant: Process
let folder: string
let settings: Record<string, string>
let context: BrowserContext
let page: Page
let consoleMessages: string[]

beforeAll(async () => {
  ;[browser, script, sandbox] = await Promise.all([launchChromium(), buildScriptFile(), startSandbox()])
})
afterAll(async () => {
  await Promise.all([browser.close(), sandbox.kill('SIGTERM')])
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypane-whole-way-'))
  await writeFile(
    join(folder, 'orders.json'),
    JSON.stringify({ 'W-1': { amount: '1250.00', currency: 'UAH', methods: ['transfer', 'form'] } }),
  )
  const env: Record<string, string> = JSON.parse(await lever('GET', 'env'))
  settings = {
    ...env,
    PORT: '0',
    DATABASE_URL: `file:${join(folder, 'paypane.db')}`,
    SEAL_KEY: generateSealKey(),
    SHOP_ORDERS: join(folder, 'orders.json'),
    // A killed worker's lease outlives it by a few of these; the payer waits for it in the worst case.
    PAYMENTS_TIMEOUT_MS: '1000',
  }
  merchant = await startMerchant(settings)
  // The port stays its own after a restart, as a deployed server's does.
  settings = { ...settings, PORT: new URL(merchant.url).port }

  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  consoleMessages = []
  page.on('console', (message) => consoleMessages.push(message.text()))
  page.on('pageerror', (error) => consoleMessages.push(String(error)))
  await page.route('**/paypane.js', (route) =>
    route.fulfill({ body: script, contentType: 'text/javascript; charset=utf-8' }),
  )
})
afterEach(async () => {
  await context.close()
  await merchant.kill('SIGTERM')
  await lever('POST', 'reset', {})
  await rm(folder, { recursive: true })
})

async function lever(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  expect(response.ok, text).toBe(true)
  return text
}

/** Opens the order's page and chooses the transfer, as a payer would. */
async function chooseTransfer(): Promise<SandboxOrder> {
  await page.goto(`${merchant.url}/return/processing?order=W-1`)
  await page.getByRole('button', { name: 'Bank transfer' }).click()
  await page.getByRole('button', { name: 'I have paid' }).waitFor()
  return onlyOrder()
}

async function onlyOrder(): Promise<SandboxOrder> {
  const orders: SandboxOrder[] = JSON.parse(await lever('GET', 'orders'))
  const [order] = orders
  expect(orders).toHaveLength(1)
  if (order === undefined) throw new Error('the sandbox holds no order')
  return order
}

/** What the widget shows under a label. */
const fieldText = (label: string) =>
  page.locator('.field-row', { has: page.getByText(label, { exact: true }) }).locator('bdi')

test('what the payer sees and copies is what the service issued, character for character', async () => {
  const { paymentDetails } = await chooseTransfer()
  const expected = {
    'Card number': paymentDetails.card,
    'Phone number': paymentDetails.number,
    IBAN: paymentDetails.iban,
    'Account number': paymentDetails.accountNumber,
    Recipient: paymentDetails.fio,
    Bank: paymentDetails.bank,
    'Payment system': paymentDetails.method,
  }
  for (const [label, value] of Object.entries(expected)) {
    expect(await fieldText(label).textContent(), label).toBe(value)
    await page.getByRole('button', { name: `Copy: ${label}` }).click()
    await page.getByText(`Copied: ${label}`).waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText()), label).toBe(value)
  }
  await page.getByRole('button', { name: 'Copy: Amount' }).click()
  await page.getByText('Copied: Amount').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1250.00')
  expect(consoleMessages).toEqual([])
})

test('paid at the service is paid on the page within a second, with no reload', async () => {
  const { externalId } = await chooseTransfer()
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await lever('POST', `orders/${externalId}`, { do: 'pay' })
  await page.getByRole('heading', { name: 'Paid' }).waitFor({ timeout: 1000 })
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  expect(consoleMessages).toEqual([])
})

test('a reload in the middle resumes the same attempt', async () => {
  const { paymentDetails } = await chooseTransfer()
  await page.reload()
  await page.getByRole('button', { name: 'I have paid' }).waitFor()
  expect(await fieldText('IBAN').textContent()).toBe(paymentDetails.iban)
  await onlyOrder()
  expect(consoleMessages).toEqual([])
})

test('the server is killed in the middle and started again: the payer goes on, and money that came meanwhile counts', async () => {
  const { externalId, paymentDetails } = await chooseTransfer()
  await merchant.kill('SIGKILL')
  await lever('POST', `orders/${externalId}`, { do: 'pay' })
  await page.getByText('Connection lost. Still checking…').first().waitFor()
  expect(await fieldText('IBAN').textContent()).toBe(paymentDetails.iban)
  merchant = await startMerchant(settings)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await onlyOrder()
})

test('neither a card, nor the form’s query, nor a key is on the disk or in a log', async () => {
  const order = await chooseTransfer()
  const { card, formUrl } = order.paymentDetails
  const secrets = [
    card,
    card.replace(/(\d{4})(?=\d)/g, '$1 '),
    new URL(formUrl).search.slice('?token='.length),
    settings['PAYMENTS_P2P_KEY'] ?? '',
    settings['PAYMENTS_PRIVATE_KEY'] ?? '',
    settings['SEAL_KEY'] ?? '',
  ]
  expect(secrets.every((secret) => secret.length > 8)).toBe(true)
  await merchant.kill('SIGKILL')
  merchant = await startMerchant(settings)
  await lever('POST', `orders/${order.externalId}`, { do: 'pay' })
  await page.getByRole('heading', { name: 'Paid' }).waitFor()

  const files = await readdir(folder)
  expect(files).toContain('paypane.db')
  const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))
  const everything = [...written, merchant.output(), sandbox.output()].join('\n')
  expect(everything).toContain(order.externalId)
  for (const secret of secrets) expect(everything).not.toContain(secret)
})
