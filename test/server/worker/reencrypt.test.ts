import { expect, test } from 'vitest'
import { z } from 'zod'
import { RefundLink } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import { generateSealKey, memoryStore } from '../../../src/server/index.ts'
import { type AssociatedData, createSealer } from '../../../src/server/lib/crypto/seal.ts'
import { Checkout, type Entry, Payout, Sealed } from '../../../src/server/rules/model.ts'
import { bearer, createDesk } from '../admin/operator-shop.ts'
import { createHarness } from '../harness.ts'
import { attempt, checkout, payout, refund } from '../store/fixtures.ts'

/** The keys of the sealed texts of an entry. */
const sealed = (value: unknown): string[] => JSON.stringify(value).match(/"1\.[\w-]{8}\./g) ?? []

test('what a retired key has sealed is sealed with the new one, in batches, and counted once', async () => {
  const [before, after] = [generateSealKey(), generateSealKey()]
  const store = memoryStore()
  const asked: (string | null)[] = []
  const shop = createHarness({
    store: {
      ...store,
      async entriesNotSealedBy(prefix, from, limit) {
        asked.push(from)
        return await store.entriesNotSealedBy(prefix, from, Math.min(limit, 100))
      },
    },
    paypane: { sealKey: [before], order: () => ({ amount: '10.00', currency: 'UAH' }) },
  })
  for (let order = 0; order < 101; order += 1) await shop.createCheckout(`order-${order}`)
  const { id } = await shop.createCheckout('pays', 'transfer')
  await shop.drain()
  const stored = await store.entry(id)
  const old = new Set(sealed(stored))
  expect(old.size).toBe(1)

  shop.logs.length = 0
  shop.restart({ sealKey: [after, before] })
  asked.length = 0
  const counts = () =>
    shop.logs.flatMap(({ message, count }) =>
      message === 'checkouts and payouts re-encrypted' ? [count] : [],
    )
  await shop.paypane.reconcile()
  expect(counts()).toEqual([100])
  // There are more, so that the next pass does not wait for a minute.
  await shop.paypane.reconcile()
  expect(counts()).toEqual([100, 2])
  expect(asked[0]).toBe('')
  expect(asked[1]).not.toBe('')
  await shop.paypane.reconcile()
  expect(asked.length).toBe(2)
  const renewed = await store.entry(id)
  expect(sealed(renewed).length).toBe(sealed(stored).length)
  expect(sealed(renewed).some((prefix) => old.has(prefix))).toBe(false)
  expect((await shop.getCheckout(id)).action).toMatchObject({ type: 'transfer' })

  // A minute later, with nothing left.
  shop.clock.advance(60_000)
  await shop.paypane.reconcile()
  expect(counts()).toEqual([100, 2])
})

test('a seal key that is missing is reported by the first pass, once', async () => {
  const [right, wrong] = [generateSealKey(), generateSealKey()]
  const shop = createHarness({ paypane: { sealKey: [right] } })
  const { id } = await shop.createCheckout('1042', 'transfer')
  shop.logs.length = 0
  shop.restart({ sealKey: [wrong] })
  await shop.paypane.reconcile()
  shop.clock.advance(60_000)
  await shop.paypane.reconcile()
  const errors = shop.logs.filter(({ level }) => level === 'error')
  expect(errors).toEqual([
    { level: 'error', message: expect.stringMatching(/not among the seal keys/), checkout: id },
  ])
  shop.logs.length = 0
  shop.restart({ sealKey: [wrong, right] })
  await shop.paypane.reconcile()
  expect(shop.logs.filter(({ level }) => level === 'error')).toEqual([])
})

test('the new key seals what a payer has claimed, and where a refund goes', async () => {
  const [before, after] = [generateSealKey(), generateSealKey()]
  const options = { pages: hostedPages({ name: 'Oak & Co' }), payoutDailyLimit: { UAH: '1' } }
  const desk = createDesk({ ...options, sealKey: [before] })
  const { id } = await desk.createCheckout('1042', 'transfer')
  const pay = (how: 'fail' | 'correct') => desk.controlOrder(0, { do: how })
  await pay('fail')
  await desk.advance(30, 5)
  await desk.post(`/checkouts/${id}/attempts/1/claim`, { bank: 'Bank of the payer' })
  await pay('correct')
  await desk.advance(120, 5)
  const requested = await desk.post(
    `/admin/checkouts/${id}/refunds`,
    { amount: '20.00', note: 'returned' },
    bearer('anna'),
  )
  const { url } = RefundLink.parse(await requested.json())
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const account = 'UA213223130000026007233566001'
  await desk.post(new URL(url).pathname.replace('/pay', ''), `fields[accountNumber]=${account}`, form)
  const sealedParts = async () => {
    const entry = await desk.store.entry(id)
    if (entry?.kind !== 'checkout') throw new Error('The checkout exists.')
    return [entry.attempts[0]?.claims[0]?.content, entry.refunds[0]?.destination].map((text) =>
      sealed([text]),
    )
  }
  const [claim, destination] = await sealedParts()
  expect([claim, destination]).toEqual([[expect.any(String)], claim])

  desk.restart({ ...options, sealKey: [after, before] })
  await desk.drain()
  const renewed = await sealedParts()
  expect(renewed).toEqual([[expect.any(String)], renewed[0]])
  expect(renewed[0]).not.toEqual(claim)

  // Both are read with the new key alone, and the refund is paid once the limit of a day has room for it.
  desk.restart({ ...options, payoutDailyLimit: { UAH: '20' }, sealKey: [after] })
  await desk.advance(1200, 60)
  expect(desk.sandbox.orders().map(({ amount }) => amount)).toContain('20.00')
  const detail = await (await desk.get(`/admin/checkouts/${id}`, bearer('anna'))).text()
  expect(detail).toContain('Bank of the payer')
})

/** The paths of the sealed members of a schema, such as `attempts.body`. */
function sealedPaths(schema: unknown, path: readonly string[] = []): string[] {
  if (schema === Sealed) return [path.join('.')]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return sealedPaths(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return sealedPaths(schema.element, path)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) => sealedPaths(member, [...path, name]))
}

