import { expect, test } from 'vitest'
import { AuditLine } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/index.ts'
import { newId } from '../../../src/server/lib/ids.ts'
import type { Harness } from '../harness.ts'
import { attempt, checkout } from '../store/fixtures.ts'
import { bearer, createDesk } from './operator-shop.ts'

async function audit(desk: Harness, query = ''): Promise<AuditLine[]> {
  const response = await desk.get(`/admin/audit${query}`, bearer('anna'))
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => AuditLine.parse(JSON.parse(line)))
}
const payout = { reference: 'p-1', amount: '150.00', currency: 'UAH' }

test('every act and every read of a person’s data is recorded, in order', async () => {
  const desk = createDesk({
    payoutApproval: 'always',
    clientAddress: (request) => request.headers.get('x-client'),
  })
  const { id } = await desk.createCheckout('1042', 'transfer')
  const from = { 'x-client': '192.0.2.7' }
  await desk.post('/admin/payouts', payout, { ...bearer('clerk'), ...from })
  await desk.get('/admin/payouts/p-1', bearer('boris'))
  await desk.post('/admin/payouts/p-1/approve', { note: 'salary' }, bearer('boris'))
  await desk.get(`/admin/checkouts/${id}`, bearer('anna'))
  await desk.post(
    `/admin/checkouts/${id}/review`,
    { attempt: 1, action: 'recheck', note: 'now' },
    bearer('anna'),
  )
  await desk.post(`/admin/checkouts/${id}/reopen`, {}, bearer('anna'))
  await (await desk.get('/admin/customers/c-7', bearer('anna'))).text()
  await desk.delete('/admin/customers/c-7', bearer('the admin'))
  const lines = await audit(desk)
  expect(
    lines.map(({ seq, operator, action, ref, detail, note }) => [seq, operator, action, ref, detail, note]),
  ).toEqual([
    [1, 'clerk', 'createPayout', 'p-1', '150.00 UAH', null],
    [2, 'boris', 'readPayoutDetail', 'p-1', null, null],
    [3, 'boris', 'approvePayout', 'p-1', null, 'salary'],
    [4, 'anna', 'readCheckoutDetail', id, null, null],
    [5, 'anna', 'reviewCheckout', id, 'attempt 1: recheck', 'now'],
    [6, 'anna', 'reopenCheckout', id, null, null],
    [7, 'anna', 'exportCustomer', 'c-7', null, null],
    [8, 'admin', 'eraseCustomer', 'c-7', null, null],
  ])
  expect(lines[0]).toMatchObject({ address: '192.0.2.7', at: new Date(desk.clock.now()).toISOString() })
})

test('what directs money or leaves the server is recorded', async () => {
  const desk = createDesk({
    orderSecret: 'the secret of a shop, of 32 bytes or more',
    pages: hostedPages({ name: 'Shop' }),
  })
  const id = newId('co')
  await desk.store.insert(checkout({ id, attempts: [attempt({ state: 'succeeded', finalAt: 2000 })] }))
  const act = async (path: string, body: object = {}) => {
    const response = await desk.post(`/admin${path}`, body, bearer('anna'))
    expect(response.ok).toBe(true)
    return await response.json()
  }
  await act(`/checkouts/${id}/link`)
  const { refund } = await act(`/checkouts/${id}/refunds`, { amount: '5.00', note: 'broken' })
  await act(`/checkouts/${id}/refunds/${refund.id}/withdraw`)
  await act('/reconciliation', {
    ...{ from: null, to: '2026-01-01T00:00:00Z', byList: false },
    ...{ compared: 7, unanswered: 0, total: 1, differences: [] },
  })
  for (const path of [`/checkouts/${id}/case?format=text`, '/export?what=payouts'])
    await (await desk.get(`/admin${path}`, bearer('anna'))).text()
  expect((await audit(desk)).map(({ action, ref, detail, note }) => [action, ref, detail, note])).toEqual([
    ['linkCheckout', id, null, null],
    ['createRefund', id, '5.00 UAH', 'broken'],
    ['withdrawRefund', id, refund.id, null],
    ['recordReconciliation', null, '7 compared, 1 difference', null],
    ['readCase', id, 'text', null],
    ['exportCsv', null, 'payouts', null],
  ])
})

test('sending events again is recorded with its time and types', async () => {
  const desk = createDesk()
  await desk.createCheckout('1042', 'transfer')
  await desk.controlOrder(0, { do: 'fail' })
  await desk.drain()
  const [since, until] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
  const types = ['checkout.failed', 'checkout.succeeded']
  await desk.post('/admin/events/resend', { since, until, types }, bearer('anna'))
  await desk.post('/admin/events/resend', { since }, bearer('anna'))
  expect((await audit(desk)).map(({ action, detail }) => [action, detail])).toEqual([
    ['resendEvents', `${since} to ${until}: checkout.failed, checkout.succeeded`],
    ['resendEvents', `${since} to now`],
  ])
})

