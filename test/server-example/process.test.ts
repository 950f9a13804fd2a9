import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generateSealKey, signOrder } from 'paypane/server'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../server-example/metrics.ts'
import { isFull } from '../support/full.ts'
import { freePort, listenOnLoopback } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { type Running, start, startMerchant, startSandbox } from '../support/processes.ts'

const sandbox = await startSandbox()
const folder = newFolder(afterAll)
const running: Running[] = []

afterAll(async () => {
  for (const one of running) await one.kill()
  await sandbox.stop()
})

async function merchant(env: Record<string, string> = {}): Promise<Running> {
  const one = await startMerchant({ ...sandbox.settings, ...env })
  running.push(one)
  return one
}
const postCheckout = async (url: string, body: object): Promise<Response> =>
  fetch(`${url}/pay/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const control = async (path: string, body: object): Promise<Response> =>
  fetch(`${sandbox.url}/_sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('every missing or wrong setting is named at one start, a line each', async () => {
  const wrong: Record<string, [value: string, words: RegExp]> = {
    PAYMENTS_BASE_URL: ['', /npx paypane sandbox/],
    SEAL_KEY: ['too short', /32 bytes in Base64/],
    PORT: ['eighty', /PORT/],
    PUBLIC_URL: ['ftp://shop.example', /http or https/],
    SHOP_SECRET: ['of the shop', /shorter than 32 bytes/],
    ALLOWED_ORIGINS: ['https://shop.example/checkout', /without a path/],
    EVENTS_SECRET: ['whsec_!', /Base64/],
    DATABASE_URL: ['mysql://x', /neither file: nor postgres/],
    PAYMENTS_TIMEOUT_MS: ['10s', /from 1 to 600000/],
  }
  const env = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value]))
  const output = await merchant(env).then(() => 'it started', String)
  const lines = output.split('\n').filter((text) => text.includes('"level":'))
  expect(lines).toHaveLength(Object.keys(wrong).length)
  for (const [name, [, words]] of Object.entries(wrong))
    expect(
      lines.find((line) => line.includes(`"${name} `)),
      output,
    ).toMatch(words)
})

