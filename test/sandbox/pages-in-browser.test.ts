import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts'
import { listen, type RunningSandbox } from '../../src/sandbox/node/index.ts'
import { sharedChromium } from '../browser/shared-chromium.ts'

const chromium = sharedChromium()
let sandbox: Sandbox
let listening: RunningSandbox
let page: Page
let consoleErrors: string[]
beforeAll(async () => {
  sandbox = createSandbox({ seed: 'screens' })
  listening = await listen(sandbox, { port: 0 })
})
afterAll(() => listening.close())
beforeEach(async () => {
  await fetch(`${listening.url}/_sandbox/reset`, { method: 'POST' })
  page = await chromium.browser.newPage({ viewport: { width: 320, height: 640 } })
  consoleErrors = []
  page.on('console', (message) => consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  return () => page.close()
})

const Placed = z.object({ externalId: z.string() })
let orderCount = 0
async function place(profile: 'p2p' | 'form' | 'token', reference?: string) {
  const env = sandbox.env()
  const host = { p2p: 'core', form: 'init', token: 'token' }[profile]
  const response = await fetch(`${listening.url}/${host}/api/v1/integration/deposit-order/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${env[`PAYMENTS_${profile.toUpperCase()}_KEY`]}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      amount: 1250,
      currency: 'UAH',
      externalTransactionId: `an-order-with-quite-a-long-identifier-${++orderCount}`,
      callbackUrl: `${listening.url}/nobody-listens-here`,
      processingRedirectUrl: `${listening.url}/?processing`,
      failedRedirectUrl: `${listening.url}/?failed`,
      successRedirectUrl: `${listening.url}/?success${reference ? `&order=${reference}` : ''}`,
      additionalFields: [{ key: 'cardStorageToken', value: 'cst_1111_saved' }],
    }),
  })
  const { externalId } = Placed.parse(await response.json())
  return externalId
}

const order = (id: string) => {
  const found = sandbox.orders().find(({ externalId }) => externalId === id)
  if (!found) throw new Error(`no order ${id}`)
  return found
}

/** What axe has against the page, in words. */
async function axeViolations(): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })")
  return violations.map(({ help, nodes }) => `${help}: ${nodes[0]?.html}`)
}

const horizontalOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe('payment pages, on a narrow phone', () => {
  it.each(['p2p', 'form', 'token'] as const)('%s fits, passes axe and logs nothing', async (profile) => {
    await page.goto(order(await place(profile)).formUrl ?? '')
    expect(await horizontalOverflow()).toBe(0)
    expect(await axeViolations()).toEqual([])
    expect(consoleErrors).toEqual([])
  })

  it('the card form is filled in with a number pad, after a mistake with the test cards in sight', async () => {
    const id = await place('form')
    await page.goto(order(id).formUrl ?? '')
    const fontSizes = await page
      .locator('input')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    // iOS zooms into smaller ones.
    expect(Math.min(...fontSizes)).toBeGreaterThanOrEqual(16)
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry').fill('1230')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on the card').fill('Olena Kovalenko')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('This is not one of the test cards below.').waitFor()
    expect(await page.getByText('4111 1111 1111 1111').isVisible()).toBe(true)
    expect(await axeViolations()).toEqual([])
    await page.getByLabel('Card number').fill('4111 1111 1111 1111')
    await page.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(`${listening.url}/?success`)
  })

  it('3-D Secure leads through the bank’s page to the shop', async () => {
    const id = await place('form')
    await page.goto(order(id).formUrl ?? '')
    await page.getByLabel('Card number').fill('4000 0000 0000 3220')
    await page.getByLabel('Expiry').fill('12/30')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on the card').fill('Olena Kovalenko')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.waitForURL(`${listening.url}/?success`)
    expect(order(id).status).toBe('Success')
    expect(consoleErrors).toEqual([])
  })
})

describe('the start page', () => {
  it('shows a new order, pays it, and shows its callbacks', async () => {
    await page.goto(listening.url)
    await page.getByText('No orders yet.').waitFor()
    const id = await place('p2p')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.locator('#orders').getByText('Success', { exact: true }).waitFor()
    await page.locator('#deliveries').getByText('Success', { exact: true }).waitFor()
    expect(order(id).status).toBe('Success')
    expect(await horizontalOverflow()).toBe(0)
    expect(await axeViolations()).toEqual([])
    expect(consoleErrors).toEqual([])
  })

  it('names the shop’s order first, also from an order token, and links orders and callbacks', async () => {
    const token = ['{"alg":"HS256"}', '{"sub":"1043","aud":"return"}', 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
    for (const reference of ['1042', token]) await place('p2p', reference)
    await page.goto(listening.url)
    const cards = page.locator('#orders article')
    await cards.nth(1).waitFor()
    expect(await cards.locator('strong').allTextContents()).toEqual(['Order 1043', 'Order 1042'])
    await cards.nth(1).getByRole('button', { name: 'Pay', exact: true }).click()
    await cards.nth(1).getByRole('link', { name: 'Callback 1' }).click()
    await page.locator('#deliveries article:target').getByRole('link', { name: 'Order 1042' }).click()
    await page.locator('#orders article:target', { hasText: 'Order 1042' }).waitFor()
    expect(await axeViolations()).toEqual([])
    expect(consoleErrors).toEqual([])
  })

  it('leads to the clock and the faults past a long list', async () => {
    for (let count = 0; count < 5; count += 1) await place('p2p')
    await page.goto(listening.url)
    await page.locator('#orders article').nth(4).waitFor()
    const heading = page.getByRole('heading', { name: 'Faults' })
    const isInSight = () =>
      heading.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })
    expect(await isInSight()).toBe(false)
    await page.getByRole('link', { name: 'Faults' }).click()
    await expect.poll(isInSight).toBe(true)
  })

  it('filters orders by reference and status, and asks before it empties the sandbox', async () => {
    await place('p2p')
    const id = await place('form')
    const { externalTransactionId } = order(id)
    await page.goto(listening.url)
    await page.locator('#orders article').nth(1).waitFor()
    await page.getByLabel('Search').fill(externalTransactionId)
    await page.locator('#orders article').nth(1).waitFor({ state: 'detached' })
    expect(await page.locator('#orders').textContent()).toContain(externalTransactionId)
    await page.locator('#filter select').selectOption('Failed')
    await page.getByText('No order matches.').waitFor()
    page.once('dialog', (dialog) => dialog.dismiss())
    await page.getByRole('button', { name: 'Empty the sandbox' }).click()
    expect(sandbox.orders()).toHaveLength(2)
    page.once('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Empty the sandbox' }).click()
    await expect.poll(() => sandbox.orders().length).toBe(0)
    expect(consoleErrors).toEqual([])
  })

  it('keeps the keyboard focus where it is when its cards change', async () => {
    const id = await place('p2p')
    await page.goto(listening.url)
    const card = page.locator(`[id="order-${id}"]`)
    await card.getByRole('button', { name: 'Amount…' }).focus()
    await place('p2p')
    await page.locator('#orders article').nth(1).waitFor()
    const focused = page.locator(':focus')
    expect(await focused.textContent()).toBe('Amount…')
    await card.getByRole('button', { name: 'Pay', exact: true }).focus()
    await page.keyboard.press('Enter')
    await card.getByText('Success', { exact: true }).waitFor()
    expect(await card.locator(':focus').count()).toBe(1)
  })

  it('says that the sandbox does not respond for as long as it does not', async () => {
    await page.goto(listening.url)
    await page.getByText('No orders yet.').waitFor()
    await page.route('**/_sandbox/**', (route) => route.abort())
    await page.getByText('The sandbox is not responding.').waitFor()
    await page.unroute('**/_sandbox/**')
    await page.getByText('The sandbox is not responding.').waitFor({ state: 'hidden' })
  })

  it('without JavaScript says that it needs it, and claims nothing', async () => {
    const context = await chromium.browser.newContext({ javaScriptEnabled: false })
    const bare = await context.newPage()
    await bare.goto(listening.url)
    expect(await bare.locator('noscript p').isVisible()).toBe(true)
    expect(await bare.getByText('No orders yet.').isVisible()).toBe(false)
    await context.close()
  })

  it('advances the clock and adds a fault', async () => {
    await page.goto(listening.url)
    const before = sandbox.clock.now()
    await page.getByRole('button', { name: '+ 1 h' }).click()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('deposit.create: drop-before, 1 time').waitFor()
    expect(sandbox.clock.now() - before).toBeGreaterThanOrEqual(3_600_000)
    expect(consoleErrors).toEqual([])
  })
})
