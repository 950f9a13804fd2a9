import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createPaypane, generateSealKey, type Paypane, type Store } from 'paypane/server'
import { toNodeHandler } from 'paypane/server/node'
import { sqliteStore } from 'paypane/server/sqlite'
import { callbackSignature, createPaymentsClient } from 'paypane/service'
import { percentile, rate, ratio, report, timed } from './measure.ts'

/**
 * `npm run bench server`: every figure is a ratio within this one run, against the bare thing on the same machine.
 */
const folder = mkdtempSync(join(tmpdir(), 'paypane-bench-'))
const servers: Server[] = []
const closers: (() => Promise<void>)[] = []
const privateKey = 'the private key'
const serviceMs = 20

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 120_000 }, listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return `http://127.0.0.1:${address.port}`
}

/** The service as bare as can be: a create and a status that take 20 ms each. */
const statuses = new Map<string, string>()
let placed = 0
const service = await listen((request, response) => {
  request.resume()
  setTimeout(() => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') {
      placed += 1
      const externalId = `e-${placed}`
      const formUrl = 'https://form.example/x'
      response.end(
        JSON.stringify({
          externalId,
          orderStatus: 'Processing',
          paymentDetails: { formUrl, card: '4111111111111111' },
        }),
      )
      return
    }
    const id = decodeURIComponent((request.url ?? '').split('/').at(-2) ?? '')
    response.end(
      JSON.stringify({
        externalId: id,
        orderStatus: statuses.get(id) ?? 'Processing',
        orderHistory: [{ time: null, action: null, newCode: '1.0.0.00' }],
      }),
    )
  }, serviceMs)
})

async function merchant(store: Store, worker: boolean): Promise<{ url: string; paypane: Paypane }> {
  const paypane = createPaypane({
    service: createPaymentsClient({ baseUrl: service }),
    pipelines: { p2p: { profile: 'p2p', key: 'key', privateKey } },
    store,
    sealKey: generateSealKey(),
    order: () => ({ amount: '10.00', currency: 'UAH' }),
    publicUrl: 'http://127.0.0.1',
    confirmFinal: false,
    startsPerMinute: { order: 1e9 },
    worker,
  })
  closers.push(() => paypane.close())
  return { url: await listen(toNodeHandler(paypane)), paypane }
}

const post = async (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

let orders = 0
const pay = async (url: string): Promise<{ id: string }> => {
  orders += 1
  return await (
    await post(`${url}/checkouts`, JSON.stringify({ order: `o-${orders}`, method: 'transfer' }))
  ).json()
}

async function creates(url: string): Promise<void> {
  const direct = async (): Promise<unknown> =>
    (await post(`${service}/api/v1/integration/deposit-order/`, '{"amount":10.00}')).json()
  const p50 = async (call: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let n = 0; n < 40; n += 1) times.push(await timed(call))
    return percentile(times, 0.5)
  }
  await p50(() => pay(url))
  const result = await ratio(
    5,
    () => p50(() => pay(url)),
    () => p50(direct),
  )
  const value = `${result.ratio.toFixed(2)} times the bare call at p50 (${result.ours.toFixed(1)} ms, ${result.theirs.toFixed(1)} ms; spread ${result.spread.map((r) => r.toFixed(2)).join('–')})`
  report('create through us', value, '≤ 1.25', result.ratio <= 1.25)
}

async function reads(url: string): Promise<void> {
  const { id } = await pay(url)
  const bare = await listen(
    getRequestListener(
      new Hono().get('/checkouts/:id', (c) => c.json({ id: c.req.param('id'), status: 'pending' })).fetch,
      { overrideGlobalObjects: false },
    ),
  )
  const many = (base: string): Promise<number> =>
    rate(3000, 32, async () => (await fetch(`${base}/checkouts/${id}`)).text())
  await many(url)
  const result = await ratio(
    5,
    () => many(url),
    () => many(bare),
  )
  report(
    'GET /checkouts/{id}',
    `${result.ratio.toFixed(2)} of a bare handler (${Math.round(result.ours)}/s, ${Math.round(result.theirs)}/s)`,
    '≥ 0.5',
    result.ratio >= 0.5,
  )
}

async function callback(externalId: string, amount: string): Promise<[string, Record<string, string>]> {
  const fields = { externalId, status: 'Success', amount, orderType: 'Deposit' }
  const signature = await callbackSignature(fields, privateKey)
  return [
    `{"externalId":"${externalId}","status":"Success","amount":${amount},"orderType":"Deposit"}`,
    { signature },
  ]
}