test('a health check of HTTP/1.0 without a Host, as of HAProxy, is answered', async () => {
  const { hostname, port } = new URL((await merchant()).url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /readyz HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['a folder', import.meta.dirname, /cannot be used: .*unable to open/],
  ['another file', import.meta.filename, /cannot be used: .*not a database/],
  ['below a file', `${import.meta.filename}/shop/paypane.db`, /cannot be used: .*(ENOTDIR|ENOENT|EEXIST)/],
  ['below a folder that cannot be made', '/proc/shop/paypane.db', /cannot be used: .*ENOENT/],
])('a database that is %s stops the start with one line that names it', async (_, path, words) => {
  const output = await merchant({ DATABASE_URL: `file:${path}` }).then(() => 'it started', String)
  const lines = output.split('\n').filter((text) => text.includes('"level":'))
  expect(lines).toEqual([expect.stringMatching(words)])
  expect(lines[0]).toContain('DATABASE_URL')
})

test('metrics that others than this machine reach need an operator', async () => {
  const token = 'b7cf7d0f1bd9d8a5a1f34e8cb8c2f1aa'
  const { url } = await merchant({
    PUBLIC_URL: 'https://shop.example',
    ALLOW_PLAIN_ORDERS: '1',
    ADMIN_TOKEN: token,
  })
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${url}/metrics`, { headers })).status
  expect(await status({})).toBe(401)
  expect(await status({ authorization: `Bearer ${token}` })).toBe(200)
})

test('every unsafe setting of a public server is named at one start, a line each', async () => {
  const env = {
    PUBLIC_URL: 'https://shop.example',
    ALLOW_PLAIN_ORDERS: '1',
    ADMIN_TOKEN: '1',
    SEAL_KEY: Buffer.alloc(32).toString('base64'),
  }
  const output = await merchant(env).then(() => 'it started', String)
  const lines = output.split('\n').filter((text) => text.includes('"level":'))
  expect(lines).toEqual([
    expect.stringContaining('"SEAL_KEY has a'),
    expect.stringContaining('"ADMIN_TOKEN is'),
  ])
})

test('a wrong orders file or an unreachable database stops the start with its name', async () => {
  const orders = join(folder, 'wrong-orders.json')
  writeFileSync(orders, '{"1042": {"amount": "a lot", "currency": "UAH"}}')
  await expect(merchant({ SHOP_ORDERS: orders })).rejects.toThrow(
    /SHOP_ORDERS has a wrong order: 1042.amount/,
  )
  const unreachable = await merchant({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }).then(() => '', String)
  expect(unreachable).toMatch(
    /"DATABASE_URL cannot be used, so the server exits: PostgreSQL cannot be reached/,
  )
  expect(unreachable).not.toMatch(/retried|tried again/)
})

test('a request before the database is open gets 503, and does not wait', async () => {
  const connections: Socket[] = []
  const silent = createTcpServer((socket) => connections.push(socket))
  onTestFinished(() => void silent.close())
  const { host } = new URL(await listenOnLoopback(silent))
  const database = `postgres://${host}/shop`
  const port = await freePort()
  const started = merchant({ PORT: String(port), DATABASE_URL: database }).then(() => 'it started', String)
  const status = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(status, { interval: 50 }).toBe(503)
  silent.close()
  for (const connection of connections) connection.destroy()
  expect(await started).toMatch(/"DATABASE_URL cannot be used/)
})

test('metrics answer while the database is down, and say so', async () => {
  const metrics = createMetrics()
  metrics.record({ type: 'callback', result: 'new' })
  const stats = {
    ...{ openClaims: 1, oldestClaimSeconds: 5 },
    ...{ unknownCount: 0, oldestUnknownSeconds: 0, oldestDueSeconds: 0 },
    ...{ oldestEventSeconds: 0, eventFailures: 0, lookupLimit: 20 },
  }
  const up = {
    stats: async () => ({ ...stats, needsReview: 3, pendingEvents: 0, openLongPolls: 0 }),
    ready: async () => undefined,
  }
  expect(await metrics.text(up)).toMatch(/^paypane_database_up 1$/m)
  const fails = () => Promise.reject(new Error('unreachable'))
  const text = await metrics.text({ stats: fails, ready: fails })
  expect(text).toMatch(/^paypane_database_up 0$/m)
  expect(text).toMatch(/^paypane_callbacks_total\{result="new"\} 1$/m)
  expect(text).not.toMatch(/^paypane_needs_review /m)
  expect(await metrics.text(up)).toMatch(/^paypane_needs_review 3$/m)
  // It is full: what is stored can be read.
  const full = await metrics.text({ ...up, ready: fails })
  expect(full).toMatch(/^paypane_database_up 0$/m)
  expect(full).toMatch(/^paypane_needs_review 3$/m)
})

test('below a sub-path the payer paths work, and the operator paths keep one spelling', async () => {
  const one = await merchant({ PUBLIC_URL: 'http://127.0.0.1:8787/shop', ADMIN_TOKEN: 'the operator' })
  const opened = await postCheckout(`${one.url}/shop`, { order: '1042', method: 'transfer' })
  expect(opened.ok).toBe(true)
  const returnAddress = async (): Promise<URL> => {
    const orders = await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
    return new URL(orders.at(-1).redirects.success)
  }
  await expect.poll(async () => (await returnAddress()).pathname).toBe('/shop/return/success')
  const back = await returnAddress()
  for (const path of [back.pathname, '/return/success', '/shop/pay/paypane.js'])
    expect((await fetch(`${one.url}${path}${back.search}`)).status, path).not.toBe(404)
  for (const path of [
    '/shop/metrics',
    '/shop/pay/admin/checkouts',
    '/shop/admin/console',
    '/shop/shop/pay/x',
  ])
    expect((await fetch(`${one.url}${path}`)).status, path).toBe(404)
})

test('on SIGTERM readiness ends first, and requests are served while it drains', async () => {
  const one = await merchant({ DRAIN_SECONDS: '600' })
  one.child.kill('SIGTERM')
  const readiness = async (): Promise<number> => (await fetch(`${one.url}/readyz`)).status
  await expect.poll(readiness).toBe(503)
  expect((await postCheckout(one.url, { order: '1042' })).status).toBe(201)
  expect((await fetch(`${one.url}/healthz`)).status).toBe(200)
  // A second signal ends the waiting.
  expect(await one.stop()).toBe(0)
})

test.runIf(isFull)('a second server on one SQLite file is refused, until the first has ended', async () => {
  const DATABASE_URL = `file:${join(folder, 'one.db')}`
  const first = await merchant({ DATABASE_URL })
  await expect(merchant({ DATABASE_URL })).rejects.toThrow(/one\.db is in use by another process/)
  await first.kill()
  const second = await merchant({ DATABASE_URL })
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
})

test('an occupied port stops the start, and another one is suggested', async () => {
  const { port } = new URL((await merchant()).url)
  await expect(merchant({ PORT: port })).rejects.toThrow(
    new RegExp(`EADDRINUSE.*choose another, such as ${Number(port) + 1}`),
  )
})

test('starts without a build, from a folder with a space in its path', async () => {
  const repository = join(folder, 'pay pane')
  mkdirSync(repository)
  for (const name of ['node_modules', 'package.json', 'server-example', 'src'])
    symlinkSync(join(import.meta.dirname, '../..', name), join(repository, name))
  running.push(
    await start(join(repository, 'server-example/start.js'), {
      ...sandbox.settings,
      PORT: '0',
      SEAL_KEY: generateSealKey(),
      DATABASE_URL: `file:${join(folder, 'space.db')}`,
      NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
    }),
  )
})

test('SIGTERM answers open long polls at once, and exits with 0', async () => {
  const one = await merchant()
  const opened = await postCheckout(one.url, { order: '1042' })
  const { id, clientSecret } = await opened.json()
  const longPoll = fetch(`${one.url}/pay/checkouts/${id}?wait=25`, {
    headers: { 'checkout-secret': clientSecret, 'if-none-match': opened.headers.get('etag') ?? '' },
  })
  await expect.poll(async () => (await fetch(`${one.url}/metrics`)).text()).toMatch(/^paypane_waits_open 1$/m)
  const stopped = one.stop()
  expect((await longPoll).status).toBe(304)
  expect(await stopped).toBe(0)
})

test.runIf(existsSync('dist/paypane.js'))(
  'the widget, its languages and its QR encoder are served, compressed, below the base path',
  async () => {
    const one = await merchant()
    for (const file of ['paypane.js', 'paypane-deferred.js', 'paypane-qr.js', 'locales/uk.json']) {
      const response = await fetch(`${one.url}/pay/${file}`, { headers: { 'accept-encoding': 'br, gzip' } })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br'])
      expect(await response.text()).toBe(readFileSync(`dist/${file}`, 'utf8'))
    }
    expect((await fetch(`${one.url}/pay/locales/tlh.json`)).status).toBe(404)
  },
)

test('serves health, readiness, metrics and a return page that shows the order without a script', async () => {
  const one = await merchant()
  expect(await (await fetch(one.url)).text()).toContain('Paypane merchant server')
  for (const path of [
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/pay/nothing',
    '/nothing',
    '//pay/checkouts',
  ]) {
    expect((await fetch(`${one.url}${path}`)).headers.get('cache-control')).toBe('private, no-store')
  }
  expect((await fetch(`${one.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${one.url}/metrics`)).text()).toContain('paypane_needs_review 0')
  const page = await fetch(`${one.url}/return/success?order=1042`)
  const html = await page.text()
  expect(html).toContain('How would you like to pay?')
  expect(html).toContain('<script src="/pay/paypane.js"')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await fetch(`${one.url}/pay/admin/checkouts`)).status).toBe(404)
})

