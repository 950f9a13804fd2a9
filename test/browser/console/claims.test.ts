import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { CheckoutDetail } from '../../../src/contract/index.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { openConsole, sharedShop, signIn, token } from './console-server.ts'

const chromium = sharedChromium()
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const auth = { authorization: `Bearer ${token}` }
const shop = sharedShop()

/** A failed transfer, whose payer claims that it was sent, with a receipt. */
async function makeClaim(): Promise<string> {
  const { id } = await shop.harness.createCheckout('1042', 'transfer')
  await shop.harness.drain()
  const detail = CheckoutDetail.parse(await (await shop.harness.get(`/admin/checkouts/${id}`, auth)).json())
  await shop.harness.control(`/orders/${detail.attempts[0]?.externalId}`, { do: 'fail' })
  await shop.harness.drain()
  await shop.harness.paypane.fetch(
    new Request(`http://127.0.0.1:8787/pay/checkouts/${id}/attempts/1/receipts/receipt-1`, {
      method: 'PUT',
      headers: { 'checkout-secret': shop.harness.clientSecrets.get(id) ?? '' },
      body: jpeg,
    }),
  )
  const body = { amount: '1250.00', bank: 'Example Bank', note: '<b>sent</b>', receipts: ['receipt-1'] }
  await shop.harness.post(`/checkouts/${id}/attempts/1/claim`, body)
  return id
}

test('an operator reads a claim, saves its receipt and the case file, and declines it', async () => {
  const id = await makeClaim()
  const { page, consoleErrors } = await openConsole(chromium.browser, shop.server)
  await signIn(page)
  await page.getByRole('link', { name: 'Checkouts 1 wait for a decision' }).waitFor()
  const waiting = page.getByRole('region', { name: /To decide/ })
  await waiting.getByText('The payer claims that the money was sent').waitFor()
  await waiting.getByRole('link', { name: '1042' }).click()
  await page.getByRole('heading', { name: 'The payer claims that the money was sent' }).waitFor()
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
  await page.getByRole('button', { name: 'Decline' }).waitFor({ state: 'detached' })
  const view = await shop.harness.getCheckout(id)
  expect(view.claim).toMatchObject({
    state: 'declined',
    reason: 'not_received',
    text: 'Please ask your bank.',
  })
  expect(consoleErrors).toEqual([])
})

test('an order that was paid twice says what to refund, and is counted until it is acknowledged', async () => {
  const { harness } = shop
  harness.orders.set('1043', { amount: '500.00', currency: 'UAH' })
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  await harness.createCheckout('1043', 'transfer')
  await harness.drain()
  for (const { externalId } of harness.sandbox.orders().slice(-2).reverse()) {
    await harness.control(`/orders/${externalId}`, { do: 'pay' })
    await harness.advance(30, 5)
  }
  const { page } = await openConsole(chromium.browser, shop.server)
  await signIn(page)
  await page.getByLabel('Paid twice only').check()
  await page
    .getByRole('region', { name: /Needs review/ })
    .getByText('paid twice')
    .waitFor()
  await page.getByRole('link', { name: 'Checkouts 1 wait for a decision' }).waitFor()
  await page.getByRole('link', { name: '1043' }).click()
  await page
    .getByText(/^Paid twice: 1.000\.00.UAH received, 500\.00.UAH requested: refund 500\.00.UAH/)
    .waitFor()
  await page.getByRole('region', { name: 'To refund' }).waitFor()
  await page.getByRole('radio', { name: /^Acknowledge/ }).check()
  await page
    .getByRole('region', { name: /^Attempt/ })
    .first()
    .getByLabel('Reason')
    .fill('Sent back by bank transfer.')
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('link', { name: 'Checkouts', exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Checkouts 1 wait for a decision' }).waitFor({ state: 'detached' })
})
