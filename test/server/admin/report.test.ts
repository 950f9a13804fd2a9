import { expect, test } from 'vitest'
import { Report } from '../../../src/contract/index.ts'
import { createHarness } from '../harness.ts'
import { attempt, checkout } from '../store/fixtures.ts'

const admin = { authorization: 'Bearer the operator' }

async function createShop() {
  const shop = createHarness({ paypane: { adminToken: 'the operator' } })
  shop.orders.set('1043', { amount: '500.00', currency: 'EUR' })
  shop.orders.set('1044', { amount: '1250.00', currency: 'UAH' })
  const statusOf = async (query: string) => (await shop.get(`/admin/report${query}`, admin)).status
  const read = async (query = '') =>
    Report.parse(await (await shop.get(`/admin/report${query}`, admin)).json())
  const decide = async (n: number, action: string) => {
    await shop.control(`/orders/${shop.sandbox.orders()[n]?.externalId}`, { do: action })
    await shop.advance(60, 5)
  }
  return { shop, read, decide, statusOf }
}

test('the report has what became of the orders, by currency, day, hour, pipeline and method', async () => {
  const { shop, read, decide } = await createShop()
  await shop.createCheckout('1042', 'transfer')
  await decide(0, 'fail')
  expect((await read()).orders).toMatchObject({ count: 1, shown: 1, paid: 0, failed: 1 })
  await decide(0, 'correct')
  await shop.createCheckout('1043', 'form')
  await shop.createCheckout('1044')
  await shop.advance(7200, 600)
  const report = await read()
  expect(report).toMatchObject({ from: '2025-12-03', to: '2026-01-01' })
  const { medianSeconds, ...orders } = report.orders
  expect(orders).toMatchObject({
    count: 3,
    chosen: 2,
    shown: 2,
    paid: 1,
    corrected: 1,
    failed: 0,
    expired: 2,
  })
  expect(medianSeconds).toBeGreaterThan(0)
  expect(report.byCurrency.map(({ currency, count, paid }) => [currency, count, paid])).toEqual([
    ['EUR', 1, 0],
    ['UAH', 2, 1],
  ])
  expect(report.byDay).toHaveLength(30)
  expect(report.byDay.at(-1)).toMatchObject({ day: '2026-01-01', count: 3 })
  expect(report.byHour[0]).toEqual({ hour: 0, opened: 3, paid: 1 })
  expect(report.byPipeline.map(({ pipeline, count, expired }) => [pipeline, count, expired])).toEqual([
    ['form', 1, 1],
    ['p2p', 1, 0],
  ])
  expect(report.byMethod.map(({ method, paid }) => [method, paid])).toEqual([
    ['form', 0],
    ['transfer', 1],
  ])
})

test('nine of ten payments were faster than the second of the two times', async () => {
  const { shop, read } = await createShop()
  for (const seconds of [10, 20, 30, 40, 50, 60, 70, 80, 90, 3600])
    await shop.store.insert(
      checkout({ attempts: [attempt({ state: 'succeeded', finalAt: 1000 + seconds * 1000 })] }),
    )
  const { medianSeconds, p90Seconds } = (await read('?from=1970-01-01&to=1970-01-01')).orders
  expect(medianSeconds).toBeLessThan(60)
  expect(p90Seconds).toBeGreaterThan(80)
})

test('the report as CSV has a row for each group, and the reasons of failures', async () => {
  const { shop, decide } = await createShop()
  await shop.createCheckout('1042', 'transfer')
  await decide(0, 'fail')
  const response = await shop.get('/admin/report?format=csv&from=2026-01-01&to=2026-01-01', admin)
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="report-2026-01-01-2026-01-01.csv"',
  )
  const [head, orders, currency, day, ...rest] = (await response.text()).trim().split('\r\n')
  expect(head).toBe(
    'group,name,count,chosen,shown,reportedSent,paid,late,corrected,short,failed,expired,claimed,medianSeconds,p90Seconds,reasons',
  )
  expect(orders).toMatch(/^orders,,1,1,1,0,0,0,0,0,1,0,0,,,[\w-]+ 1$/)
  expect([currency, day].map((line) => line?.split(',').slice(0, 3).join())).toEqual([
    'currency,UAH,1',
    'day,2026-01-01,1',
  ])
  const hours = rest.filter((line) => line.startsWith('hour,'))
  expect(hours).toHaveLength(24)
  expect([hours.at(0), hours.at(-1)]).toEqual(['hour,0,1,,,,0,,,,,,,,,', 'hour,23,0,,,,0,,,,,,,,,'])
})

test('the report is CSV where that is accepted, unless a format is named', async () => {
  const { shop } = await createShop()
  const typeOf = async (query: string): Promise<string | null> =>
    (await shop.get(`/admin/report${query}`, { ...admin, accept: 'text/csv' })).headers.get('content-type')
  expect(await typeOf('')).toMatch(/^text\/csv/)
  expect(await typeOf('?format=json')).toBe('application/json')
})

test.each([
  '?from=yesterday',
  '?from=2026-01-02&to=2026-01-01',
  '?from=2025-09-01&to=2026-01-01',
  '?format=xml',
])('%s is malformed', async (query) => {
  const { statusOf } = await createShop()
  expect(await statusOf(query)).toBe(400)
})
