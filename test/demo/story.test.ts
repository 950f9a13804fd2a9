import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { storyOf } from '../../demo/app/story.ts'
import { chapters } from '../../demo/app/tour/chapters.ts'
import type { Message } from '../../demo/traffic/message.ts'

let lastId = 0
const message = (some: Partial<Message>): Message => ({
  id: ++lastId,
  at: lastId,
  from: 'page',
  to: 'server',
  method: 'POST',
  path: '/pay/checkouts',
  request: null,
  status: 200,
  response: null,
  ms: 3,
  ids: [],
  ...some,
})
const callback = { from: 'service', to: 'server', path: '/pay/callbacks/p2p/1' } as const
const toService = { from: 'server', to: 'service', path: '/core/api/v1/deposit-order' } as const

test.each<[Partial<Message>, string | undefined]>([
  [{ path: '/pay/checkouts' }, 'The payer opens the checkout.'],
  [{ path: '/pay/checkouts/co_1/attempts', request: { method: 'form' } }, 'The payer chooses the card form.'],
  [{ method: 'GET', path: '/pay/checkouts/co_1?wait=25', status: 304 }, undefined],
  [{ method: 'GET', path: '/pay/checkouts/co_1?wait=25', status: 'aborted' }, undefined],
  [
    { method: 'GET', path: '/pay/checkouts/co_1?wait=25', status: 'disconnected' },
    'The page does not reach the server. It keeps the details and tries again.',
  ],
  [{ path: '/pay/checkouts/co_1/attempts/1/sent' }, 'The payer reports the money as sent.'],
  [{ path: '/pay/checkouts/co_1/attempts/1/claim' }, 'The payer adds details to the claim.'],
  [{ ...toService, status: 503 }, 'The service fails: the order may exist or not.'],
  [
    { ...toService, path: '/orders/1/status', status: 503 },
    'The server looks up the order: no reliable response.',
  ],
  [toService, 'The server creates the order at the service.'],
  [{ ...toService, status: 423 }, 'The service refuses the order.'],
  [{ ...toService, status: 'disconnected' }, 'The connection breaks: the order may exist or not.'],
  [
    { ...toService, path: '/orders/1/status', status: 404 },
    'The server looks up the order: it does not exist.',
  ],
  [
    { ...toService, path: '/orders/1/status', response: { orderStatus: 'Success' } },
    'The server looks up the order: “Success”.',
  ],
  [{ ...toService, path: '/balance' }, undefined],
  [{ ...callback, request: { status: 'Success' } }, 'The service reports “Success”.'],
  [
    { ...callback, request: { status: 'Success' }, status: 401 },
    'A stranger reports “Success” with a wrong signature: rejected, nothing changes.',
  ],
  [
    { ...callback, request: { status: 'Success' }, status: 502 },
    'The service reports “Success”, but the server is down.',
  ],
])('%o reads: %s', (some, sentence) => {
  expect(storyOf([message(some)], [])[0]?.text).toBe(sentence)
})

test('the story is in order of time, and what repeats is one line', () => {
  const poll = { method: 'GET', path: '/pay/checkouts/co_1', status: 502 } as const
  const story = storyOf(
    [message({ at: 1 }), message({ ...poll, at: 2 }), message({ ...poll, at: 3 })],
    [{ id: 'evt_1', type: 'checkout.succeeded', seenAt: 4 }],
  )
  expect(story.map(({ tone, count }) => [tone, count])).toEqual([
    ['plain', 1],
    ['bad', 2],
    ['good', 1],
  ])
})

test('the salesperson’s script has every chapter of the tour, with its button', () => {
  const rows = readFileSync('docs/sell.md', 'utf8').replaceAll(/ +/g, ' ').split('\n')
  for (const { title, press } of chapters)
    expect(
      rows.some((row) => row.startsWith(`| ${title} | ${press} |`)),
      title,
    ).toBe(true)
})
