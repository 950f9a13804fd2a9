import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ClaimList } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/index.ts'
import { readAsset } from '../../../src/server/node/index.ts'
import { createTokenShop, type TokenShop } from '../../server/checkout/shop.ts'
import { operator } from '../../server/harness.ts'
import { isFull } from '../../support/full.ts'
import { listenOnLoopback } from '../../support/loopback.ts'
import { chromiumFixture } from './chromium-fixture.ts'

const fixture = chromiumFixture()
const pdf = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nreceipt') }
const html = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') }
let shop: TokenShop
let server: Server
let url: string
let page: Page

/** A transfer that the service reports as failed. */
beforeEach(async () => {
  shop = createTokenShop({
    assets: readAsset,
    pages: hostedPages({ name: 'Shop' }),
  })
  await shop.open('1042', {}, { method: 'transfer' })
  await shop.drain()
  await shop.failNewest()
  server = createServer(getRequestListener((request) => shop.paypane.fetch(request)))
  url = `${await listenOnLoopback(server)}/o/${await shop.token('1042')}`
})
afterEach(async () => {
  await page.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const openClaims = async () => {
  const response = await shop.get('/admin/claims', operator)
  return ClaimList.parse(await response.json()).claims
}
const receiptOf = async (claim = '', id = ''): Promise<Buffer> => {
  const path = `/admin/claims/${claim}/receipts/${id}`
  const response = await shop.get(path, operator)
  return Buffer.from(await response.arrayBuffer())
}
const sidesOf = (jpeg: Buffer) =>
  page.evaluate(
    async (bytes) => {
      const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      return [width, height]
    },
    [...jpeg],
  )
const report = async () => {
  await page.goto(url)
  await page.getByRole('button', { name: 'I’ve sent the money' }).click()
  await page.getByRole('button', { name: 'Send details' }).waitFor()
}

/** A photo: a small JPEG, with bytes after its end as cameras write them. */
const photo = async (bytes: number) => {
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 4000
    canvas.height = 3000
    canvas.getContext('2d')?.fillRect(0, 0, 2000, 3000)
    return canvas.toDataURL('image/jpeg')
  })
  const jpeg = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const buffer = Buffer.concat([jpeg, Buffer.from('GPS 50.45 N'), Buffer.alloc(bytes)])
  return { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer }
}

test.runIf(isFull)(
  'a claim on a phone: a 12 MB photo, a PDF, a renamed file, and a connection that is lost',
  async () => {
    page = await fixture.browser.newPage({
      timezoneId: 'Europe/Kyiv',
      viewport: { width: 390, height: 844 },
    })
    await report()
    const files = page.getByLabel('Receipt or screenshot')
    await files.setInputFiles([html])
    await page.getByText('This file can’t be used.').waitFor()
    let isOffline = true
    await page.route('**/receipts/*', (route) => (isOffline ? route.abort() : route.continue()))
    await files.setInputFiles([await photo(12 * 1024 * 1024)])
    await page.getByText('Not uploaded.').waitFor()
    // Nothing is sent without it: the claim could not have it later.
    const again = page.waitForRequest('**/receipts/*')
    await page.getByRole('button', { name: 'Send details' }).click()
    await again
    await page.getByText('Not uploaded.').waitFor()
    await page.locator('.claim [type=submit][aria-disabled=false]').waitFor()
    expect(await openClaims()).toMatchObject([{ claim: { content: null } }])
    isOffline = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('Added').waitFor()
    await files.setInputFiles([pdf])
    await page.getByText('receipt.pdf').waitFor()
    await page.getByText('Added').nth(1).waitFor()
    await page.getByLabel('When you sent it').fill('2026-11-20T12:00')
    await page.getByLabel('Your bank').fill('Example Bank')
    await page.reload()
    await page.getByText('receipt.pdf').waitFor()
    expect(await page.getByLabel('Your bank').inputValue()).toBe('Example Bank')
    await page.getByLabel('Last 4 digits').fill('4242')
    await page.getByRole('button', { name: 'Send details' }).click()
    await page.getByRole('button', { name: 'Send details' }).waitFor({ state: 'detached' })
    await page.getByText('Claim number').waitFor()
    const [open] = await openClaims()
    expect(open?.claim.content).toMatchObject({
      amount: '1250.00',
      sentAt: '2026-11-20T10:00:00.000Z',
      bank: 'Example Bank',
      lastDigits: '4242',
    })
    expect(open?.claim.receipts.map(({ type }) => type)).toEqual(['image/jpeg', 'application/pdf'])
    // Drawn again: nothing of the file's metadata is left.
    const drawn = await receiptOf(open?.claim.number, open?.claim.receipts[0]?.id)
    expect(drawn.length).toBeLessThan(1024 * 1024)
    expect(drawn.includes('GPS')).toBe(false)
    expect(await sidesOf(drawn)).toEqual([1600, 1200])
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  },
)

