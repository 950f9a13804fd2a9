import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFull } from '../../support/full.ts'
import { createHarness, operator } from '../harness.ts'

const requests = isFull ? 10_000 : 3000
const batchSize = 500

const hostile = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '',
    '..',
    '%',
    '%00',
    '\u0000',
    '__proto__',
    'constructor',
    '💳',
    'a'.repeat(5000),
    '1042',
    'co_x',
    '-1',
    '1e999',
    "' OR 1=1 --",
  ),
)
const json = fc.oneof(
  fc.json(),
  fc
    .record({ order: hostile, method: fc.option(hostile), after: fc.option(fc.double()) })
    .map((body) => JSON.stringify(body)),
  fc
    .record({ reference: hostile, amount: fc.oneof(hostile, fc.double()), currency: hostile })
    .map((body) => JSON.stringify(body)),
  fc
    .record({
      externalId: hostile,
      status: hostile,
      amount: fc.oneof(hostile, fc.double()),
      orderType: hostile,
    })
    .map((body) => JSON.stringify(body)),
  hostile,
)
const path = fc.oneof(
  fc.constantFrom(
    '/checkouts',
    '/callbacks',
    '/callbacks/p2p',
    '/admin/payouts',
    '/admin/checkouts',
    '/admin/balance',
  ),
  hostile.map((text) => `/checkouts/${encodeURIComponent(text)}`),
  hostile.map((text) => `/checkouts/${encodeURIComponent(text)}/attempts`),
  hostile.map((text) => `/checkouts/co_x?wait=${encodeURIComponent(text)}`),
  hostile.map((text) => `/cards/${encodeURIComponent(text)}?order=${encodeURIComponent(text)}`),
  fc.tuple(hostile, hostile).map(([a, b]) => `/callbacks/${encodeURIComponent(a)}/${encodeURIComponent(b)}`),
  hostile.map(
    (text) =>
      `/admin/checkouts?search=${encodeURIComponent(text)}&after=${encodeURIComponent(text)}&limit=${encodeURIComponent(text)}`,
  ),
  hostile.map((text) => `/admin/payouts/${encodeURIComponent(text)}/review`),
  hostile.map((text) => `/${encodeURIComponent(text)}`),
)
const headers = fc.record({
  'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', ''),
  'if-none-match': fc.constantFrom('*', 'W/"x"', '"', ''),
  authorization: fc.constantFrom(operator.authorization, 'Bearer x', 'Basic x', ''),
  signature: fc.constantFrom('', 'ab', 'f'.repeat(64), 'ÿ'),
})
const badRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'),
  path,
  json,
  headers,
})

v8.setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** What is left after a collection: without one it depends on when the last was. */
function heapInUse(): number {
  if (typeof collectGarbage === 'function') collectGarbage()
  return process.memoryUsage().heapUsed
}

test(`${requests} malformed requests get no 5xx, and memory stays flat`, async () => {
  const harness = createHarness({ paypane: { log: () => undefined } })
  const seed = Math.floor(Math.random() * 2 ** 31)
  const draw = (from: number) => fc.sample(badRequest, { numRuns: batchSize, seed: seed + from })
  const send = async ({
    method,
    path: where,
    json: body,
    headers: sent,
  }: ReturnType<typeof draw>[number]): Promise<void> => {
    const withBody = method !== 'GET' && method !== 'HEAD'
    const request = new Request(`http://127.0.0.1:8787/pay${where}`, {
      method,
      headers: sent,
      ...(withBody ? { body } : {}),
    })
    const response = await harness.paypane.fetch(request)
    if (response.status >= 500)
      expect.fail(`${method} ${where} ${body} got ${response.status} (seed ${seed})`)
    await response.body?.cancel()
  }
  const heapAfter: number[] = []
  for (let done = 0; done < requests; done += batchSize) {
    await Promise.all(draw(done).map(send))
    if (done % (requests / 10) === 0) heapAfter.push(heapInUse())
  }
  const [, early = 0] = heapAfter
  expect((heapAfter.at(-1) ?? 0) - early).toBeLessThan(20 * 1024 * 1024)
})
