import { connect, createServer } from 'node:net'
import { Client, Pool, type PoolClient } from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseError, postgresStore } from '../../../src/server/postgres/index.ts'
import { isFull } from '../../support/full.ts'
import { startPostgres } from '../../support/postgres.ts'
import { createHarness, type Harness, typesOf } from '../harness.ts'

const postgres = await startPostgres()
afterAll(() => postgres.end())

test('a callback that cannot be stored is acknowledged only when its retry is stored', async () => {
  const store = postgresStore(await postgres.database())
  const harness = createHarness({ store })
  const { id } = await harness.createCheckout('1042', 'transfer')

  await postgres.stop()
  await harness.controlOrder(0, { do: 'pay' })
  const deliveries = JSON.stringify(await harness.control('/deliveries'))
  expect(deliveries).toMatch(/"status":503/)
  await expect(harness.paypane.reconcile()).rejects.toThrow(
    /PostgreSQL cannot be reached: nothing was changed/,
  )
  expect((await harness.get(`/checkouts/${id}`)).status).toBe(503)

  await postgres.start()
  await harness.advance(7 * 60, 7 * 60)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
  expect(typesOf(harness)).toEqual(['checkout.succeeded'])
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

test.runIf(isFull)('connections cut repeatedly under load lose and double nothing', async () => {
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

test.each([
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated unexpectedly',
])('a database that hangs is named by what the driver says: %s', (message) => {
  const { message: text, code } = new DatabaseError('unreachable', new Error(message))
  expect(text).toBe(`PostgreSQL cannot be reached: nothing was changed by this (${message}).`)
  expect(code).toBeNull()
})

test('what else has no code may hold values, and is not named', () => {
  const { message } = new DatabaseError('refused', new Error('a value of a row'))
  expect(message).toBe('PostgreSQL refused an operation: nothing was changed by it.')
})

/** An error as `pg` gives it. */
const failure = (code: string): Error => Object.assign(new Error('It has failed.'), { code })

type Query = (...args: unknown[]) => Promise<unknown>
type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void

/** The shop's pool, whose queries `run` sends or not. Its connections end with the test. */
function poolWith(
  url: string,
  /** `send` sends the statement, or another text in its place. */
  run: (sql: string, send: (text?: string) => Promise<unknown>) => Promise<unknown>,
): Pool {
  const pool = new Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  // Not awaited: a test that has failed may not have given every connection back.
  onTestFinished(() => void pool.end())
  const wrapped = new WeakSet<PoolClient>()
  const connect = (callback: Connected): void =>
    pool.connect((error, client, done) => {
      if (client !== undefined && !wrapped.has(client)) {
        wrapped.add(client)
        const query: Query = client.query.bind(client)
        const textOf = (config: unknown): string =>
          typeof config === 'object' && config !== null ? String(Reflect.get(config, 'text')) : String(config)
        Object.assign(client, {
          query: (...args: unknown[]) =>
            run(textOf(args[0]), (text) => (text === undefined ? query(...args) : query(text))),
        })
      }
      callback(error, client, done)
    })
  return Object.assign(Object.create(pool), { connect })
}

/** Whoever gets an error tries again. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === 50) throw error
    }
  }
}

/** Time passes, and what fails in a pass is done in a later one. */
async function passTime(harness: Harness, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    harness.clock.advance(5000)
    await harness.sandbox.clock.advance(5)
    await harness.paypane.reconcile().catch(() => undefined)
  }
}

/** Twelve orders are opened, paid and followed to their end: none is lost, and none is doubled. */
async function payAll(harness: Harness, endFaults: () => void): Promise<void> {
  const references = Array.from({ length: 12 }, (_, index) => `order-${index}`)
  for (const reference of references) harness.orders.set(reference, { amount: '1250.00', currency: 'UAH' })
  const open = (reference: string) => untilDone(() => harness.createCheckout(reference, 'transfer'))
  await Promise.all([...references, ...references].map(open))
  for (let turns = 0; turns < 4; turns += 1) {
    await passTime(harness, 20)
    for (const reference of references) await open(reference)
  }
  const payOrders = async (): Promise<void> => {
    for (const { externalId } of harness.sandbox.orders())
      await harness.control(`/orders/${externalId}`, { do: 'pay' })
  }
  await payOrders()
  await passTime(harness, 60)
  endFaults()
  await harness.advance(8 * 60, 60)
  // An attempt that was stored before may have been sent only now.
  await payOrders()
  await harness.advance(8 * 60, 60)

  const { entries } = await untilDone(async () => harness.store.list({ kind: 'checkout', limit: 100 }))
  expect(entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry.order] : [])).sort()).toEqual(
    [...references].sort(),
  )
  const ours = entries.flatMap(({ attempts }) => attempts)
  const placed = harness.sandbox.orders().map((order) => order.externalTransactionId)
  expect(ours.map((attempt) => attempt.externalTransactionId)).toEqual(expect.arrayContaining(placed))
  // An attempt that was stored and never sent has no order, and counts as nothing.
  for (const { externalTransactionId, state } of ours)
    expect(state === 'succeeded').toBe(placed.includes(externalTransactionId))
  for (const reference of references) {
    expect(await open(reference)).toMatchObject({ status: 'succeeded' })
    const succeeded = harness.events.filter(
      ({ ref, type }) => ref === reference && type === 'checkout.succeeded',
    )
    expect(new Set(succeeded.map(({ id }) => id)).size).toBe(1)
  }
}

