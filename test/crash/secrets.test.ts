import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CheckoutView } from '../../src/contract/index.ts'
import { signOrder } from '../../src/server/index.ts'
import { isFull } from '../support/full.ts'
import { newFolder } from '../support/new-folder.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Running, startMerchant, startSandbox } from '../support/processes.ts'
import { control, shortTimeouts, startEventReceiver, waitFor } from './shop.ts'

const folder = newFolder(afterAll)
const postgres = await startPostgres()
afterAll(() => postgres.end())

const secretSettings = {
  SEAL_KEY: Buffer.from('a canary of thirty-two bytes, ok').toString('base64'),
  ADMIN_TOKEN: 'canary-admin-token',
  EVENTS_SECRET: 'canary-events-secret',
  SHOP_SECRET: 'canary-shop-secret of thirty-two bytes',
}
const signed = (order: string) => signOrder({ order, customer: 'c-7' }, secretSettings.SHOP_SECRET)

const orders = {
  'by-transfer': { amount: '1250.00', currency: 'UAH', methods: ['transfer'] },
  'by-form': { amount: '300.00', currency: 'UAH', customer: 'c-7', methods: ['form'] },
  'by-card': { amount: '70.00', currency: 'UAH', customer: 'c-7', methods: ['transfer', 'form'] },
  'lost-response': { amount: '80.00', currency: 'UAH', methods: ['transfer'] },
}

const SandboxOrder = z.object({
  externalId: z.string(),
  status: z.string(),
  amount: z.string(),
  paymentDetails: z.record(z.string(), z.string().nullable()).nullable(),
  formUrl: z.string().nullable(),
  externalParams: z.record(z.string(), z.string().nullable()).nullable(),
})

/** Values from the service that must not appear in any output. */
async function canariesOf(sandbox: Running): Promise<string[]> {
  const sandboxOrders = z
    .array(SandboxOrder)
    .parse(await (await fetch(`${sandbox.url}/_sandbox/orders`)).json())
  return sandboxOrders.flatMap(({ paymentDetails, formUrl, externalParams }) => {
    const { card, number, iban, accountNumber, qrUrl, formUrl: detailsUrl } = paymentDetails ?? {}
    const queries = [formUrl, detailsUrl].map((url) => (url == null ? null : new URL(url).search.slice(1)))
    const tokens = [externalParams?.['cardToken'], externalParams?.['cardStorageToken']]
    return [card, number, iban, accountNumber, qrUrl?.slice(0, 200), ...queries, ...tokens].filter(
      (value): value is string => value != null && value.length > 5,
    )
  })
}

/** The text itself, and its Base64 at every offset. */
const encodings = (text: string): Buffer[] => [
  Buffer.from(text),
  ...[0, 1, 2].map((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + text).toString('base64')
    return Buffer.from(encoded.slice(offset === 0 ? 0 : 4, -4))
  }),
]

/** The files below a folder that were written since a time, without the zeros that fill their ends. */
async function filesOf(path: string, since = 0): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (file) => {
        const name = join(file.parentPath, file.name)
        // A server removes files at any time.
        const stats = await stat(name).catch(() => null)
        if (stats === null || stats.mtimeMs < since) return []
        return [{ name, bytes: withoutZeros(await readFile(name).catch(() => Buffer.alloc(0))) }]
      }),
  )
  return files.flat()
}

function withoutZeros(bytes: Buffer): Buffer {
  const blockSize = 8192
  const zeros = Buffer.alloc(blockSize)
  let end = bytes.length
  while (end >= blockSize && bytes.subarray(end - blockSize, end).equals(zeros)) end -= blockSize
  return bytes.subarray(0, end)
}

function expectNoCanaries(where: { name: string; bytes: Buffer }[], canaries: string[]): void {
  const found = canaries.flatMap((canary) =>
    encodings(canary).flatMap((shape) =>
      where
        .filter(({ bytes }) => bytes.includes(shape))
        .map(({ name }) => `${canary.slice(0, 30)} in ${name}`),
    ),
  )
  expect(found).toEqual([])
}

