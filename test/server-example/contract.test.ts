import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CheckoutView } from '../../src/contract/index.ts'
import { generateSealKey } from '../../src/server/index.ts'
import { createSession } from '../../src/widget/core/session.ts'
import { newFolder } from '../support/new-folder.ts'
import { type Running, startMerchant, startSandbox } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'

// The HTTP contract over real processes: a server in another language can run the same requests.

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let server: Running
const folder = newFolder(afterAll)
const sealKey = generateSealKey()

/** One for each test: the tests share the server. */
const references = ['paid', 'followed', 'concurrent', 'corrected', 'refused', 'continued', 'forged'] as const
type Reference = (typeof references)[number]
const terms = { amount: '1250.00', currency: 'UAH', methods: ['transfer'] }

const startServer = (): Promise<Running> =>
  startMerchant({
    ...sandbox.settings,
    DATABASE_URL: `file:${join(folder, 'paypane.db')}`,
    SHOP_ORDERS: join(folder, 'orders.json'),
    SEAL_KEY: sealKey,
  })

beforeAll(async () => {
  writeFileSync(
    join(folder, 'orders.json'),
    JSON.stringify(Object.fromEntries(references.map((reference) => [reference, terms]))),
  )
  sandbox = await startSandbox()
  server = await startServer()
})
afterAll(async () => {
  await server.kill()
  await sandbox.stop()
})

const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}/pay${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
async function control(path: string, body: object = {}): Promise<void> {
  const { ok, status } = await fetch(`${sandbox.url}/_sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!ok) throw new Error(`${path}: ${status}`)
}
const orders = async (): Promise<{ externalId: string; paymentDetails: Record<string, string> }[]> =>
  (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
async function orderAt(index: number) {
  const order = (await orders())[index]
  if (order === undefined) throw new Error('The sandbox has no such order.')
  return order
}

interface Opened {
  id: string
  secret: string
}
/** On a busy machine the service answers a create later than the server waits: the outcome is awaited. */
async function open(order: Reference): Promise<CheckoutView & Opened> {
  const response = await post('/checkouts', JSON.stringify({ order, method: 'transfer' }))
  const { id, clientSecret: secret = '' } = CheckoutView.parse(await response.json())
  const known = await waitFor(async () => {
    const current = await view({ id, secret })
    expect(current.status).not.toBe('preparing')
    return current
  })
  return { ...known, secret }
}
const view = async ({ id, secret }: Opened): Promise<CheckoutView> =>
  CheckoutView.parse(
    await (
      await fetch(`${server.url}/pay/checkouts/${id}`, { headers: { 'checkout-secret': secret } })
    ).json(),
  )
const expectStatus = (opened: Opened, status: string): Promise<void> =>
  expect.poll(async () => (await view(opened)).status, { interval: 50 }).toBe(status)

describe('an order', () => {
  // Each test starts with an empty sandbox.
  beforeEach(() => control('/reset'))

  test('is paid: the payer sees the payment details as the service returned them', async () => {
    const opened = await open('paid')
    const { externalId, paymentDetails } = await orderAt(0)
    expect(opened).toMatchObject({ status: 'pending', amount: { value: '1250.00', currency: 'UAH' } })
    const { card, fio, number, iban, accountNumber, qrUrl, formUrl } = paymentDetails
    expect(opened.action).toMatchObject({
      ...{ type: 'transfer', card, iban, accountNumber, formUrl },
      ...{ recipient: fio, phone: number, qr: qrUrl },
    })
    await control(`/orders/${externalId}`, { do: 'pay' })
    await expectStatus(opened, 'succeeded')
    expect(await view(opened)).toMatchObject({ final: true, action: null, paid: { value: '1250.00' } })
  })

  test('is followed by the widget until it is final', async () => {
    const session = createSession(
      { endpoint: `${server.url}/pay`, order: 'followed', method: 'transfer' },
      {
        fetch: (url, init) => fetch(url, init),
        now: () => Date.now(),
        setTimer(ms, run) {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
        language: () => null,
        random: () => 0,
        watchPage: () => () => undefined,
      },
    )
    try {
      await expect.poll(() => session.state.view?.status).toBe('pending')
      await control(`/orders/${(await orderAt(0)).externalId}`, { do: 'pay' })
      await expect.poll(() => session.state.view?.status).toBe('succeeded')
    } finally {
      session.stop()
    }
  })

  test('is created once for ten concurrent first requests', async () => {
    const views = await Promise.all(Array.from({ length: 10 }, () => open('concurrent')))
    expect(new Set(views.map(({ id }) => id)).size).toBe(1)
    expect(await orders()).toHaveLength(1)
  })

  test('succeeds after a correction, and a success is never taken back', async () => {
    const opened = await open('corrected')
    const { externalId } = await orderAt(0)
    await control(`/orders/${externalId}`, { do: 'fail' })
    await expectStatus(opened, 'failed')
    expect((await view(opened)).final).toBe(false)
    await control(`/orders/${externalId}`, { do: 'correct' })
    await expectStatus(opened, 'succeeded')
    await control(`/orders/${externalId}`, { do: 'status', status: 'Failed' })
    expect((await view(opened)).status).toBe('succeeded')
  })

  test('that is refused is failed', async () => {
    await control('/faults', { on: 'deposit.create', effect: 'status:423' })
    await expectStatus(await open('refused'), 'failed')
  })

  test('continues after the server is killed before the payment', async () => {
    const opened = await open('continued')
    await server.kill()
    await control(`/orders/${(await orderAt(0)).externalId}`, { do: 'pay' })
    server = await startServer()
    await expectStatus(opened, 'succeeded')
  })

  test('is not changed by a forged callback', async () => {
    const opened = await open('forged')
    const { externalId } = await orderAt(0)
    const body = JSON.stringify({ externalId, status: 'Success', amount: '1250.00', orderType: 'Deposit' })
    expect((await post('/callbacks', body, { signature: '0'.repeat(64) })).status).toBe(401)
    expect((await view(opened)).status).toBe('pending')
  })
})
