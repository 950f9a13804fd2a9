import { connect, createServer } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { createHarness } from '../harness.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.end())

test('a callback that cannot be stored is acknowledged only when its retry is stored', async () => {
  const store = postgresStore(await postgres.database())
  const harness = createHarness({ store })
  const { id } = await harness.createCheckout('1042', 'transfer')
  const [order] = harness.sandbox.orders()

  await postgres.stop()
  await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })
  const deliveries = JSON.stringify(await harness.control('/deliveries'))
  expect(deliveries).toMatch(/"status":503/)
  await expect(harness.paypane.reconcile()).rejects.toThrow(
    /PostgreSQL cannot be reached: nothing was changed/,
  )
  expect((await harness.get(`/checkouts/${id}`)).status).toBe(503)

  await postgres.start()
  await harness.advance(7 * 60, 7 * 60)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
  expect(harness.events.map(({ type }) => type)).toEqual(['checkout.succeeded'])
  await harness.paypane.close()
})

test('a database that is unreachable at the start is opened once it is reachable', async () => {
  const store = postgresStore(await postgres.database())
  await postgres.stop()
  const harness = createHarness({ store })
  expect((await harness.post('/checkouts', { order: '1042' })).status).toBe(503)
  await expect(harness.paypane.ready()).rejects.toThrow(/cannot be reached/)
  await postgres.start()
  expect((await harness.post('/checkouts', { order: '1042' })).status).toBe(201)
  expect(harness.logs.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/the store could not be opened: DatabaseError: PostgreSQL cannot be reached/),
  )
  await harness.paypane.close()
})

test('connections cut repeatedly under load lose and double nothing', async () => {
  const url = await postgres.database()
  const store = postgresStore(url, { connections: 4 })
  const harness = createHarness({ store })
  const references = Array.from({ length: 12 }, (_, index) => `order-${index}`)
  for (const reference of references) harness.orders.set(reference, { amount: '1250.00', currency: 'UAH' })

  const settled = Promise.allSettled(
    references.map((reference) => harness.createCheckout(reference, 'transfer')),
  )
  for (let cuts = 0; cuts < 10; cuts += 1) {
    await postgres.query(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    )
  }
  await settled
  // The payers return; no order is paid yet.
  for (let turns = 0; turns < 4; turns += 1) {
    await harness.advance(20, 5)
    for (const reference of references) await harness.createCheckout(reference, 'transfer')
  }
  for (const { externalId } of harness.sandbox.orders())
    await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(60, 10)

  for (const reference of references) {
    expect(await harness.createCheckout(reference)).toMatchObject({ status: 'succeeded' })
    const succeeded = harness.events.filter(
      ({ ref, type }) => ref === reference && type === 'checkout.succeeded',
    )
    expect(new Set(succeeded.map(({ id }) => id)).size).toBe(1)
  }
  const entries = (await store.list({ kind: 'checkout', limit: 100 })).entries
  const ours = entries.flatMap(({ attempts }) => attempts.map((attempt) => attempt.externalTransactionId))
  expect(new Set(ours)).toEqual(
    new Set(harness.sandbox.orders().map(({ externalTransactionId }) => externalTransactionId)),
  )
  await harness.paypane.close()
})

test('an entry that changes during pruning stays', async () => {
  const url = await postgres.database()
  const store = postgresStore(url)
  const harness = createHarness({ store })
  const { id } = await harness.createCheckout('1042')
  await postgres.query(url, 'UPDATE entries SET due_at = NULL, updated_at = 1')
  // The deletion has to wait for another process's open transaction.
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN; UPDATE paypane.entries SET version = version + 1, updated_at = 5000, due_at = 1')
  const erased = store.eraseOld({ before: 1000, now: 6000, limit: 10 })
  await expect
    .poll(() => postgres.query(url, `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`))
    .toHaveLength(1)
  await other.query('COMMIT')
  await other.end()
  expect(await erased).toBe(0)
  expect(await store.entry(id)).toMatchObject({ erasedAt: null })
  await harness.paypane.close()
})

test('after a failover that loses the last commits, a cache does not take what was lost for what is stored', async () => {
  const url = await postgres.database()
  const [store, other] = [postgresStore(url), postgresStore(url)]
  const harness = createHarness({ store, paypane: { random: Math.random } })
  const { id } = await harness.createCheckout('1042')
  const [before] = await postgres.query(
    url,
    `SELECT version, page_version, doc FROM entries WHERE id = '${id}'`,
  )
  await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect((await store.entry(id))?.attempts).toMatchObject([{ method: 'transfer' }])

  // The replica that takes over has the entry as it was, and another process changes that.
  await postgres.query(
    url,
    `UPDATE entries SET version = ${before?.['version']}, page_version = ${before?.['page_version']},
     doc = '${String(before?.['doc']).replaceAll("'", "''")}' WHERE id = '${id}';
     DELETE FROM attempts WHERE entry_id = '${id}'`,
  )
  const { paypane } = harness
  harness.restart({ store: other })
  await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect((await other.entry(id))?.attempts).toMatchObject([{ method: 'transfer' }])
  expect(await store.entry(id)).toEqual(await other.entry(id))
  await Promise.all([paypane.close(), harness.paypane.close()])
})

test('with a clock that is wrong nothing is done, until it is right', async () => {
  const store = postgresStore(await postgres.database())
  const harness = createHarness({ store, paypane: { clock: undefined } })
  const { id } = await harness.createCheckout('1042')
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now')
  for (const wrong of [now + 3 * 365 * 86_400_000, now - 3_600_000, 0]) {
    clock.mockReturnValue(wrong)
    await expect(harness.paypane.reconcile()).rejects.toThrow(
      /^The clock of this machine is at .*: nothing is done/,
    )
    expect((await harness.get(`/checkouts/${id}`)).status).toBe(503)
  }
  clock.mockRestore()
  await harness.paypane.reconcile()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'choosing' })
  expect(await store.entry(id)).toMatchObject({ expired: false })
  await harness.paypane.close()
})

test('a change whose commit is not answered is stored once: it is not repeated', async () => {
  const url = new URL(await postgres.database())
  let isAnswered = true
  /** Breaks the connection when the database has committed. */
  const proxy = createServer((client) => {
    const server = connect(Number(url.port), url.hostname)
    let isCommitting = false
    client.on('data', (bytes) => {
      isCommitting = !isAnswered && bytes.includes('COMMIT')
      server.write(bytes)
    })
    server.on('data', (bytes) => (isCommitting ? client.destroy() : client.write(bytes)))
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const proxied = new URL(url)
  proxied.host = `127.0.0.1:${address.port}`
  const store = postgresStore(proxied.href)
  const record = {
    at: 1000,
    operator: 'anna',
    address: null,
    action: 'read',
    ref: 'r',
    detail: null,
    note: null,
  }
  await store.open()
  isAnswered = false
  await expect(store.appendAudit(record)).rejects.toThrow(/interrupted during a commit/)
  isAnswered = true
  expect(await store.auditRecords({ after: 0, limit: 10 })).toHaveLength(1)
  await store.close()
  proxy.close()
})
