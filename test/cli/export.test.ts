import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { toNodeHandler } from '../../src/server/node/index.ts'
import { createHarness, operator, operatorToken } from '../server/harness.ts'
import { serveOnLoopback } from '../support/loopback.ts'
import { runCommand, spawnCommand } from './command.ts'

const listen = async (handler: RequestListener) => `${await serveOnLoopback(handler, onTestFinished)}/pay`

test('export prints a CSV file with the filters of the options', async () => {
  const shop = createHarness()
  shop.orders.set('Київ', { amount: '10.00', currency: 'UAH' })
  for (const order of ['1042', 'Київ']) {
    await shop.createCheckout(order, 'transfer')
    shop.clock.advance(86_400_000)
  }
  await shop.drain()
  const env = {
    OPERATOR_TOKEN: operatorToken,
    ADMIN_TOKEN: 'another',
    PAYPANE_URL: await listen(toNodeHandler(shop.paypane)),
  }
  const all = await runCommand(['export', 'checkouts'], { env })
  const response = await shop.get('/admin/export?what=checkouts', operator)
  expect(all).toEqual({ code: 0, err: '', out: await response.text() })
  expect(all.out.split('\r\n')).toHaveLength(4)

  const args = ['export', 'checkouts', '--since', '2026-01-02', '--status', 'expired']
  const { out } = await runCommand(args, { env })
  expect(out).toMatch(/^order,[\w,]+\r\nКиїв,[^\n]*\r\n$/)
  const wrong = await runCommand(['export', 'checkouts', '--status', 'lost'], { env })
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/400: .*status/) })
})

test.each([
  ['{"code":"malformed","detail":"search: too many"}', 'The server responded 400: search: too many.'],
  ['<p>Bad Request</p>', 'The server responded 400: one of the options is invalid.'],
])('a refusal %s is printed with its reason', async (body, message) => {
  const url = await listen((_request, response) => void response.writeHead(400).end(body))
  const result = await runCommand(['export', 'events', '--url', url], { env: { ADMIN_TOKEN: 't' } })
  expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) })
})

test('a reader that closes the pipe early ends the export quietly', async () => {
  const url = await listen((_request, response) => {
    const write = (): void =>
      void (response.destroyed || response.write('order,status\r\n', () => setImmediate(write)))
    write()
  })
  const child = spawnCommand(['export', 'checkouts', '--url', url], { env: { ADMIN_TOKEN: 't' } })
  child.stdout.once('data', () => child.stdout.destroy())
  const [[code], err] = await Promise.all([once(child, 'close'), text(child.stderr)])
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test.each([
  [['events', '--needs-review'], '--needs-review is a filter of checkouts and payouts, not of events.'],
  [['events', '--search', '1042'], '--search is a filter of checkouts and payouts, not of events.'],
  [['checkouts', '--type', 'checkout.failed'], '--type is a filter of events, not of checkouts.'],
])('a filter that the file does not have is refused: %j', async (args, message) => {
  const env = { ADMIN_TOKEN: 't', PAYPANE_URL: 'https://shop.example/pay' }
  const result = await runCommand(['export', ...args], { env })
  expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) })
})

test('an aborted export fails', async () => {
  const url = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('order,checkout\r\n', () => response.destroy())
  })
  const { code, err } = await runCommand(['export', 'events', '--url', url], { env: { ADMIN_TOKEN: 't' } })
  expect(code).toBe(1)
  expect(err).toContain('not complete')
})

test('the page of an app that answers any path is no export', async () => {
  const url = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title>'),
  )
  const { code, out, err } = await runCommand(['export', 'checkouts'], {
    env: { OPERATOR_TOKEN: operatorToken, PAYPANE_URL: url },
  })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('The server responded 200: no admin API at this address: check the base path')
})
