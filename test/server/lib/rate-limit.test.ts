import { expect, test } from 'vitest'
import { createStartLimiter } from '../../../src/server/checkout/start-limiter.ts'
import { createRateLimiter } from '../../../src/server/lib/rate-limit.ts'
import { manualClock } from '../harness.ts'

test('a key may record up to the limit within a sliding minute', () => {
  const clock = manualClock()
  const limiter = createRateLimiter({ clock, limit: 2, message: 'Too many.' })
  limiter.record('a')
  clock.advance(30_000)
  limiter.check('a')
  limiter.record('a')
  expect(() => limiter.check('a')).toThrow('Too many. Try again in 30 s.')
  limiter.check('b')
  clock.advance(30_000)
  limiter.check('a')
})

test('starts are limited by order and by client address separately', () => {
  const limiter = createStartLimiter(manualClock(), { order: 2, address: 1 })
  limiter.record('203.0.113.7', null)
  limiter.check('1042', '203.0.113.7')
  limiter.record('1042', '203.0.113.7')
  expect(() => limiter.check('1043', '203.0.113.7')).toThrow('Too many attempts')
  limiter.check('1042', null)
})
