import { copyFileSync, readFileSync, truncateSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRandom } from '../../../src/sandbox/random.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { isFull } from '../../support/full.ts'
import { newFolder } from '../../support/new-folder.ts'
import { createHarness, type Harness, typesOf } from '../harness.ts'

const folder = newFolder(afterAll)

/** A store whose disk can be filled, by limiting SQLite's page count. */
function createFillableStore(path: string) {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const store = sqliteStore(path)
  const [db] = exec.mock.contexts
  exec.mockRestore()
  if (!(db instanceof DatabaseSync)) throw new Error('The store opened no database.')
  const pages = () => Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
  return {
    store,
    fill: () => db.exec(`PRAGMA max_page_count = ${pages()}`),
    free: () => db.exec('PRAGMA max_page_count = 1000000'),
  }
}

test('on a full disk nothing is acknowledged or half written; with space again work resumes', async () => {
  const disk = createFillableStore(join(folder, 'full.db'))
  const harness = createHarness({ store: disk.store })
  const { id } = await harness.createCheckout('1042', 'transfer')
  const [order] = harness.sandbox.orders()
  disk.fill()

  // The last page may have room for a few more rows.
  const refused: string[] = []
  for (let n = 0; refused.length === 0; n += 1) {
    harness.orders.set(`big-${n}`, { amount: '1.00', currency: 'UAH' })
    const response = await harness.post('/checkouts', { order: `big-${n}` })
    if (response.status !== 201) refused.push(`big-${n}`)
    if (n > 500) throw new Error('The disk does not fill.')
  }
  expect(harness.logs.at(-1)?.message).toMatch(/full/)
  const before = harness.sandbox.orders().length
  expect((await harness.post('/checkouts', { order: refused[0], method: 'transfer' })).status).toBe(503)
  // A create that cannot be stored is not sent.
  expect(harness.sandbox.orders()).toHaveLength(before)

  const callbacks: number[] = []
  for (let n = 0; callbacks.at(-1) !== 503; n += 1) {
    const { status } = await sendUniqueCallback(harness, order?.externalId ?? '', n)
    callbacks.push(status)
    if (n > 500) throw new Error('The disk does not fill with callbacks.')
  }
  expect(new Set(callbacks)).toEqual(new Set([200, 503]))
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending' })
  await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })

  disk.free()
  await harness.advance(8 * 60, 60)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
  expect(harness.events.filter(({ type }) => type === 'checkout.succeeded')).toHaveLength(1)
  expect((await harness.post('/checkouts', { order: refused[0] })).status).toBe(201)
  await harness.paypane.close()
})

/** Each `n` is another amount with a valid signature, so each callback has to be stored. */
async function sendUniqueCallback(
  harness: ReturnType<typeof createHarness>,
  externalId: string,
  n: number,
): Promise<Response> {
  const { callbackSignature } = await import('../../../src/service/signature.ts')
  const fields = { externalId, status: 'Processing', amount: `${n}.01`, orderType: 'Deposit' }
  const signature = callbackSignature(fields, harness.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? '')
  return await harness.post('/callbacks', fields, { signature })
}

