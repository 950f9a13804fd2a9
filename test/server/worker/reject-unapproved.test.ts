import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { bearer, createDesk } from '../admin/operator-shop.ts'
import { typesOf } from '../harness.ts'
import { memoryDatabase } from '../store/sql/memory-database.ts'

const day = 24 * 3600

test('a payout that is approved while retention reads keeps its data', async () => {
  const store = memoryStore()
  let meanwhile = async (): Promise<unknown> => undefined
  const desk = createDesk(
    { payoutApproval: 'always', retentionDays: 30 },
    {
      store: {
        ...store,
        async list(query) {
          const page = await store.list(query)
          if (query.status === 'awaiting_approval' && page.entries.length > 0) await meanwhile()
          return page
        },
      },
    },
  )
  const additionalFields = [{ key: 'cardNumber', value: '4149 6050 1234 5678' }]
  const request = { reference: 'p-1', amount: '10.00', currency: 'UAH', additionalFields }
  await desk.post('/admin/payouts', request, bearer('anna'))
  let approved: Response | undefined
  meanwhile = async () => {
    meanwhile = async () => undefined
    approved = await desk.post('/admin/payouts/p-1/approve', { note: 'late' }, bearer('boris'))
  }
  await desk.advance(31 * day, day)
  expect(approved?.status).toBe(200)
  const payout = await store.entryByRef('payout', 'p-1')
  expect(payout).toMatchObject({ erasedAt: null, approvals: [{ decided: { approved: true, by: 'boris' } }] })
  expect(typesOf(desk)).not.toContain('payout.rejected')
})

test('payouts that nobody approves are rejected in batches, and counted', async () => {
  const desk = createDesk({ payoutApproval: 'always', retentionDays: 30 })
  for (let n = 0; n < 101; n += 1)
    await desk.post(
      '/admin/payouts',
      { reference: `p-${n}`, amount: '10.00', currency: 'UAH' },
      bearer('anna'),
    )
  desk.clock.advance(31 * day * 1000)
  for (let pass = 0; pass < 3; pass += 1) await desk.paypane.reconcile()
  const counts = desk.logs.filter(({ message }) => message === 'unapproved payouts rejected')
  expect(counts.map(({ count }) => count)).toEqual([100, 1])
})

test('payouts that cannot be read hide none that nobody approves', async () => {
  const { store, execute } = await memoryDatabase()
  const desk = createDesk({ payoutApproval: 'always', retentionDays: 30 }, { store })
  for (let n = 0; n < 103; n += 1) {
    const request = { reference: `p-${n}`, amount: '10.00', currency: 'UAH' }
    await desk.post('/admin/payouts', request, bearer('anna'))
    // The newest are read first.
    if (n < 2) desk.clock.advance(1000)
  }
  await desk.post('/admin/payouts/p-1/approve', {}, bearer('boris'))
  await execute(`UPDATE entries SET doc = '{' WHERE ref NOT IN ('p-0', 'p-1')`)
  desk.clock.advance(31 * day * 1000)
  await desk.paypane.reconcile()
  const payout = await store.entryByRef('payout', 'p-0')
  expect(payout?.erasedAt).not.toBeNull()
  expect(desk.logs).toContainEqual(
    expect.objectContaining({ message: 'unapproved payouts rejected', count: 1 }),
  )
  await desk.paypane.close()
})
