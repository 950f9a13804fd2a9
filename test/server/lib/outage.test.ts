import { expect, test } from 'vitest'
import type { LogLine } from '../../../src/server/index.ts'
import { createOutage } from '../../../src/server/lib/outage.ts'
import { manualClock } from '../harness.ts'

test('an outage lasts as long as it lasts, whatever the clock is set to', () => {
  const logs: LogLine[] = []
  let elapsed = 0
  const clock = { ...manualClock(), elapsed: () => elapsed }
  const hour = 3_600_000
  const outage = createOutage({ log: (line) => void logs.push(line), clock, endMessage: 'it is over' })
  clock.advance(hour)
  outage.failed('the clock is an hour ahead')
  clock.advance(-hour)
  elapsed += 90_000
  outage.ended()
  expect(logs).toMatchObject([{ seconds: 0 }, { message: 'it is over', seconds: 90 }])
})
