import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CheckoutDetail } from '../../../src/contract/index.ts'
import { createHarness, type Harness } from '../../server/harness.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { type ConsoleServer, openConsole, serveConsole, signIn, token } from './console-server.ts'

const chromium = sharedChromium()
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const auth = { authorization: `Bearer ${token}` }
let harness: Harness
let consoleServer: ConsoleServer

beforeAll(async () => {
  harness = createHarness({ paypane: { adminToken: token } })
  consoleServer = await serveConsole(harness)
})
afterAll(async () => {
  await consoleServer.close()
  await harness.paypane.close()
})

/** A failed transfer, whose payer claims that it was sent, with a receipt. */
async function makeClaim(): Promise<string> {
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const detail = CheckoutDetail.parse(await (await harness.get(`/admin/checkouts/${id}`, auth)).json())
  await harness.control(`/orders/${detail.attempts[0]?.externalId}`, { do: 'fail' })
  await harness.drain()
  await harness.paypane.fetch(
    new Request(`http://127.0.0.1:8787/pay/checkouts/${id}/attempts/1/receipts/receipt-1`, {
      method: 'PUT',
      headers: { 'checkout-secret': harness.clientSecrets.get(id) ?? '' },
      body: jpeg,
    }),
  )
  const body = { amount: '1250.00', bank: 'Example Bank', note: '<b>sent</b>', receipts: ['receipt-1'] }
  await harness.post(`/checkouts/${id}/attempts/1/claim`, body)
  return id
}

test('an operator reads a claim, saves its receipt and the case file, and declines it', async () => {
  const id = await makeClaim()
  const { page, consoleErrors } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  await page.getByRole('link', { name: 'Claims 1 wait for a decision' }).click()
  await page.getByRole('heading', { name: 'Order 1042: 1250.00 UAH, failed' }).waitFor()
  await page.getByText('<b>sent</b>').waitFor()

  const save = async (name: string): Promise<[string, Buffer]> => {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const download = await started
    return [download.suggestedFilename(), await readFile(await download.path())]
  }
  const [name, content] = await save('Receipt 1 (JPEG)')
  expect(name).toMatch(/-1\.jpeg$/)
  expect(new Uint8Array(content)).toEqual(jpeg)
  expect((await save('Case file'))[0]).toBe(`case-${id}.zip`)

  await page.getByLabel('For the payer').fill('Please ask your bank.')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('No claim waits for a decision.').waitFor()
  const view = await harness.getCheckout(id)
  expect(view.claim).toMatchObject({
    state: 'declined',
    reason: 'not_received',
    text: 'Please ask your bank.',
  })
  expect(consoleErrors).toEqual([])
})
