import { expect, test } from 'vitest'
import { createCircuitBreakers } from '../../../../src/server/lib/limits/circuit-breaker.ts'

test('while the service does not respond, one request is allowed every two seconds', () => {
  let now = 100_000
  const breaker = createCircuitBreakers({ now: () => now, after: () => () => undefined })('p2p')
  for (let failure = 0; failure < 8; failure += 1) {
    expect(breaker.allowsRequest()).toBe(true)
    breaker.recordFailure()
  }
  expect(breaker.allowsRequest()).toBe(false)
  now += 1999
  expect(breaker.allowsRequest()).toBe(false)
  now += 1
  expect(breaker.allowsRequest()).toBe(true)
  expect(breaker.allowsRequest()).toBe(false)
  breaker.recordSuccess()
  expect(breaker.allowsRequest()).toBe(true)
})

test('a clock that is set back keeps no request waiting for the time that it was ahead', () => {
  let now = 4 * 3_600_000
  const breaker = createCircuitBreakers({ now: () => now, after: () => () => undefined })('p2p')
  for (let failure = 0; failure < 8; failure += 1) breaker.recordFailure()
  now -= 3 * 3_600_000
  expect(breaker.allowsRequest()).toBe(true)
  expect(breaker.allowsRequest()).toBe(false)
})