test('what was refused or changed nothing leaves no record', async () => {
  const desk = createDesk({ payoutApproval: 'always' })
  await desk.post('/admin/payouts', payout, bearer('clerk'))
  await desk.post('/admin/payouts', payout, bearer('anna'))
  await desk.post('/admin/payouts', { ...payout, amount: '1' }, bearer('anna'))
  await desk.post('/admin/payouts/p-1/approve', {}, bearer('the admin'))
  await desk.post('/admin/payouts/p-2/approve', {}, bearer('boris'))
  await desk.get('/admin/checkouts/co_unknown', bearer('anna'))
  await desk.get('/admin/checkouts', bearer('anna'))
  expect(await audit(desk)).toHaveLength(1)
})

test('a screen that stays open is one read every ten minutes', async () => {
  const desk = createDesk()
  const { id } = await desk.createCheckout('1042', 'transfer')
  const read = (who: string) => desk.get(`/admin/checkouts/${id}`, bearer(who))
  for (let times = 0; times < 5; times += 1) await read('anna')
  await read('boris')
  desk.clock.advance(10 * 60_000)
  await read('anna')
  expect((await audit(desk)).map(({ operator }) => operator)).toEqual(['anna', 'boris', 'anna'])
})

test('a read by a clock that was ahead hides none that follow by the right one', async () => {
  const desk = createDesk()
  const { id } = await desk.createCheckout('1042', 'transfer')
  for (const ms of [0, -3_600_000]) {
    desk.clock.advance(ms)
    await desk.get(`/admin/checkouts/${id}`, bearer('anna'))
  }
  expect(await audit(desk)).toHaveLength(2)
})

test('a checkout and a payout of the same name are two reads', async () => {
  const desk = createDesk()
  const { id } = await desk.createCheckout('1042', 'transfer')
  await desk.post('/admin/payouts', { ...payout, reference: id }, bearer('clerk'))
  for (const path of ['checkouts', 'payouts']) await desk.get(`/admin/${path}/${id}`, bearer('boris'))
  expect((await audit(desk)).map(({ action }) => action)).toEqual([
    'createPayout',
    'readCheckoutDetail',
    'readPayoutDetail',
  ])
})

test('each of two checkouts that are read is a record of its own', async () => {
  const desk = createDesk()
  const ids = ['co_1', 'co_2']
  for (const id of ids) await desk.store.insert(checkout({ id }))
  for (const id of ids) await desk.get(`/admin/checkouts/${id}`, bearer('boris'))
  expect((await audit(desk)).map(({ ref }) => ref)).toEqual(ids)
})

test('every export of a customer is a record of its own', async () => {
  const desk = createDesk()
  for (let times = 0; times < 3; times += 1)
    await (await desk.get('/admin/customers/c-7', bearer('anna'))).text()
  expect((await audit(desk)).map(({ action }) => action)).toEqual(Array(3).fill('exportCustomer'))
})

test('the trail is read by time and from a line on', async () => {
  const desk = createDesk()
  const start = desk.clock.now()
  for (const hour of [0, 1, 2, 3]) {
    await desk.post('/admin/payouts', { ...payout, reference: `p-${hour}` }, bearer('anna'))
    desk.clock.advance(3_600_000)
  }
  const at = (hour: number) => new Date(start + hour * 3_600_000).toISOString()
  const seqs = async (query: string) => (await audit(desk, query)).map(({ seq }) => seq)
  expect(await seqs(`?since=${at(1)}&until=${at(3)}`)).toEqual([2, 3])
  expect(await seqs('?after=3')).toEqual([4])
  expect(await seqs('?after=4')).toEqual([])
  for (const query of ['?since=yesterday', '?after=x', '?until=2026'])
    expect((await desk.get(`/admin/audit${query}`, bearer('anna'))).status).toBe(400)
})

test('more than a page of the store is given whole', async () => {
  const desk = createDesk()
  for (let n = 0; n < 1100; n += 1)
    await desk.store.appendAudit({
      at: n,
      operator: 'anna',
      address: null,
      action: 'readCheckoutDetail',
      ref: `co_${n}`,
      detail: null,
      note: null,
    })
  expect((await audit(desk)).map(({ ref }) => ref)).toEqual(Array.from({ length: 1100 }, (_, n) => `co_${n}`))
})

test('data whose read cannot be recorded is not given', async () => {
  const desk = createDesk()
  const { id } = await desk.createCheckout('1042', 'transfer')
  desk.store.appendAudit = () => Promise.reject(new Error('disk full'))
  for (let times = 0; times < 2; times += 1)
    expect((await desk.get(`/admin/checkouts/${id}`, bearer('anna'))).status).toBe(500)
})

test('records go with the personal data, after the retention', async () => {
  const desk = createDesk({ retentionDays: 1 })
  await desk.post('/admin/payouts', payout, bearer('anna'))
  desk.clock.advance(36 * 3_600_000)
  await desk.post('/admin/payouts', { ...payout, reference: 'p-2' }, bearer('anna'))
  await desk.drain()
  expect((await audit(desk)).map(({ seq, ref }) => [seq, ref])).toEqual([[2, 'p-2']])
})
