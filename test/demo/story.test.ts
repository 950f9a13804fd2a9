import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { storyOf, storyParts } from '../../demo/app/story.ts'
import { chapters } from '../../demo/app/tour/chapters.ts'
import { en } from '../../demo/app/words/en.ts'
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
  [{ path: '/pay/checkouts' }, 'Opens the checkout.'],
  [{ path: '/pay/checkouts/co_1/attempts', request: { method: 'form' } }, 'Chooses the card form.'],
  [{ method: 'GET', path: '/pay/checkouts/co_1?wait=25', status: 304 }, undefined],
  [{ method: 'GET', path: '/pay/checkouts/co_1?wait=25', status: 'aborted' }, undefined],
  [
    { method: 'GET', path: '/pay/checkouts/co_1?wait=25', status: 'disconnected' },
    'Cannot reach your server. The page keeps the details and tries again.',
  ],
  [{ path: '/pay/checkouts/co_1/attempts/1/sent' }, 'Says that the money is sent.'],
  [{ path: '/pay/checkouts/co_1/attempts/1/claim' }, 'Adds details to the claim.'],
  [
    { ...toService, status: 503 },
    'Requests the payment details, and the service fails: the order may exist or not.',
  ],
  [{ ...toService, path: '/orders/1/status', status: 503 }, 'Looks up the order: no reliable response.'],
  [toService, 'Requests the payment details.'],
  [{ ...toService, status: 423 }, 'Requests the payment details: refused.'],
  [
    { ...toService, status: 'disconnected' },
    'Requests the payment details, and the connection breaks: the order may exist or not.',
  ],
  [{ ...toService, path: '/orders/1/status', status: 404 }, 'Looks up the order: it does not exist.'],
  [
    { ...toService, path: '/orders/1/status', response: { orderStatus: 'Success' } },
    'Looks up the order: the money has arrived.',
  ],
  [{ ...toService, path: '/balance' }, undefined],
  [{ ...callback, request: { status: 'Success' } }, 'Reports: the money has arrived.'],
  [
    { ...callback, request: { status: 'Success' }, status: 401 },
    'Claims that the money has arrived, with a wrong signature: rejected, nothing changes.',
  ],
  [{ ...callback, request: { status: 'Success' }, status: 502 }, 'Reports news, but your server is down.'],
])('%o reads: %s', (some, sentence) => {
  expect(storyOf([message(some)], [], en)[0]?.text).toBe(sentence)
})

test('the story is in order of time, and what repeats is one line', () => {
  const poll = { method: 'GET', path: '/pay/checkouts/co_1', status: 502 } as const
  const story = storyOf(
    [message({ at: 1 }), message({ ...poll, at: 2 }), message({ ...poll, at: 3 })],
    [{ id: 'evt_1', type: 'checkout.succeeded', seenAt: 4, isWatched: false }],
    en,
  )
  expect(story.map(({ tone, count }) => [tone, count])).toEqual([
    ['plain', 1],
    ['bad', 2],
    ['good', 1],
  ])
  expect(storyParts(story).map(({ actor, lines }) => [actor, lines.length])).toEqual([
    ['payer', 2],
    ['yourShop', 1],
  ])
})

test.each([
  ['checkout.failed', true, 'Not paid. Your server keeps watching.'],
  // Of a form, or of a request that was refused.
  ['checkout.failed', false, 'Not paid.'],
  ['checkout.expired', true, 'The time is over. Your server keeps watching.'],
  // Before the payer has chosen a method.
  ['checkout.expired', false, 'The time is over.'],
])('%s of an attempt that is watched (%s) reads: %s', (type, isWatched, sentence) => {
  expect(storyOf([], [{ id: 'evt_1', type, seenAt: 1, isWatched }], en)[0]?.text).toBe(sentence)
})

test('a status that the demo does not know is in the service’s own word', () => {
  const story = storyOf([message({ ...callback, request: { status: 'Held' } })], [], en)
  expect(story[0]?.text).toBe('Reports “Held”.')
})

test('the salesperson’s script has every chapter of the tour, with its button', () => {
  const rows = readFileSync('docs/sell.md', 'utf8').replaceAll(/ +/g, ' ').split('\n')
  for (const { title, press } of chapters)
    expect(
      rows.some((row) => row.startsWith(`| ${en[title]} | ${en[press]} |`)),
      title,
    ).toBe(true)
})
