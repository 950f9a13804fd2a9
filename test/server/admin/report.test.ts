import { expect, test } from 'vitest'
import { Report } from '../../../src/contract/index.ts'
import { createHarness, operator } from '../harness.ts'
import { attempt, checkout } from '../store/fixtures.ts'

async function createShop() {
  const shop = createHarness()
  shop.orders.set('1043', { amount: '500.00', currency: 'EUR' })
  shop.orders.set('1044', { amount: '1250.00', currency: 'UAH' })
  const statusOf = async (query: string) => (await shop.get(`/admin/report${query}`, operator)).status
  const read = async (query = '') =>
    Report.parse(await (await shop.get(`/admin/report${query}`, operator)).json())
  const decide = async (n: number, action: string) => {
    await shop.controlOrder(n, { do: action })
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
  const response = await shop.get('/admin/report?format=csv&from=2026-01-01&to=2026-01-01', operator)
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="report-2026-01-01-2026-01-01.csv"',
  )
  const [head, orders, currency, day, ...rest] = (await response.text()).trim().split('\r\n')
  expect(head).toBe(
    'group,name,count,chosen,shown,reportedSent,paid,late,corrected,short,failed,expired,claimed,medianSeconds,p90Seconds,reasons',
  )
  expect(orders).toMatch(/^orders,,1,1,1,0,0,0,0,0,1,0,0,,,[\w-]+ 1$/)
  const beginning = (line = '') => line.split(',').slice(0, 3).join()
  expect([currency, day, ...rest.slice(0, 2)].map(beginning)).toEqual([
    ...['currency,UAH,1', 'day,2026-01-01,1', 'pipeline,p2p,1', 'method,transfer,1'],
  ])
  const hours = rest.filter((line) => line.startsWith('hour,'))
  expect(hours).toHaveLength(24)
  expect([hours.at(0), hours.at(-1)]).toEqual(['hour,0,1,,,,0,,,,,,,,,', 'hour,23,0,,,,0,,,,,,,,,'])
})

test('the report is CSV where that is accepted, unless a format is named', async () => {
  const { shop } = await createShop()
  const typeOf = async (query: string): Promise<string | null> =>
    (await shop.get(`/admin/report${query}`, { ...operator, accept: 'text/csv' })).headers.get('content-type')
  expect(await typeOf('')).toMatch(/^text\/csv/)
  expect(await typeOf('?format=json')).toBe('application/json')
})

test.each([
  ['?from=yesterday', /from/],
  ['?from=2026-01-02&to=2026-01-01', /^to: must not be before `from`$/],
  ['?from=2025-09-23&to=2026-01-01', /^from, to: at most 100 days, both included$/],
  ['?format=xml', /format/],
])('%s is malformed', async (query, detail) => {
  const { shop } = await createShop()
  const response = await shop.get(`/admin/report${query}`, operator)
  const problem = await response.json()
  expect([response.status, problem.code]).toEqual([400, 'malformed'])
  expect(problem.detail).toMatch(detail)
})

test('a report is of one to a hundred days, with each of them', async () => {
  const { read } = await createShop()
  const daysOf = async (query: string) => (await read(query)).byDay.map(({ day }) => day)
  expect(await daysOf('?from=2026-01-01&to=2026-01-01')).toEqual(['2026-01-01'])
  const most = await daysOf('?from=2025-09-24&to=2026-01-01')
  expect([most.length, most[0], most[1], most.at(-1)]).toEqual([
    ...[100, '2025-09-24', '2025-09-25', '2026-01-01'],
  ])
})

test('a day without orders has zeros, and an hour what was opened and paid in it', async () => {
  const { shop, read, decide } = await createShop()
  shop.clock.advance(3_600_000)
  await shop.createCheckout('1042', 'transfer')
  shop.clock.advance(60_000)
  await decide(0, 'pay')
  await shop.createCheckout('1044', 'transfer')
  const { byDay, byHour } = await read('?from=2025-12-31&to=2026-01-01')
  expect(byDay).toMatchObject([
    { day: '2025-12-31', count: 0, paid: 0 },
    { day: '2026-01-01', count: 2, paid: 1 },
  ])
  expect(byHour).toHaveLength(24)
  expect(byHour.slice(0, 3)).toEqual([
    { hour: 0, opened: 0, paid: 0 },
    { hour: 1, opened: 2, paid: 1 },
    { hour: 2, opened: 0, paid: 0 },
  ])
})

test('groups are in the order of their names, whichever came first', async () => {
  const { shop, read } = await createShop()
  const key = { unit: 'order', pipeline: '', method: '' } as const
  shop.store.reportCounts = async () => [
    { key: { ...key, day: '2025-12-31', currency: 'UAH' }, counts: { count: 1 } },
    { key: { ...key, day: '2026-01-01', currency: 'EUR' }, counts: { count: 2 } },
    { key: { ...key, day: '2026-01-01', currency: 'KZT' }, counts: { count: 3 } },
  ]
  const { byCurrency } = await read()
  expect(byCurrency.map(({ currency, count }) => [currency, count])).toEqual([
    ['EUR', 2],
    ['KZT', 3],
    ['UAH', 1],
  ])
})

test('each figure counts what it is named after', async () => {
  const { shop, read } = await createShop()
  const counts = {
    ...{ count: 12, chosen: 11, shown: 10, reportedSent: 9, paid: 8, late: 7, corrected: 6, short: 5 },
    ...{ failed: 4, expired: 3, claimed: 2, 'reason:bank': 1, 'reason:card': 3, 'reason:gone': 0 },
  }
  const key = { day: '2026-01-01', unit: 'order', pipeline: '', method: '', currency: 'UAH' } as const
  shop.store.reportCounts = async () => [{ key, counts }]
  const { orders, byCurrency } = await read()
  expect(orders).toEqual({
    ...{ count: 12, chosen: 11, shown: 10, reportedSent: 9, paid: 8, late: 7, corrected: 6, short: 5 },
    ...{ failed: 4, expired: 3, claimed: 2, reasons: { card: 3, bank: 1 } },
    ...{ medianSeconds: null, p90Seconds: null },
  })
  expect(Object.keys(orders.reasons)).toEqual(['card', 'bank'])
  expect(byCurrency).toEqual([{ currency: 'UAH', ...orders }])
  const csv = await (await shop.get('/admin/report?format=csv', operator)).text()
  expect(csv).toContain('\r\norders,,12,11,10,9,8,7,6,5,4,3,2,,,card 3; bank 1\r\n')
})