describe('a clock that has jumped', () => {
  const now = Date.now()
  const hour = 3_600_000
  const day = 24 * hour
  const minute = 60_000
  const payout = { reference: 'p-1', amount: '10.00', currency: 'UAH' }
  /**
   * A shop with one open checkout, and the clocks of its machine and of the payments service; null: it cannot be reached, or
   * it `answers` without a date.
   */
  async function openShop(name: string) {
    const clocks = { serviceAt: now as number | null, answers: false, requests: 0 }
    const date = () => {
      clocks.requests += 1
      return clocks.serviceAt === null && !clocks.answers
        ? Promise.reject(new TypeError('fetch failed'))
        : Promise.resolve(clocks.serviceAt)
    }
    const harness = createHarness({ store: sqliteStore(join(folder, name)), paypane: { clock: undefined } })
    const { id } = await harness.createCheckout('1042')
    const restart = (service: Partial<typeof harness.service> = {}) =>
      harness.restart({ service: { ...harness.service, date, ...service }, clock: undefined })
    restart()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(async () => {
      clock.mockRestore()
      elapsed.mockRestore()
      await harness.paypane.close()
    })
    const isExpired = async () => {
      const entry = await harness.store.entry(id)
      return entry?.kind === 'checkout' && entry.expired
    }
    const works = () => harness.paypane.reconcile()
    return { harness, id, clocks, restart, isExpired, works, clock, elapsed }
  }

  test.each([
    ['three hours, as by a machine that keeps local time', 3 * hour],
    ['23 hours', 23 * hour],
    ['three years', 3 * 365 * day],
  ])('by %s: nothing is done, at a start and later', async (name, ahead) => {
    const shop = await openShop(`ahead-${ahead}.db`)
    shop.clock.mockReturnValue(now + ahead)
    for (const start of [() => undefined, () => shop.restart()]) {
      start()
      await expect(shop.works(), name).rejects.toThrow(/that of the payments service at/)
      await expect(shop.harness.paypane.ready()).rejects.toMatchObject({ name: 'ClockError' })
      expect((await shop.harness.get(`/checkouts/${shop.id}`)).status).toBe(503)
    }
    shop.clock.mockReturnValue(now)
    await shop.works()
    shop.clock.mockReturnValue(now + ahead)
    await expect(shop.works()).rejects.toThrow(/that of the payments service at/)
    shop.clock.mockReturnValue(now)
    await shop.works()
    expect(await shop.isExpired()).toBe(false)
  })

  test('is noticed by the next request, also where another process does the work', async () => {
    const shop = await openShop('request.db')
    const statusOf = async () => (await shop.harness.get(`/checkouts/${shop.id}`)).status
    expect(await statusOf()).toBe(200)
    shop.clock.mockReturnValue(now + 3 * day)
    expect([await statusOf(), await statusOf()]).toEqual([503, 503])
    const errors = shop.harness.logs.filter(({ level }) => level === 'error')
    expect(errors).toMatchObject([{ message: expect.stringMatching(/that of the payments service at/) }])
    shop.clock.mockReturnValue(now)
    expect(await statusOf()).toBe(200)
    expect(shop.harness.logs.at(-1)).toMatchObject({ message: 'the failure is over' })
    // A restart may follow a long time without orders; a jump of a running process does not.
    shop.clocks.serviceAt = null
    shop.clock.mockReturnValue(now - 3 * hour)
    expect(await statusOf()).toBe(503)
    shop.elapsed.mockReturnValue(11 * 60_000)
    expect(await statusOf()).toBe(200)
    expect(await shop.isExpired()).toBe(false)
  })

  test('while a create is under way: nothing is stored at a wrong time, and it is looked up', async () => {
    const shop = await openShop('sending.db')
    const { createDeposit } = shop.harness.service
    const { clock } = shop.harness.sandbox
    await clock.advance((now - clock.now()) / 1000)
    shop.restart({
      async createDeposit(...request) {
        const created = await createDeposit(...request)
        shop.clock.mockReturnValue(now - 3 * hour)
        return created
      },
    })
    const start = { method: 'transfer', after: 0 }
    const { status } = await shop.harness.post(`/checkouts/${shop.id}/attempts`, start)
    expect(status).toBe(503)
    const attempts = async () => (await shop.harness.store.entry(shop.id))?.attempts
    expect(await attempts()).toMatchObject([{ state: 'sending', sentAt: now }])
    shop.clock.mockReturnValue(now)
    await shop.harness.paypane.reconcile()
    shop.clock.mockReturnValue(now + 60_000)
    await shop.harness.paypane.reconcile()
    expect(await attempts()).toMatchObject([{ state: 'placed', sentAt: now }])
    expect(shop.harness.sandbox.orders()).toHaveLength(1)
  })

  test('the date of the service is requested at a start, and then only after a jump', async () => {
    const shop = await openShop('asked.db')
    for (const elapsed of [0, minute, 2 * minute]) {
      shop.clock.mockReturnValue(now + elapsed)
      shop.elapsed.mockReturnValue(elapsed)
      await shop.works()
      expect((await shop.harness.get(`/checkouts/${shop.id}`)).status).toBe(200)
    }
    expect(shop.clocks.requests).toBe(1)
    // A start that nothing can confirm, just after the last write.
    shop.clocks.serviceAt = null
    shop.restart()
    await shop.works()
    expect(shop.clocks.requests).toBe(2)
  })

  async function createUnreadable(harness: Harness, path: string): Promise<void> {
    await harness.createCheckout('1042')
    using database = new DatabaseSync(path)
    database.exec("UPDATE entries SET doc = '{}'")
  }

  test.each([
    [0, 'nothing', async () => undefined],
    [1, 'only a payout', (harness: Harness) => harness.paypane.payouts.create(payout)],
    [1, 'only a checkout', (harness: Harness) => harness.createCheckout('1042')],
    [1, 'only a checkout that cannot be read', createUnreadable],
  ] as const)('the date is requested %i times at a start with %s stored', async (times, stored, act) => {
    const path = join(folder, `${stored}.db`)
    const harness = createHarness({ store: sqliteStore(path), paypane: { clock: undefined } })
    onTestFinished(() => harness.paypane.close())
    await act(harness, path)
    const date = vi.fn(async () => Date.now())
    harness.restart({ service: { ...harness.service, date }, clock: undefined })
    await harness.paypane.reconcile()
    expect(date).toHaveBeenCalledTimes(times)
  })

  test('where the service states no date, work waits for ten minutes', async () => {
    const shop = await openShop('no-date.db')
    await shop.works()
    Object.assign(shop.clocks, { serviceAt: null, answers: true })
    const jump = (elapsed: number) => {
      shop.clock.mockReturnValue(now + 3 * day + elapsed)
      shop.elapsed.mockReturnValue(elapsed)
    }
    for (const elapsed of [5 * minute, 14 * minute]) {
      jump(elapsed)
      await expect(shop.works()).rejects.toThrow(/confirms it, or for ten minutes\.$/)
    }
    jump(15 * minute)
    await shop.works()
    expect(await shop.isExpired()).toBe(true)
  })

  test('is right if the payments service confirms it: the machine was asleep', async () => {
    const shop = await openShop('asleep.db')
    await shop.works()
    shop.clocks.serviceAt = now + 3 * day
    shop.clock.mockReturnValue(now + 3 * day)
    await shop.works()
    expect(await shop.isExpired()).toBe(true)
  })

  test('needs nobody to confirm it if as much time has passed', async () => {
    const shop = await openShop('idle.db')
    await shop.works()
    shop.clocks.serviceAt = null
    shop.clock.mockReturnValue(now + 3 * day)
    shop.elapsed.mockReturnValue(3 * day)
    await shop.works()
    expect(await shop.isExpired()).toBe(true)
  })

  test.each([
    [3 * hour, 'ten minutes', false],
    [3 * day, 'until it can', true],
  ])('by %i ms while the service cannot be reached: work waits for %s', async (ahead, _, isEndless) => {
    const shop = await openShop(`unreachable-${ahead}.db`)
    shop.clocks.serviceAt = null
    shop.clock.mockReturnValue(now + ahead)
    await expect(shop.works()).rejects.toThrow(/until the payments service confirms it/)
    expect((await shop.harness.get(`/checkouts/${shop.id}`)).status).toBe(200)
    shop.elapsed.mockReturnValue(11 * 60_000)
    await shop.works().catch((error: unknown) => expect(String(error)).toMatch(/confirms it\.$/))
    expect(await shop.isExpired()).toBe(!isEndless)
    shop.clocks.serviceAt = now + ahead
    await shop.works()
    expect(await shop.isExpired()).toBe(true)
  })
})