test('a file that was chosen before the script has loaded is uploaded, too', async () => {
  page = await fixture.browser.newPage({ viewport: { width: 390, height: 844 } })
  await report()
  const { promise: loading, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/paypane-claim.js', async (route) => {
    await loading
    await route.continue()
  })
  // The page is not loaded before that script is.
  await page.goto(url, { waitUntil: 'commit' })
  const form = await page.locator('form.claim').elementHandle()
  await page.getByLabel('Receipt or screenshot').setInputFiles([pdf])
  await page.getByLabel('Your bank').fill('Example Bank')
  load()
  await page.getByText('Added').waitFor()
  expect(await page.getByLabel('Your bank').inputValue()).toBe('Example Bank')
  // The same element, so nothing moved.
  expect(await form?.evaluate((element) => element.isConnected)).toBe(true)
})

test('of files that are chosen together the payer sees which one is not used, and can remove it', async () => {
  page = await fixture.browser.newPage({ viewport: { width: 320, height: 844 } })
  await report()
  await page.getByLabel('Receipt or screenshot').setInputFiles([html, pdf])
  await page.getByText('Added').waitFor()
  const refused = page.getByRole('listitem').filter({ hasText: 'This file can’t be used.' })
  const remove = refused.getByRole('button', { name: html.name })
  // WCAG 2.2: a target of 24 px.
  expect((await remove.boundingBox())?.width).toBeGreaterThanOrEqual(24)
  await remove.click()
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining(pdf.name)])
})

test('the progress of an upload is shown until the server has the file', async () => {
  const { promise: held, resolve: respond } = Promise.withResolvers<void>()
  const handle = getRequestListener((request) => shop.paypane.fetch(request))
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const isReceipt = request.method === 'PUT'
    const end = response.end.bind(response)
    if (isReceipt) Object.assign(response, { end: (...args: [string]) => void held.then(() => end(...args)) })
    void handle(request, response)
  })
  page = await fixture.browser.newPage({ viewport: { width: 390, height: 844 } })
  await report()
  await page.getByLabel('Receipt or screenshot').setInputFiles([pdf])
  await page.locator('progress[value="1"]').waitFor()
  // What cannot be pressed does not look as if it could.
  const send = page.getByRole('button', { name: 'Send details', disabled: true })
  expect(Number(await send.evaluate((button) => getComputedStyle(button).opacity))).toBeLessThan(1)
  respond()
  await page.getByText('Added').waitFor()
  expect(await page.locator('progress').count()).toBe(0)
})

