import { describe, expect, test } from 'vitest'
import { type Metric, memoryStore } from '../../../../src/server/index.ts'
import { createRateLimiter, type RateLimiter } from '../../../../src/server/lib/limits/rate-limit.ts'
import { ProblemError } from '../../../../src/server/lib/problem.ts'
import { manualClock } from '../../harness.ts'

function createLimiter(limit: number) {
  const clock = manualClock()
  const metrics: Metric[] = []
  const limiter = createRateLimiter({
    store: memoryStore(),
    clock,
    onMetric: (metric) => metrics.push(metric),
    purpose: 'address_starts',
    limit,
    message: 'Too many.',
  })
  return { limiter, clock, metrics }
}

/** How many of `count` concurrent uses are granted. */
async function granted(limiter: RateLimiter, key: string | null, count: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: count }, () => limiter.reserve(key)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('a limit per minute', () => {
  test('holds for concurrent uses, until the minute is over', async () => {
    const { limiter, clock, metrics } = createLimiter(60)
    expect(await granted(limiter, 'a', 200)).toBe(60)
    expect(metrics).toEqual(Array(140).fill({ type: 'rate_limited', purpose: 'address_starts' }))
    clock.advance(30_000)
    await expect(limiter.reserve('a')).rejects.toMatchObject({
      message: 'Too many. Try again in 30 s.',
      headers: { 'retry-after': '30' },
    })
    expect(await granted(limiter, 'b', 1)).toBe(1)
    clock.advance(30_000)
    expect(await granted(limiter, 'a', 200)).toBe(60)
  })

  test('does not wait for the time of a clock that was ahead', async () => {
    const { limiter, clock } = createLimiter(2)
    const yearMs = 365 * 24 * 3_600_000
    clock.advance(yearMs)
    expect(await granted(limiter, 'a', 3)).toBe(2)
    expect(limiter.isLimited('a')).toBe(true)
    clock.advance(-yearMs)
    expect(limiter.isLimited('a')).toBe(false)
    expect(await granted(limiter, 'a', 3)).toBe(2)
  })

  test('counts an IPv6 address with its /64 network, and IPv4-mapped addresses as IPv4', async () => {
    const { limiter } = createLimiter(2)
    expect(await granted(limiter, '2001:db8::1', 1)).toBe(1)
    expect(await granted(limiter, '2001:0db8:0:0:ffff::2', 1)).toBe(1)
    expect(await granted(limiter, '2001:db8::3', 1)).toBe(0)
    expect(await granted(limiter, '2001:db8:0:1::1', 1)).toBe(1)
  })

  test('is shared, and ten times as high, where the key is unknown', async () => {
    expect(await granted(createLimiter(2).limiter, null, 50)).toBe(20)
  })
})

describe('work that counts if it fails', () => {
  const unknown = () => Promise.reject(new ProblemError('order_unknown'))
  const known = () => Promise.resolve('known')

  test('is not limited while it succeeds', async () => {
    const { limiter } = createLimiter(2)
    for (let n = 0; n < 10; n += 1)
      expect(await limiter.countFailures('a', ['order_unknown'], known)).toBe('known')
  })

  test('is refused once the failures reach the limit', async () => {
    const { limiter } = createLimiter(2)
    const codes: unknown[] = []
    for (let n = 0; n < 4; n += 1)
      await limiter.countFailures('a', ['order_unknown'], unknown).catch((error) => codes.push(error.code))
    expect(codes).toEqual(['order_unknown', 'order_unknown', 'rate_limited', 'rate_limited'])
    await expect(limiter.countFailures('a', ['order_unknown'], known)).rejects.toMatchObject({
      code: 'rate_limited',
    })
  })

  test('does not start beyond the limit while other work is running', async () => {
    const { limiter } = createLimiter(3)
    let started = 0
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        limiter.countFailures('a', ['order_unknown'], () => {
          started += 1
          return unknown()
        }),
      ),
    )
    expect(started).toBe(3)
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  })
})
