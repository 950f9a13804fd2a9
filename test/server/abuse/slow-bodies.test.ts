import { expect, test } from 'vitest'
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
