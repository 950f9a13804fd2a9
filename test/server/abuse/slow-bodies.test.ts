import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { systemClock } from '../../../src/server/index.ts'
import { toNodeHandler } from '../../../src/server/node/index.ts'
import { listenOnLoopback } from '../../support/loopback.ts'
import { createHarness } from '../harness.ts'

/** A request with a body that never ends. */
const slowRequest = (path: string, headers: Record<string, string>): Request => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"order":')),
  })
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return new Request(`http://127.0.0.1:8787/pay${path}`, init)
}

test.each([
  ['/checkouts', { 'content-type': 'application/json' }],
  ['/checkouts', { 'content-type': 'application/json', 'content-length': '1000' }],
  ['/callbacks/p2p', { signature: '0'.repeat(64) }],
])('a body that takes longer than ten seconds is cut: %s %j', async (path, headers) => {
  const harness = createHarness()
  let response: Response | null = null
  const answered = harness.paypane.fetch(slowRequest(path, headers)).then((received) => {
    response = received
    return received
  })
  const nextTick = () => new Promise((resolve) => setImmediate(resolve))
  await nextTick()
  harness.clock.advance(9999)
  await nextTick()
  expect(response).toBeNull()
  harness.clock.advance(1)
  const { status, headers: received } = await answered
  expect(status).toBe(408)
  expect(received.get('connection')).toBe('close')
  expect(await (await answered).json()).toMatchObject({ code: 'request_timeout' })
})

test('the connection of a slow body is closed after the answer', async () => {
  /** The machine's clock, a hundred times as fast. */
  const clock = { ...systemClock, after: (ms: number, done: () => void) => systemClock.after(ms / 100, done) }
  const server = createServer(toNodeHandler(createHarness({ paypane: { clock } }).paypane))
  const { port, hostname } = new URL(await listenOnLoopback(server))
  const socket = connect(Number(port), hostname)
  socket.write(
    'POST /pay/checkouts HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  // Resolves when the server has ended the connection.
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s)
  await new Promise((resolve) => server.close(resolve))
})