test.runIf(isFull).each(['after the database has committed', 'before it has'])(
  'connections that are lost at COMMIT, %s, lose and double nothing',
  async (when) => {
    let commits = 0
    let isCutting = true
    const pool = poolWith(await postgres.database(), async (sql, send) => {
      if (sql !== 'COMMIT' || ++commits % 5 !== 0 || !isCutting) return await send()
      // Without a COMMIT the database rolls back once the connection is gone.
      if (when === 'after the database has committed') await send()
      throw failure('ECONNRESET')
    })
    const store = postgresStore(pool)
    await untilDone(() => store.open())
    const harness = createHarness({ store })
    await payAll(harness, () => {
      isCutting = false
    })
    expect(commits).toBeGreaterThan(50)
    expect(JSON.stringify(harness.logs)).toMatch(/interrupted during a commit/)
    await harness.paypane.close()
  },
)

test('statements that a full disk refuses are not acknowledged, and work resumes once it has space', async () => {
  let isFullDisk = false
  const pool = poolWith(await postgres.database(), async (sql, send) => {
    if (isFullDisk && /\b(INSERT INTO|UPDATE paypane|UPDATE entries|DELETE FROM)\b/.test(sql))
      throw failure('53100')
    return await send()
  })
  const harness = createHarness({ store: postgresStore(pool) })
  const { id } = await harness.createCheckout('1042', 'transfer')
  harness.orders.set('1043', { amount: '1250.00', currency: 'UAH' })
  isFullDisk = true
  expect((await harness.post('/checkouts', { order: '1043', method: 'transfer' })).status).toBe(503)
  // A create that cannot be stored is not sent.
  expect(harness.sandbox.orders()).toHaveLength(1)
  const [order] = harness.sandbox.orders()
  await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })
  expect(JSON.stringify(await harness.control('/deliveries'))).toMatch(/"status":503/)
  isFullDisk = false
  await harness.advance(8 * 60, 60)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
  expect((await harness.post('/checkouts', { order: '1043', method: 'transfer' })).status).toBe(201)
  await harness.paypane.close()
})

test.runIf(isFull)('transactions that cannot be serialized are repeated', async () => {
  const codes = new Set<unknown>()
  const pool = poolWith(await postgres.database(), async (sql, send) => {
    try {
      return await send(sql.startsWith('BEGIN') ? sql.replace('READ COMMITTED', 'SERIALIZABLE') : undefined)
    } catch (error) {
      codes.add(error instanceof Error && Reflect.get(error, 'code'))
      throw error
    }
  })
  const harness = createHarness({ store: postgresStore(pool) })
  await payAll(harness, () => undefined)
  expect(codes).toContain('40001')
  await harness.paypane.close()
})

