import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { runCrowd, type Step } from './crowd.ts'
import { harms } from './harms.ts'

const payers = 30
const calmest = { callbackLoss: 0, kills: 0, skew: 0, serviceSlow: 0 }
const worst = { callbackLoss: 100, kills: 240, skew: 10, serviceSlow: 50 }

async function stepsOf(seed: string, conditions: typeof calmest): Promise<Step[]> {
  const steps: Step[] = []
  await runCrowd({ seed, payers, ...conditions }, (step) => {
    steps.push(step)
  })
  return steps
}

test.each([
  ...(isFull ? ['1', '2', '3'].map((seed) => ({ seed, conditions: worst })) : []),
  { seed: '4', conditions: calmest },
  { seed: '5', conditions: { callbackLoss: 40, kills: 60, skew: 2, serviceSlow: 20 } },
])(
  'of the crowd of seed $seed no payment is lost or doubled under $conditions',
  async ({ seed, conditions }) => {
    const steps = await stepsOf(seed, conditions)
    expect(steps.flatMap(({ violations }) => violations)).toEqual([])
    expect(steps.at(-1)?.phase).toBe('over')
    // Whatever got lost: who has paid is paid.
    const last = new Map(steps.flatMap(({ dots }) => dots.map(({ payer, dot }) => [payer, dot])))
    expect([...last.values()]).not.toContain('sent')
    expect([...last.values()].filter((dot) => dot === 'paid').length).toBeGreaterThan(payers / 2)
  },
)

test.runIf(isFull)('the same seed gives the same crowd, however long each step is looked at', async () => {
  const steps = await stepsOf('6', worst)
  const slowly: Step[] = []
  await runCrowd({ seed: '6', payers, ...worst }, async (step) => {
    slowly.push(step)
    if (slowly.length % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  })
  expect(slowly).toEqual(steps)
})

test('what is called lost or doubled is a rule of the invariants', () => {
  const sources = globSync('test/simulator/**/*.ts', { exclude: ['**/harms.ts'] }).map((file) =>
    readFileSync(file, 'utf8').replaceAll(/\$\{[^}]*\}/g, 'Success'),
  )
  const unknown = Object.values(harms)
    .flat()
    .filter((part) => !sources.some((source) => source.includes(part)))
  expect(unknown).toEqual([])
})
