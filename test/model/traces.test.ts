import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { accept } from './accept.ts'
import { tracesOf } from './traces.ts'

test.runIf(isFull)(
  'the model accepts what the code writes in histories of the simulator',
  async ({ annotate }) => {
    const rejected: string[] = []
    const outOfScope = new Map<string, number>()
    let accepted = 0
    for (let seed = 1; seed <= 20; seed += 1)
      for (const trace of await tracesOf(String(seed))) {
        if (trace.outOfScope !== null)
          outOfScope.set(trace.outOfScope, (outOfScope.get(trace.outOfScope) ?? 0) + 1)
        else {
          const { accepted: isAccepted, followed } = accept(trace)
          if (isAccepted) accepted += 1
          else
            rejected.push(`seed ${seed}, ${trace.checkout}: ${JSON.stringify(trace.observations[followed])}`)
        }
      }
    const share = accepted / (accepted + rejected.length)
    const left = [...outOfScope].map(([reason, count]) => `${count} of ${reason}`).join(', ')
    await annotate(`${accepted} accepted, ${rejected.length} rejected; out of scope: ${left}`)
    expect(accepted).toBeGreaterThan(50)
    expect(share, rejected.join('\n')).toBeGreaterThanOrEqual(0.95)
  },
  240_000,
)

test('a trace that breaks a rule is rejected', async () => {
  const traces = [...(await tracesOf('2')), ...(await tracesOf('3')), ...(await tracesOf('4'))]
  const paid = traces.find(
    (trace) =>
      trace.outOfScope === null &&
      trace.observations.at(-1)?.stored.attempts.some(({ state }) => state === 'succeeded') === true &&
      accept(trace).accepted,
  )
  if (paid === undefined) throw new Error('No trace of these seeds ends paid.')
  // The same writes, at a service that never says that it was paid.
  const observations = paid.observations.map(({ stored, service }) => ({
    stored,
    service: service.map((word) => (typeof word === 'number' ? 'pending' : word)),
  }))
  expect(accept({ ...paid, observations }).accepted).toBe(false)
})
