import { expect, test } from 'vitest'
import { groupMessages } from '../../demo/app/traffic-rows.ts'
import type { Message } from '../../demo/traffic/message.ts'

const message = (id: number, some: Partial<Message> = {}): Message => ({
  id,
  at: id,
  from: 'server',
  to: 'service',
  method: 'GET',
  path: '/orders/1/status',
  request: null,
  status: 200,
  response: { orderStatus: 'Processing' },
  ms: 3,
  ids: [],
  ...some,
})
const longPoll = (id: number) =>
  message(id, { from: 'page', to: 'server', path: '/pay/checkouts/co_1', status: 304 })

test('repeated requests with the same response are one row, also between long polls', () => {
  const lines = groupMessages([message(1), longPoll(2), message(3), message(4)])
  expect(lines.map(({ id, count }) => [id, count])).toEqual([
    [2, 1],
    [1, 3],
  ])
})

test('another response and every POST is a separate row; the newest is first', () => {
  const paid = message(2, { response: { orderStatus: 'Success' } })
  const post = (id: number) => message(id, { method: 'POST', path: '/orders' })
  expect(groupMessages([message(1), paid, post(3), post(4)]).map(({ id }) => id)).toEqual([4, 3, 2, 1])
})
