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

test('another cause is logged where that is asked for, each once, and not too many', () => {
  const linesWith = (maxMessages?: number): string[] => {
    const lines: string[] = []
    const log = ({ message }: LogLine) =>
      void lines.push(message.replace(' (retried; the end is logged)', ''))
    const options = { log, clock: manualClock(), endMessage: 'it is over' }
    const outage = createOutage(maxMessages === undefined ? options : { ...options, maxMessages })
    for (const cause of ['refused', '500', 'refused', '500', '401', '404']) outage.failed(cause)
    outage.ended()
    outage.failed('refused')
    return lines
  }
  expect(linesWith()).toEqual(['refused', 'it is over', 'refused'])
  expect(linesWith(3)).toEqual(['refused', '500', '401', 'it is over', 'refused'])
})
