import { source as axe } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../server/world.ts'
import { launchChromium } from '../chromium.ts'
import { builtConsole, type Desk, openConsole, openDesk, signIn, token } from './desk.ts'

const payoutCard = '5375411122223333'
let browser: Browser
let world: World
let desk: Desk
/** Every place of the console by its address, with a text that says it is all there. */
let places: [hash: string, shown: RegExp][]

beforeAll(async () => {
  const [script, launched] = await Promise.all([builtConsole(), launchChromium()])
  browser = launched
  world = createWorld({ paypane: { adminToken: token, reviewAfterMinutes: 5 } })
  desk = await openDesk(world, script)
  places = await lived()
})
afterAll(async () => {
  await browser.close()
  await desk.close()
})

const admin = { authorization: `Bearer ${token}` }
const payOut = (reference: string) =>
  world.post(
    '/admin/payouts',
    {
      ...{ reference, amount: '77.00', currency: 'UAH' },
      additionalFields: [{ key: 'cardNumber', value: payoutCard }],
    },
    admin,
  )
const newest = () => world.sandbox.orders().at(-1)?.externalId
async function ordered(order: string, method: string): Promise<string> {
  world.orders.set(order, { amount: '1250.00', currency: 'UAH' })
  const { id } = await world.pay(order, method)
  await world.settle()
  return id
}

/** A shop's day: paid, failed, contradicted, waiting with live instructions, on the form, never resolved. */
async function lived(): Promise<[string, RegExp][]> {
  const contradicted = await ordered('contradicted', 'transfer')
  await world.lever(`/orders/${newest()}`, { do: 'fail', reason: '4.1.4.63' })
  await world.pass(30, 5)
  await world.post(`/checkouts/${contradicted}/attempts`, { method: 'transfer', after: 1 })
  await world.lever(`/orders/${newest()}`, { do: 'pay' })
  await world.pass(30, 5)
  await world.lever(`/orders/${newest()}`, { do: 'status', status: 'Failed' })
  await world.pass(300, 30)
  await payOut('p-pending')
  await world.settle()
  const waiting = await ordered('waiting', 'transfer')
  const form = await ordered('form', 'form')
  await world.lever('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  await world.lever('/faults', { on: 'payout.create', effect: 'drop-before', times: 1 })
  for (const on of ['deposit.status', 'payout.status'])
    await world.lever('/faults', { on, effect: 'status:503', times: 1000 })
  await payOut('p-unresolved')
  const unresolved = await ordered('unresolved', 'transfer')
  await world.pass(600, 30)
  return [
    ['#/checkouts', /Needs review/],
    ['#/checkouts?status=pending', /waiting/],
    ['#/checkouts?search=nothing', /Nothing has this name/],
    [`#/checkouts/${contradicted}`, /says something else/],
    [`#/checkouts/${waiting}`, /Waiting for/],
    [`#/checkouts/${form}`, /Waiting for/],
    [`#/checkouts/${unresolved}`, /Nobody knows/],
    ['#/checkouts/co_of_nobody', /There is no such checkout/],
    ['#/payouts', /Needs review/],
    ['#/payouts/p-pending', /is working on it/],
    ['#/payouts/p-unresolved', /make no second one/],
    ['#/new-payout', /Additional fields/],
    ['#/balance?currency=UAH', /Payouts in processing/],
  ]
}

/** Goes to each place and, once it is all there, looks at it. */
async function visit(page: Page, look: (hash: string) => Promise<void>): Promise<void> {
  for (const [hash, shown] of places) {
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
    await page.locator('main').getByText(shown).first().waitFor()
    await look(hash)
  }
}

async function faults(page: Page): Promise<unknown> {
  return await page.evaluate(async () => {
    const { violations } = await Reflect.get(globalThis, 'axe').run(document)
    return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => [
      id,
      nodes.map(({ html }) => html),
    ])
  })
}

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'axe finds nothing on any page, %s and %i px wide; nothing sticks out at any width',
  async (colorScheme, width) => {
    const { page, complaints } = await openConsole(browser, desk, {
      colorScheme,
      viewport: { width, height: 900 },
    })
    await page.evaluate(axe)
    expect(await faults(page)).toEqual([])
    await signIn(page, 'wrong')
    await page.getByRole('alert').waitFor()
    expect(await faults(page)).toEqual([])
    await signIn(page)
    await visit(page, async (hash) => {
      expect([hash, await faults(page)]).toEqual([hash, []])
      for (const wide of [1920, 320, width]) {
        await page.setViewportSize({ width: wide, height: 900 })
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect([hash, wide, beyond]).toEqual([hash, wide, 0])
      }
    })
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test('no page and no answer of the admin API holds a card, an account, a form token or a key', async () => {
  const orders = world.sandbox.orders()
  const canaries = [
    payoutCard,
    ...orders.flatMap(({ paymentDetails: details }) => [
      details?.card,
      details?.iban,
      details?.accountNumber,
      details?.number,
      details?.formUrl,
    ]),
    ...Object.entries(world.sandbox.env()).flatMap(([name, value]) => (/KEY/.test(name) ? [value] : [])),
    token,
    'token=',
  ].filter((canary): canary is string => typeof canary === 'string' && canary !== '')
  expect(canaries.length).toBeGreaterThan(10)

  const { page } = await openConsole(browser, desk)
  await signIn(page)
  const seen: string[] = []
  await visit(page, async () => {
    for (const closed of await page.locator('summary').all()) await closed.click()
    seen.push((await page.content()).replaceAll('\u202f', ''))
  })
  expect(seen.join()).toContain('unresolved')
  expect(desk.answers.join()).toContain('p-unresolved')
  const leaked = canaries.filter((canary) => [...seen, ...desk.answers].some((text) => text.includes(canary)))
  expect(leaked).toEqual([])
  await page.context().close()
})
