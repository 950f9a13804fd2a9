import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { createWorld } from '../world.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypane-full-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A store whose disk can be filled: SQLite takes so many pages, and then says that the disk is full. */
function fillable(path: string) {
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

test('on a full disk nothing is acknowledged or half done, and with room again all goes on', async () => {
  const disk = fillable(join(folder, 'full.db'))
  const world = createWorld({ store: disk.store })
  const { id } = await world.pay('1042', 'transfer')
  const [order] = world.sandbox.orders()
  disk.fill()

  // Until there is truly no room for one more.
  const refused: string[] = []
  for (let n = 0; refused.length === 0; n += 1) {
    world.orders.set(`big-${n}`, { amount: '1.00', currency: 'UAH' })
    const response = await world.post('/checkouts', { order: `big-${n}` })
    if (response.status !== 201) refused.push(`big-${n}`)
    if (n > 500) throw new Error('The disk does not fill.')
  }
  expect(world.logs.at(-1)?.message).toMatch(/full/)
  const before = world.sandbox.orders().length
  expect((await world.post('/checkouts', { order: refused[0], method: 'transfer' })).status).toBe(503)
  // Written ahead, or not sent.
  expect(world.sandbox.orders()).toHaveLength(before)

  const callbacks: number[] = []
  for (let n = 0; callbacks.at(-1) !== 503; n += 1) {
    const { status } = await storm(world, order?.externalId ?? '', n)
    callbacks.push(status)
    if (n > 500) throw new Error('The disk does not fill with callbacks.')
  }
  expect(new Set(callbacks)).toEqual(new Set([200, 503]))
  expect(await world.view(id)).toMatchObject({ status: 'pending' })
  await world.lever(`/orders/${order?.externalId}`, { do: 'pay' })

  disk.free()
  await world.pass(8 * 60, 60)
  expect(await world.view(id)).toMatchObject({ status: 'succeeded' })
  expect(world.events.filter(({ type }) => type === 'checkout.succeeded')).toHaveLength(1)
  expect((await world.post('/checkouts', { order: refused[0] })).status).toBe(201)
  await world.paypane.close()
})

/** Ever new amounts of the same order, each well signed, so that each has to be kept. */
async function storm(
  world: ReturnType<typeof createWorld>,
  externalId: string,
  n: number,
): Promise<Response> {
  const { callbackSignature } = await import('../../../src/service/signature.ts')
  const said = { externalId, status: 'Processing', amount: `${n}.01`, orderType: 'Deposit' }
  const signature = await callbackSignature(said, world.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? '')
  return await world.post('/callbacks', said, { signature })
}