/** Runs every payment method on real processes; `inspect` receives the outputs at each step. */
async function runScenario(
  database: string,
  inspect: (
    step: 'unpaid' | 'paid' | 'stopped',
    outputs: { name: string; bytes: Buffer }[],
    canaries: string[],
  ) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox()
  const events = await startEventReceiver()
  const file = join(folder, 'orders.json')
  await writeFile(file, JSON.stringify(orders))
  const shop = await startMerchant({
    ...sandbox.settings,
    ...secretSettings,
    DATABASE_URL: database,
    SHOP_ORDERS: file,
    EVENTS_URL: events.url,
    ...shortTimeouts,
  })
  const request = async (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    await fetch(`${shop.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const open = async (order: keyof typeof orders, more: object = {}) => {
    const text = await (await request('/pay/checkouts', { order: await signed(order), ...more })).text()
    if (!text.startsWith('{"id"')) throw new Error(`${order}: ${text}`)
    return CheckoutView.parse(JSON.parse(text))
  }
  const ordersOf = async (amount: string) =>
    z
      .array(SandboxOrder)
      .parse(await (await fetch(`${sandbox.url}/_sandbox/orders`)).json())
      .filter((order) => order.amount === amount)
  const pay = async (amount: string) => {
    await waitFor(`an order of ${amount}`, async () => (await ordersOf(amount)).length > 0)
    for (const { externalId, status } of await ordersOf(amount))
      if (status !== 'Success') await control(sandbox, `/orders/${externalId}`, { do: 'pay' })
  }
  const outputs = async () => {
    const operator = { authorization: `Bearer ${secretSettings.ADMIN_TOKEN}` }
    const list = await (await request('/pay/admin/checkouts', undefined, operator)).text()
    const ids = new Set(list.match(/co_[a-z0-9]{26}/g))
    const details = await Promise.all(
      [...ids].map(
        async (id) => await (await request(`/pay/admin/checkouts/${id}`, undefined, operator)).text(),
      ),
    )
    const texts = {
      'the log': shop.log(),
      'the metrics': await (await request('/metrics')).text(),
      'the operator’s list': list,
      'the operator’s details': details.join('\n'),
      'the events': JSON.stringify(events.received),
    }
    expect(ids.size).toBeGreaterThan(2)
    return Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
  }
  try {
    await open('by-transfer', { method: 'transfer' })
    await open('by-form', { method: 'form' })
    await control(sandbox, '/faults', { on: 'deposit.create', effect: 'drop-after' })
    await open('lost-response', { method: 'transfer' })
    const canary = '4929000000006666'
    await request(
      '/pay/callbacks/p2p',
      { externalId: canary, status: canary, amount: 1, orderType: 'x' },
      { signature: canary },
    )
    await request('/pay/callbacks', `{"card": "${canary}`, { signature: canary })
    await request('/pay/checkouts', { order: canary, method: canary })
    const all = async () => [
      canary,
      ...Object.values(secretSettings),
      ...secretsOf(sandbox.settings),
      ...(await canariesOf(sandbox)),
    ]
    await inspect('unpaid', await outputs(), await all())

    await pay('300.00')
    await waitFor('the saved card', async () => (await open('by-card')).savedCards?.[0])
    const [card] = (await open('by-card')).savedCards ?? []
    await open('by-card', { method: 'saved-card', savedCard: card?.id })
    for (const amount of ['1250.00', '70.00', '80.00']) await pay(amount)
    for (const order of ['by-transfer', 'by-form', 'by-card', 'lost-response'] as const)
      await waitFor(`${order} paid`, async () => (await open(order)).status === 'succeeded')
    await inspect('paid', await outputs(), await all())
    const canaries = await all()
    await shop.stop()
    await inspect('stopped', [{ name: 'the log', bytes: Buffer.from(shop.log()) }], canaries)
  } finally {
    await shop.kill()
    await sandbox.kill()
    await events.close()
  }
}

const secretsOf = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (/KEY$/.test(name) ? [value] : []))

/** The sealed texts of a SQLite database in pieces, since a long text lies on several pages of the file. */
function sealedTextsOf(path: string): string[][] {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return db
      .prepare('SELECT doc FROM entries')
      .all()
      .flatMap(({ doc }) => [...String(doc).matchAll(/"(?:paymentDetails|body|terms)":"([^"]{100,})"/g)])
      .map(([, text = '']) => text.match(/.{40}/g) ?? [])
  } finally {
    db.close()
  }
}

test('SQLite: no secret in files, logs or responses; payment details are deleted after the payment', async () => {
  const home = join(folder, 'sqlite')
  const path = join(home, 'paypane.db')
  let sealed: string[][] = []
  await runScenario(`file:${path}`, async (step, outputs, canaries) => {
    const files = await filesOf(home)
    expect(canaries.length).toBeGreaterThan(15)
    expect(files.some(({ bytes }) => bytes.includes('by-transfer'))).toBe(true)
    expectNoCanaries([...files, ...outputs], canaries)
    // Repeated, because the worker writes between the two readings.
    if (step === 'unpaid')
      sealed = await waitFor('the sealed texts in the files', async () => {
        const texts = sealedTextsOf(path)
        const written = await filesOf(home)
        const isWritten = (piece: string) => written.some(({ bytes }) => bytes.includes(piece))
        return texts.length > 2 && texts.every((pieces) => pieces.some(isWritten)) && texts
      })
    // Deleted data is not in the file, not even sealed.
    if (step === 'stopped') expectNoCanaries(files, sealed.flat())
  })
})

test.runIf(isFull)('PostgreSQL: no secret in files, logs or responses', async () => {
  const database = await postgres.database()
  // Its clock for files is some milliseconds behind.
  const since = Date.now() - 1000
  await runScenario(database, async (_step, outputs, canaries) => {
    await postgres.query(database, 'CHECKPOINT')
    // Long values are compressed in its files, so the rows are read, too.
    const tables = ['entries', 'attempts', 'callbacks', 'events', 'cards']
    const rows = await Promise.all(tables.map((table) => postgres.query(database, `SELECT * FROM ${table}`)))
    outputs.push({ name: 'the rows', bytes: Buffer.from(JSON.stringify(rows)) })
    const files = await filesOf(postgres.folder, since)
    expect(files.some(({ bytes }) => bytes.includes('by-transfer'))).toBe(true)
    expectNoCanaries([...files, ...outputs], canaries)
  })
})
