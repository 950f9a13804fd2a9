import { array, assert as assertProperty, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  createAdaptiveLimit,
  highestLimit,
  lowestLimit,
} from '../../../../src/server/lib/limits/adaptive-limit.ts'

/** What a request meets while `running` requests run: its latency, or a failure after it. */
type Service = (running: number, n: number) => { ms: number; fails?: boolean }

function createLimit(): {
  limit: ReturnType<typeof createAdaptiveLimit>
  run(waves: number, service: Service, used?: number): void
} {
  let now = 0
  const limit = createAdaptiveLimit({ now: () => now })
  return {
    limit,
    /** Waves of as many requests as the limit allows, or as `used`. */
    run(waves, service, used = Number.POSITIVE_INFINITY) {
      for (let wave = 0; wave < waves; wave += 1) {
        const running = Math.min(limit.current(), used)
        const ends = Array.from({ length: running }, () => limit.start())
        const answers = ends
          .map((end, n) => ({ end, ...service(running, n) }))
          .sort((one, other) => one.ms - other.ms)
        const startedAt = now
        for (const { end, ms, fails = false } of answers) {
          now = startedAt + ms
          end(fails ? 'overloaded' : 'answered')
        }
      }
    },
  }
}

const steady: Service = () => ({ ms: 100 })
/** Answers 50 at once; more wait for their turn. */
const narrow: Service = (running) => ({ ms: 100 * Math.max(1, running / 50) })

const cases: [
  what: string,
  run: (given: ReturnType<typeof createLimit>) => void,
  least: number,
  most: number,
][] = [
  ['starts at 20', () => undefined, 20, 20],
  ['grows by one with each round that is not slow', ({ run }) => run(30, steady), 50, 50],
  ['stops at the highest', ({ run }) => run(500, steady), highestLimit, highestLimit],
  ['stays about what a narrow service answers at once', ({ run }) => run(2000, narrow), 50, 120],
  ['does not grow unused', ({ run }) => run(500, steady, 5), 20, 20],
  ['ignores single slow answers', ({ run }) => run(30, (_, n) => ({ ms: n === 0 ? 5000 : 100 })), 50, 50],
  ['ignores single failures', ({ run }) => run(30, (_, n) => ({ ms: 100, fails: n === 0 })), 50, 50],
  ['ignores noise of some milliseconds', ({ run }) => run(30, (_, n) => ({ ms: n % 20 })), 50, 50],
  [
    'is halved once by the failures of one round',
    ({ run }) => {
      run(80, steady)
      run(1, () => ({ ms: 10_000, fails: true }))
    },
    50,
    50,
  ],
  [
    'is lowest while the service fails',
    ({ run }) => run(10, () => ({ ms: 10, fails: true })),
    lowestLimit,
    lowestLimit,
  ],
  [
    'grows again after an outage',
    ({ run }) => {
      run(10, () => ({ ms: 10, fails: true }))
      run(60, steady)
    },
    70,
    70,
  ],
  [
    'learns the latency of a service that has become slower',
    ({ run }) => {
      run(60, steady)
      run(60, () => ({ ms: 400 }))
    },
    60,
    80,
  ],
]

test.each(cases)('the limit %s', (_, run, least, most) => {
  const given = createLimit()
  run(given)
  expect(given.limit.current()).toBeGreaterThanOrEqual(least)
  expect(given.limit.current()).toBeLessThanOrEqual(most)
})

test('whatever the service does, the limit stays between the lowest and the highest', () => {
  const phase = record({
    waves: integer({ min: 1, max: 300 }),
    ms: integer({ min: 0, max: 20_000 }),
    perRunning: integer({ min: 0, max: 50 }),
    failing: integer({ min: 0, max: 100 }),
  })
  assertProperty(
    property(array(phase, { maxLength: 5 }), (phases) => {
      const { limit, run } = createLimit()
      for (const { waves, ms, perRunning, failing } of phases) {
        run(waves, (running, n) => ({ ms: ms + running * perRunning, fails: (n * 37) % 100 < failing }))
        expect(limit.current()).toBeGreaterThanOrEqual(lowestLimit)
        expect(limit.current()).toBeLessThanOrEqual(highestLimit)
      }
    }),
    { numRuns: 30 },
  )
})