test.runIf(isFull)(
  'while another program writes for long nothing is acknowledged, and later all is done',
  async () => {
    const path = join(folder, 'busy.db')
    const harness = createHarness({ store: sqliteStore(path) })
    const { id } = await harness.createCheckout('1042', 'transfer')
    const [order] = harness.sandbox.orders()
    harness.orders.set('1043', { amount: '1250.00', currency: 'UAH' })
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    expect((await harness.post('/checkouts', { order: '1043', method: 'transfer' })).status).toBe(503)
    expect(harness.sandbox.orders()).toHaveLength(1)
    await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })
    expect(JSON.stringify(await harness.control('/deliveries'))).toMatch(/"status":503/)
    expect(JSON.stringify(harness.logs)).toMatch(/database is locked/)
    other.exec('COMMIT')
    other.close()
    await harness.advance(8 * 60, 60)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
    expect(typesOf(harness)).toEqual(['checkout.succeeded'])
    expect((await harness.post('/checkouts', { order: '1043', method: 'transfer' })).status).toBe(201)
    await harness.paypane.close()
  },
)

test('what a machine leaves that dies while it writes is an earlier state, with all that was acknowledged', async () => {
  const path = join(folder, 'torn.db')
  const harness = createHarness({ store: sqliteStore(path) })
  const copy = join(folder, 'copy.db')
  const random = createRandom('torn')
  /** The orders that a copy has whose log ends after `length` bytes. */
  const ordersOf = async (length: number): Promise<string[]> => {
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    truncateSync(`${copy}-wal`, length)
    const store = sqliteStore(copy)
    await store.open()
    const { entries } = await store.list({ kind: 'checkout', limit: 100 })
    for (const { id, attempts } of entries)
      for (const { externalTransactionId } of attempts)
        expect(await store.entryByTransaction(externalTransactionId)).toMatchObject({ id })
    await store.close()
    await Promise.all(['', '-wal', '-shm'].map((suffix) => rm(copy + suffix, { force: true })))
    return entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry.order] : []))
  }
  const acknowledged: string[] = []
  for (let n = 0; n < (isFull ? 20 : 4); n += 1) {
    harness.orders.set(`order-${n}`, { amount: '1250.00', currency: 'UAH' })
    await harness.createCheckout(`order-${n}`, 'transfer')
    acknowledged.push(`order-${n}`)
    const { length } = readFileSync(`${path}-wal`)
    expect((await ordersOf(length)).sort()).toEqual([...acknowledged].sort())
    const torn = await ordersOf(random.int(length))
    expect(acknowledged).toEqual(expect.arrayContaining(torn))
    expect(torn.sort()).toEqual(acknowledged.slice(0, torn.length).sort())
  }
  await harness.paypane.close()
})
