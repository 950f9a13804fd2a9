import { createPaypane, type PaypaneServer } from 'paypane/server'
import { postgresStore } from 'paypane/server/postgres'
import { sqliteStore } from 'paypane/server/sqlite'
import { callbackSignature, createPaymentsClient } from 'paypane/service'
import { z } from 'zod'
import { systemClock } from '../../../src/server/lib/clock.ts'
import type { Database } from './database.ts'
import { referencePrefix } from './fill.ts'

const adminToken = 'the operator of the benchmark'
const privateKey = 'the private key'

const Created = z.object({ id: z.string(), clientSecret: z.string() })
type Created = z.infer<typeof Created> & { externalId: string }

/** A server without a worker on a database, and a service that answers at once. Everything in this process. */
export interface Shop {
  /** Creates a checkout with a transfer. */
  create(): Promise<Created>
  read(checkout: Created): Promise<void>
  /** The service reports that the order is paid. */
  pay(checkout: Created): Promise<void>
  /** Moves the clock of this server. */
  advance(ms: number): void
  /** Does all due work. */
  work(): Promise<void>
  /** A GET request of an operator, below `/admin`. Returns the text. */
  admin(path: string): Promise<string>
  stats(): Promise<unknown>
  /** The reference of a checkout; of an old one if the database is filled. */
  knownOrder: string
  close(): Promise<void>
}

export async function openShop({ address, query }: Database): Promise<Shop> {
  let placed = 0
  const paid = new Set<string>()
  const json = (body: unknown): Response => Response.json(body)
  const service = createPaymentsClient({
    baseUrl: 'http://service.test',
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init)
      if (method === 'POST') {
        placed += 1
        const paymentDetails = { formUrl: 'https://form.example/x', card: '4111111111111111' }
        return json({ externalId: `e-${placed}`, orderStatus: 'Processing', paymentDetails })
      }
      const externalId = new URL(url).pathname.split('/').at(-2) ?? ''
      const orderStatus = paid.has(externalId) ? 'Success' : 'Processing'
      const orderHistory = [{ time: null, action: null, newCode: '1.0.0.00' }]
      return json({ externalId, orderStatus, orderHistory })
    },
  })
  let aheadMs = 0
  const paypane: PaypaneServer = createPaypane({
    service,
    pipelines: { p2p: { profile: 'p2p', key: 'key-0', privateKey } },
    store: address.startsWith('postgres:') ? postgresStore(address) : sqliteStore(address),
    sealKey: Buffer.alloc(32, 7).toString('base64'),
    order: () => ({ amount: '10.00', currency: 'UAH' }),
    onEvent: () => undefined,
    publicUrl: 'http://127.0.0.1:8787',
    adminToken,
    worker: false,
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    log: () => undefined,
    rateLimits: { order: 1e9, address: 1e9 },
  })
  await paypane.ready()

  async function request(path: string, init: RequestInit = {}): Promise<string> {
    const response = await paypane.fetch(new Request(`http://127.0.0.1:8787${path}`, init))
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`)
    return text
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<string> =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  let orders = 0
  const [old] = await query(`SELECT ref FROM entries WHERE ref LIKE '${referencePrefix}%' LIMIT 1`)
  return {
    async create() {
      orders += 1
      const created = JSON.parse(await post('/checkouts', { order: `new-${orders}`, method: 'transfer' }))
      return { ...Created.parse(created), externalId: `e-${placed}` }
    },
    async read({ id, clientSecret }) {
      await request(`/checkouts/${id}`, { headers: { 'checkout-secret': clientSecret } })
    },
    async pay({ externalId }) {
      paid.add(externalId)
      const fields = { externalId, status: 'Success', amount: '10.00', orderType: 'Deposit' }
      await post('/callbacks/p2p', fields, { signature: callbackSignature(fields, privateKey) })
    },
    advance(ms) {
      aheadMs += ms
    },
    async work() {
      while ((await paypane.reconcile()) > 0);
    },
    admin: (path) => request(`/admin${path}`, { headers: { authorization: `Bearer ${adminToken}` } }),
    stats: () => paypane.stats(),
    knownOrder: old === undefined ? 'new-1' : String(old['ref']),
    close: () => paypane.close(),
  }
}