test('events are signed; one without a 2xx response is sent again with the same id', async () => {
  const secret = `whsec_${Buffer.from('a secret of the merchant, long enough').toString('base64')}`
  const webhook = new Webhook(secret)
  const received: { id: string | undefined; type: string; resent: string | undefined }[] = []
  const eventReceiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    webhook.verify(body, headers)
    received.push({
      id: headers['webhook-id'],
      type: JSON.parse(body).type,
      resent: headers['paypane-resent'],
    })
    response.statusCode = received.length === 1 ? 500 : 204
    response.end(received.length === 1 ? `no disk for 4441 1144 5555 6666${' '.repeat(5000)}` : undefined)
  })

  const one = await merchant({
    EVENTS_URL: await listenOnLoopback(eventReceiver),
    EVENTS_SECRET: secret,
    ADMIN_TOKEN: 'the operator',
  })
  await (await postCheckout(one.url, { order: '1042', method: 'transfer' })).json()
  const orders = await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
  await control(`/orders/${orders.at(-1).externalId}`, { do: 'pay' })
  await expect.poll(() => received.length).toBe(2)
  expect(received.map(({ type }) => type)).toEqual(['checkout.succeeded', 'checkout.succeeded'])
  expect(received[0]?.id).toBe(received[1]?.id)

  const authorization = 'Bearer the operator'
  const log = async () => {
    const response = await fetch(`${one.url}/pay/admin/events`, { headers: { authorization } })
    return (await response.json()).events[0].log.map(({ error }: { error: string | null }) => error)
  }
  await expect.poll(log).toEqual(['Error: EVENTS_URL responded 500 no disk for ••••6666', null])
  await fetch(`${one.url}/pay/admin/events/${received[0]?.id}/resend`, {
    method: 'POST',
    headers: { authorization },
  })
  await expect.poll(() => received.length).toBe(3)
  expect(received.map(({ resent }) => resent)).toEqual([undefined, undefined, 'true'])
  eventReceiver.close()
  eventReceiver.closeAllConnections()
})

