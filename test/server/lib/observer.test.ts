import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogLine, PaypaneOptions } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'

const failure = new Error('the monitoring is down')
const throws = () => {
  throw failure
}
const rejects = async () => {
  throw failure
}

/** What is printed in place of the shop's own log. */
const printed: string[] = []
beforeEach(() => {
  printed.length = 0
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => void vi.restoreAllMocks())

/** A payment with a callback, from its first request to its event. */
async function pay(paypane: Partial<PaypaneOptions>) {
  const harness = createHarness({ paypane })
  const { id, status, action } = await harness.createCheckout('1042', 'transfer')
  expect({ status, action }).toMatchObject({ status: 'pending', action: { type: 'transfer' } })
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(10)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
  const [delivery, ...others] = await harness.store.eventsOf(id)
  expect({ ...delivery, others }).toMatchObject({ tries: 1, deliveredAt: expect.any(Number), others: [] })
  await harness.paypane.close()
}

test.each([throws, rejects])(
  'an onMetric() that %o stops no payment and is logged once',
  async (onMetric) => {
    const logs: LogLine[] = []
    await pay({ onMetric, log: (line) => void logs.push(line) })
    expect(logs.filter(({ level }) => level === 'error')).toEqual([
      {
        level: 'error',
        message: 'onMetric() failed, so measurements are missing; logged once: Error: the monitoring is down',
      },
    ])
  },
)

test.each([throws, rejects])('a log() that %o stops no payment, and its lines are printed', async (log) => {
  await pay({ log })
  const lines = printed.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({ message: 'checkout.succeeded', logError: 'Error: the monitoring is down' }),
  )
})
