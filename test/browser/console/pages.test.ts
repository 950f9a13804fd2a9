import { source as axe } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import { operator } from '../../server/admin/operator-shop.ts'
import { sendCallback } from '../../server/callback/send-callback.ts'
import { createHarness, type Harness } from '../../server/harness.ts'
import { inFull } from '../../support/full.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { type ConsoleServer, openConsole, serveConsole, signIn, token } from './console-server.ts'

const payoutCard = '5375411122223333'
const chromium = sharedChromium()
let harness: Harness
let consoleServer: ConsoleServer
/** Every page of the console by its fragment, with a text that shows that it has loaded. */
let routes: [hash: string, shown: RegExp][]

beforeAll(async () => {
  harness = createHarness({
    paypane: {
      ...{ adminToken: token, reviewAfterMinutes: 5, pages: hostedPages({ name: 'Oak & Co' }) },
      ...{ operators: operator('boris', 'read', 'payout:approve'), payoutApproval: { UAH: '1000' } },
      async onEvent({ type }) {
        if (type === 'checkout.failed') throw new Error('answered 500')
      },
    },
  })
  consoleServer = await serveConsole(harness)
  routes = await createScenarios()
})
afterAll(async () => {
  await consoleServer.close()
})

const admin = { authorization: `Bearer ${token}` }
const createPayout = (reference: string, amount = '77.00') =>
  harness.post(
    '/admin/payouts',
    {
      ...{ reference, amount, currency: 'UAH' },
      additionalFields: [{ key: 'cardNumber', value: payoutCard }],
    },
    admin,
  )
const newest = () => harness.sandbox.orders().at(-1)?.externalId
async function createOrder(order: string, method: string): Promise<string> {
  harness.orders.set(order, { amount: '1250.00', currency: 'UAH' })
  const { id } = await harness.createCheckout(order, method)
  await harness.drain()
  return id
}

/** Checkouts and payouts in every state that has its own look. */
async function createScenarios(): Promise<[string, RegExp][]> {
  const contradicted = await createOrder('contradicted', 'transfer')
  await harness.control(`/orders/${newest()}`, { do: 'fail', reason: '4.1.4.63' })
  await harness.advance(30, 5)
  await harness.post(`/checkouts/${contradicted}/attempts`, { method: 'transfer', after: 1 })
  await harness.control(`/orders/${newest()}`, { do: 'pay' })
  await harness.advance(30, 5)
  await harness.control(`/orders/${newest()}`, { do: 'status', status: 'Failed' })
  await harness.advance(300, 30)
  await createPayout('p-pending')
  await createPayout('p-large', '123456.78')
  await harness.drain()
  const waiting = await createOrder('waiting', 'transfer')
  const form = await createOrder('form', 'form')
  const refunded = await createOrder('ORDER-2026-000-long-reference-0042', 'transfer')
  await harness.control(`/orders/${newest()}`, { do: 'pay' })
  await harness.drain()
  await harness.post(`/admin/checkouts/${refunded}/refunds`, { amount: '250.00', note: 'Sent back' }, admin)
  const claimed = await createOrder('claimed', 'transfer')
  await harness.control(`/orders/${newest()}`, { do: 'fail' })
  await harness.drain()
  await harness.post(`/checkouts/${claimed}/attempts/1/claim`, { bank: 'Example Bank' })
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  await harness.control('/faults', { on: 'payout.create', effect: 'drop-before', times: 1 })
  for (const on of ['deposit.status', 'payout.status'])
    await harness.control('/faults', { on, effect: 'status:503', times: 1000 })
  await createPayout('p-unresolved')
  const unresolved = await createOrder('unresolved', 'transfer')
  await sendCallback(harness, { externalId: 'unmatched', status: 'Success', amount: '77.00' })
  await harness.advance(600, 30)
  await recordReconciliation(waiting)
  return [
    ['#/checkouts', /To decide/],
    ['#/checkouts?status=pending', /waiting/],
    ['#/checkouts?search=nothing', /No match\./],
    [`#/checkouts/${contradicted}`, /contradicts its earlier status/],
    [`#/checkouts/${waiting}`, /^••••\d{4}, /],
    [`#/checkouts/${form}`, /Waiting for/],
    [`#/checkouts/${unresolved}`, /Outcome unknown/],
    [`#/checkouts/${refunded}`, /waits for the payer to say where to/],
    [`#/checkouts/${claimed}`, /The payer claims/],
    ['#/checkouts/co_unknown', /Checkout not found/],
    ['#/payouts', /Needs review/],
    ['#/payouts/p-pending', /and is working on it/],
    ['#/payouts/p-large', /one hundred twenty-three thousand/],
    ['#/events', /answered 500/],
    ['#/payouts/p-unresolved', /Do not create a second one/],
    ['#/new-payout', /Pay to/],
    ['#/callbacks', /Signed with the key of/],
    ['#/balance?currency=UAH', /Payouts in processing/],
    ['#/report?from=2026-01-01', /Orders by currency/],
    ['#/audit?from=2026-01-01', /Create payout/],
    ['#/reconciliation', /Another status at the service/],
  ]
}