const shopSecret = 'the secret of a shop, of 32 bytes or more'

test('with a secret only order tokens open an order, and only their customer is proved', async () => {
  const one = await merchant({ SHOP_SECRET: shopSecret })
  const open = async (order: string): Promise<Response> => await postCheckout(one.url, { order })
  for (const order of ['1042', '7777', '1042.forged', await signOrder({ order: '1042' }, `${shopSecret}!`)]) {
    const refused = await open(order)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ code: 'order_unknown' })
  }
  const owner = await (await open(await signOrder({ order: '1042', customer: 'c-7' }, shopSecret))).json()
  expect(owner).toMatchObject({ order: '1042', savedCards: [] })
  const link = await (await open(await signOrder({ order: '1042' }, shopSecret))).json()
  expect(link).toMatchObject({ id: owner.id })
  expect(link).not.toHaveProperty('savedCards')
})

test('an order is paid with the terms of its token, whatever the example of that reference has', async () => {
  const one = await merchant({ SHOP_SECRET: shopSecret })
  const amount = { value: '12.50', currency: 'UAH' }
  for (const order of ['o-1', '1042']) {
    const token = await signOrder({ order, amount: '12.50', currency: 'UAH' }, shopSecret)
    expect(await (await postCheckout(one.url, { order: token })).json()).toMatchObject({ order, amount })
  }
})

test('a token that contradicts the orders of the shop opens nothing', async () => {
  const orders = join(folder, 'orders.json')
  writeFileSync(orders, '{"1042": {"amount": "1250.00", "currency": "UAH"}}')
  const one = await merchant({ SHOP_SECRET: shopSecret, SHOP_ORDERS: orders })
  const token = await signOrder({ order: '1042', amount: '12.50', currency: 'UAH' }, shopSecret)
  expect(await (await postCheckout(one.url, { order: token })).json()).toMatchObject({
    code: 'amount_changed',
  })
})

test('plain orders are served to this machine only, unless a setting permits more', async () => {
  const reachable = { PUBLIC_URL: 'https://shop.example' }
  const output = await merchant(reachable).then(() => 'it started', String)
  expect(output).toMatch(/SHOP_SECRET is not set/)
  const one = await merchant({ ...reachable, ALLOW_PLAIN_ORDERS: '1' })
  expect((await postCheckout(one.url, { order: '1042' })).status).toBe(201)
})
