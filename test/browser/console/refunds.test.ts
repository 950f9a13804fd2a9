import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import { createHarness, type Harness } from '../../server/harness.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { type ConsoleServer, openConsole, serveConsole, signIn, token } from './console-server.ts'

const chromium = sharedChromium()
let harness: Harness
let consoleServer: ConsoleServer

beforeAll(async () => {
  harness = createHarness({ paypane: { adminToken: token, pages: hostedPages({ name: 'Oak & Co' }) } })
  consoleServer = await serveConsole(harness)
})
afterAll(async () => {
  await consoleServer.close()
  await harness.paypane.close()
})

/** An order that a transfer and a form have paid. */
async function payTwice(): Promise<string> {
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
  for (const { externalId } of harness.sandbox.orders())
    await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(60, 5)
  return id
}

test('an operator refunds what was paid twice, to where its payer says', async () => {
  const id = await payTwice()
  const { page, consoleErrors } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  const open = (hash: string) => page.goto(`${page.url().replace(/#.*$/, '')}#/${hash}`)
  await open(`checkouts/${id}`)
  await page.getByText('Refund the surplus', { exact: true }).waitFor()
  await page.getByText(/^1\s250\.00\sUAH of 2\s500\.00\sUAH$/).click()
  expect(await page.getByLabel('Amount in UAH').inputValue()).toBe('1250.00')
  await page.getByLabel('Reason of the refund (recorded)').fill('Paid twice')
  await page.getByRole('button', { name: 'Make a refund link' }).click()
  await page.getByText('waits for the payer to say where it goes').waitFor()
  const url = await page.getByText(/\/pay\/refund\//).textContent()

  const answer = await harness.post(
    new URL(url ?? '').pathname.replace('/pay', ''),
    'fields[accountNumber]=UA213223130000026007233566001',
    { 'content-type': 'application/x-www-form-urlencoded' },
  )
  expect(answer.status).toBe(303)
  await harness.advance(5, 1)
  // A page of what is final reads again half a minute later; another visit reads at once.
  await open('checkouts')
  await open(`checkouts/${id}`)
  await page.getByText('is being paid out').waitFor()
  await harness.control(`/orders/${harness.sandbox.orders().at(-1)?.externalId}`, { do: 'pay' })
  await harness.advance(120, 5)
  await page.getByText(/: refunded\./).waitFor()
  expect(await page.getByText('Refund the surplus', { exact: true }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await page.context().close()
})