/** As `paypane reconcile --record`. */
async function recordReconciliation(checkout: string): Promise<void> {
  const ids = {
    externalTransactionId: 'c0a8012e-1f3b-4c5d-8e7f-90a1b2c3d4e5',
    externalId: '0d9c8b7a-6f5e-4d3c-2b1a-0f9e8d7c6b5a',
  }
  const payment = { kind: 'checkout', id: checkout, ref: 'waiting', attempt: 1 }
  await harness.post(
    '/admin/reconciliation',
    {
      ...{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', byList: true },
      ...{ compared: 1000, unanswered: 2, total: 102 },
      differences: [
        { kind: 'status', payment, ...ids, here: 'Processing', there: 'Success' },
        { kind: 'missing here', payment: null, ...ids, here: null, there: 'Success' },
      ],
    },
    admin,
  )
}

/** Opens each page and runs the check once it has loaded. */
async function visit(page: Page, check: (hash: string) => Promise<void>): Promise<void> {
  for (const [hash, shown] of routes) {
    // The page before may have that text, too.
    await page.evaluate(async (to) => {
      const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
      location.hash = to
      await changed
    }, hash)
    await page.locator('main').getByText(shown).first().waitFor()
    // A page may load more than one list.
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    await check(hash)
  }
}

async function axeViolations(page: Page): Promise<unknown> {
  return await page.evaluate(async () => {
    const options = { resultTypes: ['violations'] }
    const { violations } = await Reflect.get(globalThis, 'axe').run(document, options)
    return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => [
      id,
      nodes.map(({ html }) => html),
    ])
  })
}

test.each([['dark', 390], ...inFull(['light', 1280])] as const)(
  'every page passes axe, %s and %i px wide, and never scrolls sideways',
  async (colorScheme, width) => {
    const { page, consoleErrors } = await openConsole(chromium.browser, consoleServer, {
      colorScheme,
      viewport: { width, height: 900 },
    })
    await page.evaluate(axe)
    expect(await axeViolations(page)).toEqual([])
    await signIn(page, 'wrong')
    await page.getByRole('alert').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await signIn(page)
    await visit(page, async (hash) => {
      expect([hash, await axeViolations(page)]).toEqual([hash, []])
      const current = await page.locator('nav [aria-current]').boundingBox()
      expect(current && [hash, current.x >= 0, current.x + current.width <= width]).toEqual([
        hash,
        true,
        true,
      ])
      for (const wide of [1920, 1000, 768, 320, width]) {
        await page.setViewportSize({ width: wide, height: 900 })
        const overflowing = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('td')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 60)}`),
        )
        expect([hash, wide, overflowing]).toEqual([hash, wide, []])
        // iOS zooms into a smaller input, and stays there.
        const fontSizes = await page
          .locator('input, select, textarea')
          .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
        if (wide < 600) expect([hash, wide, Math.min(16, ...fontSizes)]).toEqual([hash, wide, 16])
      }
    })
    expect(consoleErrors).toEqual([])
    await page.context().close()
  },
)

test.each([
  ['checkouts', /claims|report/, 'To decide'],
  ['payouts', /status=awaiting_approval/, 'Awaiting approval'],
  ['events', /status=failing/, 'Failing'],
])('what loads last on the page %s moves nothing that is shown', async (path, last, heading) => {
  const { page } = await openConsole(chromium.browser, consoleServer, {
    viewport: { width: 390, height: 900 },
  })
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await page.route(last, async (route) => {
    await isHeld
    await route.continue()
  })
  const moved = await page.evaluateHandle(() => {
    const found: string[] = []
    const positions = new Map<Element, string>()
    const compare = (): void => {
      for (const one of document.querySelectorAll<HTMLElement>('main :is(input,select,tr), .top nav a')) {
        // The navigation scrolls to its page.
        const { left, top } = one.closest('nav')
          ? { left: one.offsetLeft, top: one.offsetTop }
          : one.getBoundingClientRect()
        const before = positions.get(one) ?? `${left} ${top}`
        if (before !== `${left} ${top}`) found.push(`${one.tagName} ${one.textContent}`)
        positions.set(one, `${left} ${top}`)
      }
      requestAnimationFrame(compare)
    }
    compare()
    return found
  })
  await page.evaluate((to) => {
    location.hash = to
  }, `#/${path}`)
  const others = page.waitForResponse((response) => response.url().includes(`/admin/${path}`))
  await signIn(page)
  await others
  await page.evaluate(async () => {
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame)
  })
  release()
  await page.getByRole('heading', { name: heading }).waitFor()
  await page.getByRole('link', { name: 'Callbacks 1 need review' }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  expect(await moved.jsonValue()).toEqual([])
  await page.context().close()
})

test('on a phone a whole row opens its order, and a name in a table of the report stays in one piece', async () => {
  const { page } = await openConsole(chromium.browser, consoleServer, {
    viewport: { width: 320, height: 900 },
  })
  await signIn(page)
  await page.getByRole('row', { name: /contradicted/ }).click({ position: { x: 200, y: 60 } })
  await page.getByRole('heading', { name: 'Order contradicted' }).waitFor()
  await page.evaluate(() => {
    location.hash = '#/report?from=2026-01-01'
  })
  const lines = await page.getByRole('rowheader', { name: 'transfer' }).evaluate((cell) => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    return text.getClientRects().length
  })
  expect(lines).toBe(1)
  await page.context().close()
})

