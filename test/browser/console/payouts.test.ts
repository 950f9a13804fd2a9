import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, operator } from '../../server/admin/operator-shop.ts'
import { createHarness, type Harness } from '../../server/harness.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { type ConsoleServer, openConsole, serveConsole, signIn, token } from './console-server.ts'

const chromium = sharedChromium()
let harness: Harness
let consoleServer: ConsoleServer
const card = '4441114455556660'

beforeAll(async () => {
  harness = createHarness({
    paypane: {
      adminToken: token,
      operators: {
        ...operator('clerk', 'read', 'payout:create', 'payout:approve'),
        ...operator('boris', 'read', 'payout:approve'),
        ...operator('reader', 'read'),
      },
      payoutApproval: { UAH: '10000' },
    },
  })
  consoleServer = await serveConsole(harness)
})
afterAll(async () => {
  await consoleServer.close()
})

const creates = (): number => harness.serviceRequests.filter((line) => line.startsWith('POST')).length

/** The responses to what a page writes from now on. */
function writesOf(page: Page): Promise<Response | null>[] {
  const responses: Promise<Response | null>[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') responses.push(request.response())
  })
  return responses
}

/** A page wrote once, and the service received `count` creates: also once all that was sent is answered, and no work is due. */
async function expectOneWrite(writes: readonly Promise<Response | null>[], count: number): Promise<void> {
  await Promise.all(writes)
  await harness.drain()
  expect([writes.length, creates()]).toEqual([1, count])
}

async function fillPayoutForm(reference: string, amount = '1250.50', as = token): Promise<Page> {
  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page, as)
  await page.getByRole('link', { name: 'Payouts' }).click()
  await page.getByRole('link', { name: 'Make a payout' }).click()
  await page.getByLabel('Reference').fill(reference)
  await page.getByLabel('Amount').fill(amount)
  await page.getByLabel('Currency key').fill('UAH')
  return page
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const createPayout = (page: Page) => page.getByRole('button', { name: /^Pay out 1/ })

test('a payout is confirmed with its amount in words, and a double click creates it once', async () => {
  const before = creates()
  const page = await fillPayoutForm('p-double')
  await page.getByLabel('Card number').fill(card)
  await confirm(page)
  await page.getByText('one thousand two hundred fifty and 50/100 UAH').waitFor()
  await page.getByText('4441 1144 5555 6660').waitFor()
  expect(creates()).toBe(before)

  const writes = writesOf(page)
  await createPayout(page).dblclick()
  await page.getByRole('heading', { name: 'Payout p-double' }).waitFor()
  await page.getByText('is working on it').waitFor()
  await expectOneWrite(writes, before + 1)
  const order = harness.sandbox.orders().at(-1)
  await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })
  await harness.drain()
  await page.getByText(/^Paid out: 1.250\.50.UAH\.$/).waitFor()
  expect(creates()).toBe(before + 1)
  await page.context().close()
})

test('the form refuses what is not an amount', async () => {
  const page = await fillPayoutForm('p-wrong')
  for (const amount of ['', '0.00', '12,50', '-1', '1e3']) {
    await page.getByLabel('Amount').fill(amount)
    await confirm(page)
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('greater than 0')
    expect(await page.getByRole('heading', { name: 'Make a payout' }).count()).toBe(1)
  }
  await page.getByLabel('Amount').fill('1.00')
  await confirm(page)
  await page.getByRole('heading', { name: 'Confirm the payout' }).waitFor()
  await page.context().close()
})

test('a payout above the limit is sent once another operator has approved it', async () => {
  const before = creates()
  const clerk = await fillPayoutForm('p-large', '12500.50', 'clerk')
  await clerk.getByLabel('Card number').fill(card)
  await confirm(clerk)
  await createPayout(clerk).click()
  await clerk.getByText('You requested this: another operator has to decide.').waitFor()
  expect(await clerk.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0)
  await clerk.context().close()
  expect(creates()).toBe(before)

  const { page: boris } = await openConsole(chromium.browser, consoleServer)
  await signIn(boris, 'boris')
  await boris.getByRole('banner').getByText('boris').waitFor()
  await boris.getByRole('link', { name: 'Payouts 1 need review or approval' }).click()
  const waiting = boris.getByRole('region', { name: 'Awaiting approval' }).getByRole('link')
  await waiting.waitFor()
  expect(await boris.getByRole('link', { name: 'Make a payout' }).count()).toBe(0)
  await waiting.click()
  const approval = boris.getByRole('region', { name: 'Awaits approval' })
  await approval.getByText('twelve thousand five hundred and 50/100 UAH').waitFor()
  await approval.getByText('Card number ••••6660').waitFor()
  await approval.getByRole('link', { name: 'p-double' }).waitFor()
  await approval.getByRole('button', { name: 'Reject' }).waitFor()
  const writes = writesOf(boris)
  await approval.getByRole('button', { name: /^Approve 12.500\.50.UAH$/ }).dblclick()
  await boris.getByText('The payout was approved by boris.').waitFor()
  await expectOneWrite(writes, before + 1)
  await boris.context().close()
})

