import { createRandom, type Random } from '../../src/sandbox/random.ts'
import { accept } from '../model/accept.ts'
import { recordTraces } from '../model/traces.ts'
import type { EmptyStores } from '../support/empty-stores.ts'
import { type Conditions, calm } from './conditions.ts'
import { createWorld } from './create-world.ts'
import type { Fact } from './fact.ts'
import { drawMoves, type Move } from './moves.ts'
import type { Service } from './service.ts'
import { InvariantViolation } from './violation.ts'
import { finish } from './world/finish.ts'
import { stopInstances } from './world/instances.ts'

/** A condition that does not hold, or a step. A failing history is shortened by leaving parts out. */
type Part = { text: string; condition: Partial<Conditions> } | (Move & { condition?: undefined })

interface History {
  parts: Part[]
  undelivered: 'delivered' | 'lost'
}

export interface Outcome {
  /** What broke a rule; null: nothing. */
  violation: string | null
  log: string[]
}

const percent = (max: number) => (random: Random) => 1 + random.int(max)

/** How each condition is drawn, where a history has it. */
const drawCondition: { [name in keyof Conditions]: (random: Random) => number } = {
  payerLoss: percent(20),
  payerDuplicate: percent(20),
  payerSlow: percent(50),
  serviceLoss: percent(20),
  serviceDuplicate: percent(20),
  serviceSlow: percent(30),
  callbackLoss: (random) => (random.int(2) === 0 ? 100 : 1 + random.int(40)),
  callbackDuplicate: percent(40),
  callbackSlow: percent(80),
  hintLoss: percent(100),
  storeSlow: percent(20),
  storeFailure: percent(8),
  crash: percent(10),
  orderFailure: percent(20),
  eventFailure: percent(30),
  eventSlow: percent(20),
  quietAmounts: () => 1,
  approval: () => 1,
  skewMs: () => 2000,
  moreInstances: (random) => 1 + random.int(2),
  slowPasses: percent(25),
  cascade: () => 1,
  retention: (random) => random.pick([5, 60, 300, 1200]),
  tokens: (random) => 1 + random.int(2),
  fewAttempts: () => 1,
  payoutLimit: () => 1,
  lateCards: () => 1,
  payerFields: (random) => 1 + random.int(2),
  keyRotation: () => 1,
  wrongClocks: (random) => 1 + random.int(2),
  damagedRows: () => 1,
  lateClaims: () => 1,
  tolerance: () => 1,
  sparseDetails: percent(40),
  sharedKeys: () => 1,
}

/** Each drawn by itself and after the moves, so that the histories without it stay what they were. */
const drawnLast: readonly string[] = [
  'retention',
  'tokens',
  'fewAttempts',
  'payoutLimit',
  'lateCards',
  'payerFields',
  'keyRotation',
  'wrongClocks',
  'damagedRows',
  'lateClaims',
  'tolerance',
  'sparseDetails',
  'sharedKeys',
] satisfies (keyof Conditions)[]

function drawHistory(seed: string): History {
  const random = createRandom(`history ${seed}`)
  const conditionsOf = (isDrawn: (name: string) => boolean, source: Random): Part[] =>
    Object.entries(drawCondition).flatMap(([name, draw]) => {
      if (!isDrawn(name)) return []
      const value = draw(source)
      const holds = source.int(3) === 0 || (name === 'moreInstances' && source.int(2) === 0)
      return !holds ? [] : [{ text: `${name} ${value}`, condition: { [name]: value } }]
    })
  const conditions = conditionsOf((name) => !drawnLast.includes(name), random)
  const moves = drawMoves(random)
  const undelivered = random.pick(['delivered', 'lost'] as const)
  const last = drawnLast.flatMap((drawn) =>
    conditionsOf((name) => name === drawn, createRandom(`${drawn} ${seed}`)),
  )
  return { parts: [...conditions, ...moves, ...last], undelivered }
}

/** Runs the history of a seed. `kept`: only these of its parts. */
export async function runSeed(
  seed: string,
  stores: EmptyStores,
  kept?: readonly number[],
  onFact: (fact: Fact, service: Service) => void = () => undefined,
): Promise<Outcome> {
  const { parts, undelivered } = drawHistory(seed)
  const log: string[] = []
  const conditions = { ...calm }
  const drawn: string[] = []
  const recorder = recordTraces()
  const observe = (fact: Fact, service: Service): void => {
    recorder.observe(fact, service)
    onFact(fact, service)
  }
  const all = parts
    .map((part, index) => ({ ...part, index }))
    .filter(({ index }) => kept?.includes(index) ?? true)
  for (const { text, condition, index } of all) {
    if (condition === undefined) continue
    Object.assign(conditions, condition)
    drawn.push(text)
    log.push(`[${index}] ${text}`)
  }
  try {
    await stores.use(async (store, database) => {
      const world = createWorld(seed, store, conditions, (line) => log.push(line), { ...database, observe })
      observe({ type: 'history', conditions: drawn }, world.service)
      try {
        for (const part of all) {
          if (part.condition !== undefined) continue
          observe({ type: 'move', text: part.text }, world.service)
          world.log(`[${part.index}] ${part.text}`)
          await part.perform(world)
          await world.check()
        }
        await finish(world, undelivered)
      } finally {
        await stopInstances(world)
      }
    })
    for (const { entry, ...trace } of recorder.traces()) {
      const { isAccepted, followed } = accept(trace)
      const [before, after] = [followed - 1, followed].map((at) => JSON.stringify(trace.observations[at]))
      if (!isAccepted)
        throw new InvariantViolation(`${entry} is not what the model has: ${before}, then ${after}`)
    }
    return { violation: null, log }
  } catch (error) {
    if (error instanceof InvariantViolation) return { violation: error.message, log }
    return { violation: error instanceof Error ? (error.stack ?? error.message) : String(error), log }
  }
}

/** The smallest history of the seed that still breaks a rule: parts are left out, halves first. */
export async function shorten(seed: string, stores: EmptyStores): Promise<Outcome & { kept: number[] }> {
  let kept = drawHistory(seed).parts.map((_, index) => index)
  let outcome = await runSeed(seed, stores, kept)
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const fewer = kept.toSpliced(from, size)
      const candidate = await runSeed(seed, stores, fewer)
      if (candidate.violation === null) from += size
      else {
        kept = fewer
        outcome = candidate
      }
    }
  }
  return { ...outcome, kept }
}