test('no page and no response of the admin API holds a card, an account, a token or a key', async () => {
  const orders = harness.sandbox.orders()
  const canaries = [
    payoutCard,
    ...orders.flatMap(({ paymentDetails: details }) => [
      details?.card,
      details?.iban,
      details?.accountNumber,
      details?.number,
      details?.formUrl,
    ]),
    ...Object.entries(harness.sandbox.env()).flatMap(([name, value]) => (/KEY/.test(name) ? [value] : [])),
    token,
    'token=',
  ].filter((canary): canary is string => typeof canary === 'string' && canary !== '')
  expect(canaries.length).toBeGreaterThan(10)

  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  const seen: string[] = []
  await visit(page, async () => {
    for (const closed of await page.locator('summary:visible').all()) await closed.click()
    seen.push((await page.content()).replaceAll('\u202f', ''))
  })
  expect(seen.join()).toContain('unresolved')
  expect(consoleServer.responses.join()).toContain('p-unresolved')
  const leaked = canaries.filter((canary) =>
    [...seen, ...consoleServer.responses].some((text) => text.includes(canary)),
  )
  expect(leaked).toEqual([])
  await page.context().close()
})

test('one event, or all since a time, are sent to the shop again', async () => {
  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  await page.getByRole('link', { name: 'Events' }).click()
  const all = page.getByRole('region', { name: 'All, newest first' })
  await all.getByRole('button', { name: /Send again.*payout.needs_review of p-unresolved/ }).click()
  await all.getByText('Not delivered since it was sent again').waitFor()
  await harness.drain()
  await all.getByText('2 tries').click()
  expect(await all.getByRole('listitem').count()).toBe(2)
  await page.getByText('Send all events since a time again').click()
  await page.getByLabel('Since').fill('2026-01-01T00:00')
  await page.getByRole('button', { name: 'Count the events' }).click()
  const send = page.getByRole('button', { name: 'Send 13 events again' })
  await send.waitFor()
  // The count of one time is not offered for another.
  await page.getByLabel('Since').fill('2099-01-01T00:00')
  await page.getByRole('button', { name: 'Count the events' }).click()
  await page.getByText('No events since then.').waitFor()
  await page.getByLabel('Since').fill('2026-01-01T00:00')
  await page.getByRole('button', { name: 'Count the events' }).click()
  await send.click()
  await page.getByText('13 events sent again.').waitFor()

  // Filters apply while they are typed: the page around the list stays as it is.
  const status = page.getByLabel('Status')
  await status.focus()
  await status.press('f')
  await expect.poll(() => page.url()).toContain('status=failing')
  expect(await status.evaluate((select) => document.activeElement === select)).toBe(true)
  await page.getByText('13 events sent again.').waitFor()
  await page.context().close()
})