test('with every connection taken nothing is acknowledged, and nothing lost once one is free', async () => {
  // One of them listens.
  const pool = new Pool({ connectionString: await postgres.database(), max: 2 })
  pool.on('error', () => undefined)
  onTestFinished(() => void pool.end())
  const harness = createHarness({ store: postgresStore(pool) })
  const { id } = await harness.createCheckout('1042', 'transfer')
  const taken = await pool.connect()
  // Only while none is free: a slow machine may need longer for a new one.
  pool.options.connectionTimeoutMillis = 1000
  await harness.controlOrder(0, { do: 'pay' })
  expect(JSON.stringify(await harness.control('/deliveries'))).toMatch(/"status":503/)
  expect((await harness.get(`/checkouts/${id}`)).status).toBe(503)
  pool.options.connectionTimeoutMillis = 0
  taken.release()
  await harness.advance(8 * 60, 60)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
  expect(typesOf(harness)).toEqual(['checkout.succeeded'])
  await harness.paypane.close()
})

test.runIf(isFull)('a statement that waits for too long is given up, and leaves nothing behind', async () => {
  const url = await postgres.database()
  const harness = createHarness({ store: postgresStore(url) })
  const { id } = await harness.createCheckout('1042')
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN; LOCK paypane.attempts IN EXCLUSIVE MODE')
  const start = () => harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect((await start()).status).toBe(503)
  expect(JSON.stringify(harness.logs)).toMatch(/57014/)
  expect(harness.sandbox.orders()).toHaveLength(0)
  await other.query('COMMIT')
  await other.end()
  expect((await start()).status).toBe(200)
  expect(harness.sandbox.orders()).toHaveLength(1)
  await harness.paypane.close()
})

test.each([
  ['a deadlock', '40P01', 'BEFORE UPDATE ON paypane.entries', 'TRIGGER'],
  ['a serialization failure', '40001', 'BEFORE UPDATE ON paypane.entries', 'TRIGGER'],
  [
    'a serialization failure at the commit',
    '40001',
    'AFTER UPDATE ON paypane.entries DEFERRABLE INITIALLY DEFERRED',
    'CONSTRAINT TRIGGER',
  ],
])('%s is tried again by itself, once', async (_, code, when, trigger) => {
  const url = await postgres.database()
  const harness = createHarness({ store: postgresStore(url) })
  const { id } = await harness.createCheckout('1042')
  // A sequence is not rolled back: each third write fails.
  await postgres.query(
    url,
    `CREATE SEQUENCE public.writes;
     CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('public.writes') % 3 = 1 THEN RAISE 'another transaction' USING ERRCODE = '${code}'; END IF;
       RETURN NEW; END $$;
     CREATE ${trigger} fails ${when} FOR EACH ROW EXECUTE FUNCTION public.fail()`,
  )
  expect((await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })).status).toBe(200)
  const orders = harness.sandbox.orders()
  expect(orders).toHaveLength(1)
  await harness.control(`/orders/${orders[0]?.externalId}`, { do: 'pay' })
  await harness.advance(60, 10)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', paid: { value: '1250.00' } })
  expect(typesOf(harness)).toEqual(['checkout.succeeded'])
  const [writes] = await postgres.query(url, `SELECT last_value FROM public.writes`)
  expect(Number(writes?.['last_value'])).toBeGreaterThan(3)
  expect(harness.logs.filter(({ level }) => level === 'error')).toEqual([])
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
  let stored = await other.entry(id)
  let read = await store.entry(id)
  // A write in the background may end between the two reads.
  for (let after = await other.entry(id); after?.version !== stored?.version; after = await other.entry(id)) {
    stored = after
    read = await store.entry(id)
  }
  expect(read).toEqual(stored)
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
      isCommitting = !isAnswered && bytes.includes('COMMIT\0')
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
