import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { eventSender } from '../../server-example/events.ts'
import { event } from '../server/store/fixtures.ts'
import { freePort } from '../support/loopback.ts'

/** A system of the merchant, and what it has received. */
async function createReceiver(status: number) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status, { location: '/elsewhere' }).end('out of order')
  })
  onTestFinished(() => void server.close())
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${port}/events`, received }
}
const secret = `whsec_${btoa('a secret of twenty-four bytes and more')}`
/** Signatures are accepted for five minutes. */
const hourAgo = { at: Date.now() - 3_600_000 }

test('an event is signed at each delivery, however old it is, and keeps its id', async () => {
  const { url, received } = await createReceiver(204)
  const send = eventSender(url, secret)
  const old = event('co_1', 1, hourAgo)
  for (const resent of [false, true]) await send(old, { resent })
  for (const { headers, body } of received) {
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    }
    expect(new Webhook(secret).verify(body, signed)).toMatchObject({
      ...{ type: old.type, timestamp: new Date(hourAgo.at).toISOString(), data: { id: old.id } },
    })
    expect(headers['webhook-id']).toBe(old.id)
  }
  expect(received.map(({ headers }) => headers['paypane-resent'])).toEqual([undefined, 'true'])
})

test.each([503, 308])('%i is an error with what the system of the merchant says', async (status) => {
  const { url, received } = await createReceiver(status)
  await expect(eventSender(url, secret)(event('co_1', 1, hourAgo), { resent: false })).rejects.toThrow(
    `EVENTS_URL responded ${status} out of order`,
  )
  expect(received).toHaveLength(1)
})
