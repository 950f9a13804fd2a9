import { mkdirSync } from 'node:fs'
import { launchChromium } from '/work/main/test/browser/chromium.ts'
import { builtConsole, openConsole, openDesk, signIn, token } from '/work/main/test/browser/console/desk.ts'
import { createWorld } from '/work/main/test/server/world.ts'

const out = process.argv[2] ?? '/tmp/shots'
mkdirSync(out, { recursive: true })
const world = createWorld({ paypane: { adminToken: token, reviewAfterMinutes: 5 } })
const wish = (ref: string, amount: string) => world.post('/admin/payouts', { reference: ref, amount, currency: 'UAH' }, { authorization: `Bearer ${token}` })
const add = async (ref: string, amount: string, method?: string, cur = 'UAH') => {
  world.orders.set(ref, { amount, currency: cur })
  const v = await world.pay(ref, method)
  world.clock.turn(61_000); await world.sandbox.clock.advance(61)
  await world.settle()
  return v
}
for (let i = 0; i < 12; i++) await add(`${1050 + i}`, `${(i * 377) % 3000 + 100}.00`, i % 4 === 0 ? undefined : i % 4 === 3 ? 'form' : 'transfer')
await add('1100', '99.01', 'transfer'); await add('1101', '1500.05', 'transfer'); await add('1102','250.02','transfer')
// retry story
world.orders.set('1042', { amount: '1250.00', currency: 'UAH' })
const a = await world.pay('1042', 'transfer'); await world.settle()
const ext = () => world.sandbox.orders().at(-1)?.externalId
await world.lever(`/orders/${ext()}`, { do: 'fail', reason: '4.1.4.63' }); await world.pass(30, 5)
const res = await world.post(`/checkouts/${a.id}/attempts`, { method: 'transfer', after: 1 }); 
await world.settle(); await world.lever(`/orders/${ext()}`, { do: 'pay' }); await world.pass(30, 5)
const paidExt = ext()
await world.lever(`/orders/${paidExt}`, { do: 'status', status: 'Failed' }); await world.pass(1200, 60)
// unresolved
world.orders.set('1043', { amount: '12800.50', currency: 'UAH' })
await world.lever('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
await world.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
const b = await world.pay('1043', 'transfer'); await world.pass(600, 30)
await wish('inv-2026-118', '4200.01'); await wish('inv-2026-119', '100.00'); await world.pass(10, 2)
await world.lever('/faults', { on: 'payout.create', effect: 'drop-before', times: 1 })
await world.lever('/faults', { on: 'payout.status', effect: 'status:503', times: 1000 })
await wish('inv-2026-120', '77.00'); await world.pass(600, 30)

const desk = await openDesk(world, await builtConsole())
const browser = await launchChromium()
const hashes: [string, string][] = [['list', '#/checkouts'], ['contradiction', `#/checkouts/${a.id}`], ['unresolved', `#/checkouts/${b.id}`], ['payouts', '#/payouts'], ['payout', '#/payouts/inv-2026-118'], ['new', '#/new-payout'], ['balance', '#/balance?currency=UAH'], ['empty', '#/checkouts?search=nothing']]
for (const [width, scheme] of [[390, 'light'], [1280, 'light'], [1920, 'light'], [1280, 'dark'], [390, 'dark']] as const) {
  const { page, complaints } = await openConsole(browser, desk, { viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: scheme })
  await page.screenshot({ path: `${out}/${width}-${scheme}-door.png` })
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  for (const [name, hash] of hashes) {
    await page.evaluate((h) => { location.hash = h }, hash)
    await page.waitForTimeout(350)
    if (name === 'new') {
      await page.getByLabel('Reference').fill('inv-2026-121'); await page.getByLabel('Amount').fill('12345.60'); await page.getByLabel('Currency key').fill('UAH')
      await page.getByRole('button', { name: 'Add a field' }).click(); await page.getByLabel('Key of field 1').fill('cardNumber'); await page.getByLabel('Value of field 1').fill('4441114455556666')
      await page.screenshot({ path: `${out}/${width}-${scheme}-new.png`, fullPage: true })
      await page.getByRole('button', { name: 'Go on to confirm' }).click()
      await page.screenshot({ path: `${out}/${width}-${scheme}-confirm.png`, fullPage: true })
      continue
    }
    await page.screenshot({ path: `${out}/${width}-${scheme}-${name}.png`, fullPage: true })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (overflow > 0) console.log(width, name, 'overflows by', overflow)
  }
  if (complaints.length) console.log(complaints)
  await page.context().close()
}
await browser.close(); await desk.close()