test('what a reconciliation has found is shown with its task, and looked up again', async () => {
  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  await page.evaluate(() => {
    location.hash = '#/reconciliation'
  })
  const status = page.getByRole('region', { name: 'Another status at the service: waiting' })
  await status.getByRole('button', { name: 'Look it up again' }).click()
  await status.getByText('The lookup is on its way.').waitFor()
  const entry = await harness.store.entryByRef('checkout', 'waiting')
  expect(JSON.stringify(entry?.attempts[0]?.activity)).toContain('Reconciliation: status')
  const missing = page.getByRole('region', { name: 'The service has an order that is not stored here' })
  await missing.getByText('Money may have moved.').waitFor()
  expect(await missing.getByRole('button', { name: 'Look it up again' }).count()).toBe(0)
  await page.getByText('100 more: the command has printed them all.').waitFor()
})

test.each([
  ['report?from=2026-01-01&to=2026-01-31', 'to'],
  ['audit?from=2026-01-01&to=2026-01-31', 'to'],
  ['checkouts?since=2026-01-01&until=2026-01-31', 'until'],
])('a day is typed into its input on the page %s', async (path, parameter) => {
  const { page } = await openConsole(chromium.browser, consoleServer)
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  await page.evaluate((to) => {
    location.hash = to
  }, `#/${path}`)
  const input = page.getByLabel('To', { exact: true })
  await expect.poll(() => input.inputValue()).toBe('2026-01-31')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  const days = await page.evaluateHandle((name) => {
    const seen: (string | null)[] = []
    addEventListener('hashchange', () =>
      seen.push(new URLSearchParams(location.hash.split('?')[1]).get(name)),
    )
    return seen
  }, parameter)
  const dayOfPage = () => new URLSearchParams(page.url().split('?')[1]).get(parameter)

  // On the way there are 31 February and the year 202.
  await input.focus()
  await page.keyboard.type('02022026')
  await expect.poll(dayOfPage).toBe('2026-02-02')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  expect(await input.evaluate((one) => document.activeElement === one)).toBe(true)
  expect(await input.inputValue()).toBe('2026-02-02')
  expect((await days.jsonValue()).filter((day) => !day?.startsWith('2026-'))).toEqual([])

  await page.keyboard.press('Backspace')
  expect(await input.inputValue()).toBe('')
  await page.getByLabel('From', { exact: true }).focus()
  expect(await input.inputValue()).toBe('2026-02-02')
  expect(dayOfPage()).toBe('2026-02-02')
  await page.context().close()
})

test('on a phone a long amount leaves room for a long reference', async () => {
  const order = 'INV-2026-11-20-000000000000000000001042'
  harness.orders.set(order, { amount: '12345678.12', currency: 'USDT_TRC20' })
  await harness.createCheckout(order)
  const { page } = await openConsole(chromium.browser, consoleServer, {
    viewport: { width: 320, height: 700 },
  })
  await signIn(page)
  const row = page.locator('tr', { hasText: order })
  await row.waitFor()
  const [name, amount] = [
    await row.locator('.main').boundingBox(),
    await row.locator('.number').first().boundingBox(),
  ]
  expect(name?.width).toBeGreaterThan(100)
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(amount?.x ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.context().close()
})

test('in forced colors the current page stands out, and the timeline keeps its dots', async () => {
  const { page } = await openConsole(chromium.browser, consoleServer, { forcedColors: 'active' })
  await signIn(page)
  await page.locator('nav [aria-current]').waitFor()
  const borders = await page
    .locator('nav a')
    .evaluateAll((all) =>
      all.map((link) => [
        link.hasAttribute('aria-current'),
        getComputedStyle(link).borderBottomColor === getComputedStyle(document.body).backgroundColor,
      ]),
    )
  for (const [isCurrent, isHidden] of borders) expect(isHidden).toBe(!isCurrent)
  const [order = ''] = routes.map(([hash]) => hash).filter((hash) => hash.startsWith('#/checkouts/'))
  await page.goto(consoleServer.address + order)
  const dot = page.locator('.timeline .at-service i').first()
  await dot.waitFor()
  const [color, surface] = await dot.evaluate((lane) => [
    getComputedStyle(lane, '::after').backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(color).not.toBe(surface)
  await page.context().close()
})
