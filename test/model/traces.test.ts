import { expect, test } from 'vitest'
import { runSeed } from '../simulator/simulate.ts'
import { openEmptyStores } from '../support/empty-stores.ts'
import { isFull } from '../support/full.ts'
import { accept } from './accept.ts'
import { newAttempt } from './attempt.ts'
import type { Attempt, News } from './state.ts'
import { recordTraces, type Trace } from './traces.ts'

async function tracesOf(seed: string): Promise<Trace[]> {
  const { observe, traces } = recordTraces()
  const { violation } = await runSeed(seed, await openEmptyStores.memory(), undefined, observe)
  expect(violation).toBeNull()
  return traces()
}

test('the model has the histories of the simulator, each as far as it is in its scope', async ({
  annotate,
}) => {
  let accepted = 0
  const outOfScope = new Map<string, number>()
  for (let seed = 1; seed <= (isFull ? 60 : 4); seed += 1)
    for (const trace of await tracesOf(String(seed))) {
      expect(accept(trace), trace.entry).toMatchObject({ isAccepted: true })
      accepted += 1
      const reason = trace.outOfScope
      if (reason !== null) outOfScope.set(reason, (outOfScope.get(reason) ?? 0) + 1)
    }
  const left = [...outOfScope].map(([reason, count]) => `${count} by ${reason}`).join(', ')
  await annotate(`${accepted} accepted; left the scope: ${left}`)
})

test('a trace that breaks a rule is rejected', async () => {
  const traces = [...(await tracesOf('2')), ...(await tracesOf('3')), ...(await tracesOf('4'))]
  // The search for the shortest ends soonest.
  const shortest = traces.toSorted((a, b) => a.observations.length - b.observations.length)
  const paid = shortest.find(
    (trace) => trace.observations.at(-1)?.stored.attempts.some(({ state }) => state === 'succeeded') === true,
  )
  if (paid === undefined) throw new Error('No trace of these seeds ends paid.')
  // The same writes, at a service that never says that it was paid.
  const observations = paid.observations.map(({ stored, service }) => ({
    stored,
    service: service.map((word) => (typeof word === 'number' ? 'pending' : word)),
  }))
  expect(accept({ ...paid, observations })).toMatchObject({ isAccepted: false })
})

test('a lookup that finds the order resolves its review, although a callback waits for another status', () => {
  const placed: Attempt = { ...newAttempt('transfer'), state: 'placed', details: true }
  const open: Attempt = { ...placed, review: { reason: 'unresolved', resolved: 'no', operatorOnly: false } }
  const called: Attempt = { ...open, callback: 2 }
  const found: Attempt = {
    ...called,
    review: { reason: 'unresolved', resolved: 'automatic', operatorOnly: false },
  }
  const stored = (attempt: Attempt, service: News | null) => ({
    stored: { attempts: [attempt], expired: false, refunds: [] },
    service: [service],
  })
  const observations = [
    stored(newAttempt('transfer'), null),
    stored(placed, 'pending'),
    stored(open, 'pending'),
    stored(called, 2),
    stored(found, 2),
  ]
  const { isAccepted } = accept({ asked: 2, enough: 2, words: [['pending', 2]], observations })
  expect(isAccepted).toBe(true)
})