type Seal = (associatedData: AssociatedData) => Promise<string>
const entry = 'e-1'
const externalTransactionId = 'tx-1'
/** For each sealed member an entry where nothing else is sealed. */
const sealedEntries: Record<string, (seal: Seal) => Promise<Entry>> = {
  async 'attempts.body'(seal) {
    const body = await seal({ purpose: 'body', entry, externalTransactionId })
    return checkout({ id: entry, attempts: [attempt({ externalTransactionId, body })] })
  },
  async 'attempts.paymentDetails'(seal) {
    const paymentDetails = await seal({ purpose: 'paymentDetails', entry, externalTransactionId })
    return checkout({ id: entry, attempts: [attempt({ externalTransactionId, paymentDetails })] })
  },
  async 'attempts.claims.content'(seal) {
    const content = await seal({ purpose: 'claim', entry, claim: 'C-1' })
    const claims = [{ number: 'C-1', at: 1000, content, receipts: [], resolved: null }]
    return checkout({ id: entry, attempts: [attempt({ claims })] })
  },
  terms: async (seal) => checkout({ id: entry, terms: await seal({ purpose: 'terms', entry }) }),
  async 'refunds.destination'(seal) {
    const destination = await seal({ purpose: 'refund', entry, refund: 'r-1' })
    return checkout({ id: entry, refunds: [refund({ destination })] })
  },
  async 'request.body'(seal) {
    const body = await seal({ purpose: 'body', entry, externalTransactionId })
    return payout({ id: entry, request: { externalTransactionId, pipeline: 'payout', body } })
  },
}

test.each([...new Set([Checkout, Payout].flatMap((schema) => sealedPaths(schema)))])(
  'what a retired key has sealed in %s alone is found and re-encrypted',
  async (path) => {
    const [before, after] = [generateSealKey(), generateSealKey()]
    const sealer = createSealer(before)
    const stored = await sealedEntries[path]?.((associatedData) => sealer.encrypt(associatedData, 'text'))
    if (stored === undefined) throw new Error(`There is no entry with ${path}.`)
    const shop = createHarness({ paypane: { sealKey: [after, before] } })
    await shop.store.insert(stored)
    await shop.paypane.reconcile()
    const prefix = await createSealer(after).currentPrefix()
    expect(sealed(await shop.store.entry(entry))).toEqual([`"${prefix}.`])
  },
)