async function callbacks(url: string, paypane: Paypane): Promise<void> {
  const bare = new DatabaseSync(join(folder, 'bare.db'))
  bare.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE kept (id INTEGER PRIMARY KEY, body TEXT)',
  )
  const insert = bare.prepare('INSERT INTO kept (body) VALUES (?)')
  const count = 3000
  let turn = 0
  const ours = async (
    send: (body: string, headers: Record<string, string>) => Promise<unknown>,
  ): Promise<number> => {
    turn += 1
    const ready = await Promise.all(
      Array.from({ length: count }, (_, n) => callback(`unmatched-${turn}-${n}`, '10.00')),
    )
    return await rate(count, 64, async (n) => {
      const [body, headers] = ready[n - 1] ?? ['', {}]
      await send(body, headers)
    })
  }
  const direct = async (body: string, headers: Record<string, string>): Promise<void> => {
    const request = new Request('http://127.0.0.1/callbacks/p2p', { method: 'POST', headers, body })
    const { status } = await paypane.fetch(request)
    if (status !== 200) throw new Error(`a callback was answered ${status}`)
  }
  const overHttp = async (body: string, headers: Record<string, string>): Promise<string> =>
    (await post(`${url}/callbacks/p2p`, body, headers)).text()
  const theirs = (): Promise<number> =>
    rate(count, 1, async (n) => {
      insert.run(`a callback's worth of text ${n}`)
    })
  await ours(direct)
  for (const [how, send] of [
    ['by fetch', direct],
    ['over HTTP, its client in the same process', overHttp],
  ] as const) {
    const result = await ratio(5, () => ours(send), theirs)
    report(
      `callbacks kept durably, ${how}`,
      `${result.ratio.toFixed(2)} of single durable inserts (${Math.round(result.ours)}/s, ${Math.round(result.theirs)}/s)`,
      '≥ 1.0',
      result.ratio >= 1,
    )
  }
  bare.close()
}

async function waits(url: string): Promise<void> {
  // Both ends of each are in this process, and 20,000 open files is what a machine usually allows.
  const held = 9500
  const checkouts = 100
  const made: { id: string; externalId: string; tag: string }[] = []
  for (let n = 0; n < checkouts; n += 1) {
    const { id } = await pay(url)
    const tag = (await fetch(`${url}/checkouts/${id}`)).headers.get('etag') ?? ''
    made.push({ id, externalId: `e-${placed}`, tag })
  }
  const before = process.memoryUsage().rss
  let answered = 0
  const question = async (n: number): Promise<void> => {
    const { id, tag } = made[n % checkouts] ?? { id: '', tag: '' }
    const response = await fetch(`${url}/checkouts/${id}?wait=25`, { headers: { 'if-none-match': tag } })
    const { status } = await response.json()
    if (status === 'succeeded') answered += 1
  }
  const questions: Promise<void>[] = []
  const heldNow = async (): Promise<number> => Number(await (await fetch(`${url}/figures`)).text())
  for (let n = 0; n < held; n += 250) {
    for (let one = 0; one < 250; one += 1) questions.push(question(n + one))
    while ((await heldNow()) < n + 250) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const memory = (process.memoryUsage().rss - before) / 1024 / 1024
  const woken = await timed(async () => {
    await Promise.all(
      made.map(async ({ externalId }) => {
        statuses.set(externalId, 'Success')
        const [body, headers] = await callback(externalId, '10.00')
        await post(`${url}/callbacks/p2p`, body, headers)
      }),
    )
    await Promise.all(questions)
  })
  report(
    `${held} held questions (client and server in one process)`,
    `${memory.toFixed(0)} MB more, ${answered} woken in ${(woken / 1000).toFixed(2)} s`,
    '< 400 MB, ≤ 2 s',
    memory < 400 && woken <= 2000 && answered === held,
  )
}

try {
  const { url, paypane } = await merchant(sqliteStore(join(folder, 'bench.db')), true)
  const withFigures = await listen(async (request, response) => {
    if (request.url === '/figures') {
      response.end(String((await paypane.figures()).waitsOpen))
      return
    }
    await toNodeHandler(paypane)(request, response)
  })
  await creates(url)
  await reads(url)
  await callbacks(url, paypane)
  await waits(withFigures)
} finally {
  for (const close of closers) await close()
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
}