/** The page of a payout that awaits boris. Its first read is answered, and none after it until `allowReads`. */
async function openStaleApproval(reference: string) {
  const clerk = await fillPayoutForm(reference, '12500.51', 'clerk')
  await confirm(clerk)
  await createPayout(clerk).click()
  await clerk.getByText('You requested this').waitFor()
  await clerk.context().close()
  const { page } = await openConsole(chromium.browser, consoleServer)
  const details = `**/pay/admin/payouts/${reference}`
  let allowedReads = 1
  await page.route(details, (route) => (allowedReads-- > 0 ? route.continue() : route.abort()))
  await signIn(page, 'boris')
  await page.getByRole('link', { name: /^Payouts/ }).click()
  await page.getByRole('link', { name: reference }).click()
  const approve = page.getByRole('button', { name: /^Approve/ })
  await approve.waitFor()
  const allowReads = () => {
    allowedReads = Number.POSITIVE_INFINITY
  }
  return { page, approve, details, allowReads }
}

test('a decision that another operator has anticipated is reported beside the one that was recorded', async () => {
  const { page, approve, details, allowReads } = await openStaleApproval('p-anticipated')
  const before = creates()
  const note = { note: 'on the phone' }
  const rejected = await harness.post('/admin/payouts/p-anticipated/reject', note, bearer('boris'))
  expect(rejected.status).toBe(200)
  // Not before the decision is sent: the page also reads by itself, and its form would be gone.
  await page.route(`${details}/approve`, async (route) => {
    const response = await route.fetch()
    allowReads()
    await route.fulfill({ response })
  })
  await approve.click()
  await page.getByText('Your decision was not recorded.').waitFor()
  await page.getByText('Nothing was sent, and nothing will be.').waitFor()
  expect(await approve.count()).toBe(0)
  expect(creates()).toBe(before)
  await page.context().close()
})

test('after a lost response to an approval the page does not go on saying that nothing was sent', async () => {
  const { page, approve, details, allowReads } = await openStaleApproval('p-approval-lost')
  await page.route(
    `${details}/approve`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await approve.click()
  await page.getByText('Your decision may have been recorded').waitFor()
  allowReads()
  const approved = page.getByText('The payout was approved by boris.')
  // The page also reads again by itself, and has no such button then.
  await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), approved.waitFor()])
  await approved.waitFor()
  expect(await page.getByText('Nothing was sent').count()).toBe(0)
  await page.context().close()
})

test('an operator who may only read is offered no act', async () => {
  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page, 'reader')
  await page.getByRole('link', { name: 'Payouts' }).click()
  await page.getByRole('link', { name: 'p-double', exact: true }).click()
  await page.getByRole('region', { name: 'Attempt 1' }).waitFor()
  expect(await page.getByRole('button', { name: /^(?!Copy|Sign out)/ }).count()).toBe(0)
  expect(await page.locator('summary:visible').allTextContents()).toEqual([
    '2 steps before',
    expect.stringMatching(/^Callbacks of the service/),
    expect.stringMatching(/^Events sent to the shop/),
  ])
  await page.context().close()
})

test('the message about a missing reference goes once one is entered', async () => {
  const page = await fillPayoutForm('')
  await confirm(page)
  await page.getByText('Enter a reference.').waitFor()
  await page.getByLabel('Reference').fill('p-given')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.context().close()
})

test('a repeated reference shows the existing payout; with other content it is refused', async () => {
  const first = await fillPayoutForm('p-again')
  await confirm(first)
  await createPayout(first).click()
  await first.getByText('is working on it').waitFor()
  await first.context().close()
  const before = creates()

  const again = await fillPayoutForm('p-again')
  await confirm(again)
  await createPayout(again).click()
  await again.getByText('no second one was created').waitFor()
  await again.context().close()

  const other = await fillPayoutForm('p-again', '1250.51')
  await confirm(other)
  await createPayout(other).click()
  await expect.poll(() => other.getByRole('alert').textContent()).toContain('other content exists')
  await other.getByRole('button', { name: 'Change' }).click()
  expect(await other.getByLabel('Amount').inputValue()).toBe('1250.51')
  expect(creates()).toBe(before)
  await other.context().close()
})

test('after a lost response the outcome is unknown, and pressing again creates no second one', async () => {
  const before = creates()
  const page = await fillPayoutForm('p-lost')
  await confirm(page)
  // The server gets the request; the response is lost.
  await page.route(
    '**/pay/admin/payouts',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await createPayout(page).click()
  await page.getByText('The outcome is unknown.').waitFor()
  expect(creates()).toBe(before + 1)
  await createPayout(page).click()
  await page.getByText('no second one was created').waitFor()
  expect(creates()).toBe(before + 1)
  await page.context().close()
})

test('the balance shows the figures of every pipeline, or the error of one', async () => {
  await harness.createCheckout('1042')
  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  await page.getByRole('link', { name: 'Balance' }).click()
  // At once in the currencies of the orders.
  await expect.poll(() => page.locator('.balance-fields').count()).toBe(4)
  await harness.control('/faults', { on: 'balance', effect: 'status:503', times: 1 })
  await page.getByLabel('Currency key').fill('UAH')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => page.locator('.balance-fields').count()).toBe(3)
  await page.getByText('The balance is unknown').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.locator('.balance-fields').count()).toBe(4)
  const figures = page.getByRole('region', { name: 'Pipeline payout' }).locator('.field-row')
  expect(await figures.count()).toBe(6)
  await page.context().close()
})