test('the focus stays in the form while receipts come and go, and at the button while it is sent', async () => {
  page = await fixture.browser.newPage({ viewport: { width: 390, height: 844 } })
  await report()
  const focused = () =>
    page.evaluate(() => {
      const element = document.querySelector('pay-pane')?.shadowRoot?.activeElement
      return element instanceof HTMLInputElement ? element.id : (element?.ariaLabel ?? element?.textContent)
    })
  const files = page.getByLabel('Receipt or screenshot')
  const pdfs = ['a', 'b', 'c'].map((name) => ({ ...pdf, name: `${name}.pdf` }))
  await page.route('**/receipts/*', (route) => route.abort(), { times: 1 })
  await files.focus()
  await files.setInputFiles(pdfs)
  await page.getByText('Added').nth(1).waitFor()
  // No more can be chosen.
  expect(await focused()).toBe('Send details')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByText('Added').nth(2).waitFor()
  expect(await focused()).toBe('Send details')
  await page.getByRole('button', { name: 'Remove: b.pdf' }).press('Enter')
  await expect.poll(focused).toBe('claim-receipts')

  const { promise: held, resolve: respond } = Promise.withResolvers<void>()
  await page.route('**/claim', (route) => held.then(() => route.fulfill({ status: 503 })), { times: 1 })
  await page.getByRole('button', { name: 'Send details' }).press('Enter')
  await page.locator('.claim [aria-disabled=true]').waitFor()
  expect(await focused()).toBe('Send details')
  respond()
  await page.getByText('That didn’t work.').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Checking for your transfer')
  await page.getByText('Claim number').waitFor()
})

test('what becomes of a receipt is announced', async () => {
  page = await fixture.browser.newPage({ viewport: { width: 390, height: 844 } })
  await report()
  await page.getByLabel('Receipt or screenshot').setInputFiles([html, pdf])
  await page.getByText('Added').waitFor()
  const regionOf = (text: string) =>
    page.getByText(text).evaluate((element) => element.closest('[aria-live], [role=alert]')?.ariaLive)
  expect(await regionOf('Added')).toBe('polite')
  expect(await regionOf('This file can’t be used.')).toBe('polite')
})

test('a file whose upload a reload has interrupted has to be chosen again, and nothing is sent without it', async () => {
  page = await fixture.browser.newPage({ viewport: { width: 390, height: 844 } })
  await report()
  const files = page.getByLabel('Receipt or screenshot')
  await files.setInputFiles([pdf])
  await page.getByText('Added').waitFor()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/receipts/*', () => arrive(), { times: 1 })
  const image = await photo(0)
  await files.setInputFiles([image])
  await arrived
  await page.reload()
  await page.getByText('Not uploaded. Choose the file again.').waitFor()
  await page.getByRole('button', { name: 'Send details' }).click()
  await page.getByText('Not uploaded. Choose the file again.').waitFor()
  await page.locator('.claim [type=submit][aria-disabled=false]').waitFor()
  expect(await openClaims()).toMatchObject([{ claim: { receipts: [] } }])
  await files.setInputFiles([image])
  await page.getByText('Added').nth(1).waitFor()
  expect(await page.locator('.receipts li').count()).toBe(2)
  await page.getByRole('button', { name: 'Send details' }).click()
  await page.getByRole('button', { name: 'Send details' }).waitFor({ state: 'detached' })
  const [open] = await openClaims()
  expect(open?.claim.receipts.map(({ type }) => type)).toEqual(['application/pdf', 'image/jpeg'])
})

test('the parts of the form are equally far apart', async () => {
  page = await fixture.browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await report()
  const boxes = await page
    .locator('.claim > :not([type=hidden])')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()))
  const gaps = boxes.slice(1).map(({ top }, index) => Math.round(top - boxes[index].bottom))
  expect(new Set(gaps).size).toBe(1)
})

test('without a script the form sends details and receipts, too', async () => {
  page = await fixture.browser.newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })
  await report()
  await page.getByLabel('Receipt or screenshot').setInputFiles([pdf])
  await page.getByLabel('When you sent it').fill('2026-11-20T12:00')
  await page.getByLabel('Your bank').fill('Example Bank')
  await page.getByRole('button', { name: 'Send details' }).click()
  await page.getByRole('button', { name: 'Send details' }).waitFor({ state: 'detached' })
  const [open] = await openClaims()
  expect(open?.claim).toMatchObject({
    content: { amount: '1250.00', bank: 'Example Bank' },
    receipts: [{ type: 'application/pdf' }],
  })
  expect(open?.claim.content?.note).toContain('20 Nov 2026 12:00')
})
