import { createRandom, type Random } from '../../src/sandbox/random.ts'
import { memoryStore } from '../../src/server/index.ts'
import { calm } from './conditions.ts'
import { createWorld } from './create-world.ts'
import { act, drawPayer, payersStay } from './crowd-payers.ts'
import { createStory, type StoryStep } from './crowd-story.ts'
import { settle } from './determinism.ts'
import { InvariantViolation } from './violation.ts'
import { finish } from './world/finish.ts'
import { instanceAt, jumpClock, stopInstances } from './world/instances.ts'
import { closeTab } from './world/tabs.ts'
import type { World } from './world.ts'

/** What goes wrong around a crowd of payers. */
export interface Conditions {
  /** Percent of the service's callbacks that never arrive, and of their acknowledgements. */
  callbackLoss: number
  /** How many servers are killed in an hour. */
  kills: number
  /** By how many seconds at most a server's clock is wrong. */
  skew: number
  /** Percent of the service's requests, and of its responses, that take up to 15 s. */
  serviceSlow: number
}

export interface CrowdOptions extends Conditions {
  seed: string
  payers: number
}

export interface Step extends StoryStep {
  phase: 'payers' | 'settling' | 'over'
}

const payersWithin = 12 * 60
const servers = 3
const secondsPerCheck = 10
/** Nobody watches what is left to do hours later. */
const secondsPerSettlingStep = 60

/** Runs the history of a seed under these conditions. It waits for `onStep`, about once a virtual second. */
export async function runCrowd(
  { seed, payers: payerCount, callbackLoss, kills, skew, serviceSlow }: CrowdOptions,
  onStep: (step: Step) => Promise<void> | void,
): Promise<void> {
  const random = createRandom(`crowd ${seed}`)
  const arrivals = Array.from({ length: payerCount }, () => random.int(payersWithin * 1000))
  const payers = arrivals.sort((a, b) => a - b).map((at, index) => drawPayer(random, at, index))
  const conditions = { ...calm, callbackLoss, serviceSlow, skewMs: skew * 1000, moreInstances: servers - 1 }
  const story = createStory(payers.map(({ order }) => order))
  const world = createWorld(`crowd ${seed}`, memoryStore(), conditions, () => undefined, {
    maxTabs: payerCount,
    observe: (fact) => story.observe(fact),
  })
  story.start(world)
  const { advance, check } = world

  const checkQuietly = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof InvariantViolation)) throw error
      story.onViolation(error.message)
    }
    story.counts.checks += 1
  }
  world.check = () => checkQuietly(check)
  let phase: Step['phase'] = 'payers'
  const step = async (): Promise<void> => {
    await settle()
    await onStep({ phase, ...story.takeStep() })
  }
  // `finish` advances hours: each part of them is a step, too.
  world.advance = async (seconds) => {
    const part = phase === 'payers' ? 1 : secondsPerSettlingStep
    // Lost for good: `finish` ends all faults, and the service would send them once more.
    world.conditions.callbackLoss = callbackLoss
    for (let left = seconds; left > 0; left -= part) {
      await advance(Math.min(part, left))
      await step()
    }
  }

  for (const payer of payers) world.scheduler.after(payer.arrives, () => void act(world, payer, story))
  planKills(world, random, kills)
  planClocks(world, random, skew)
  try {
    for (let seconds = 0; seconds < payersWithin + payersStay; seconds += secondsPerCheck) {
      await world.advance(secondsPerCheck)
      await world.check()
    }
    phase = 'settling'
    for (const tab of [...world.tabs]) closeTab(world, tab)
    await checkQuietly(() => finish(world, 'lost'))
  } finally {
    story.end()
    await stopInstances(world)
  }
  phase = 'over'
  await step()
}

function planKills(world: World, random: Random, perHour: number): void {
  const { scheduler } = world
  if (perHour === 0) return
  const next = (): void => {
    scheduler.after(random.int((2 * 3600_000) / perHour), () => {
      if (scheduler.now() > startedAt + (payersWithin + payersStay) * 1000) return
      // After some of its next calls of a database or the service.
      instanceAt(world, random.int(servers)).gate.stopAfter(random.int(12), 'crash')
      next()
    })
  }
  const startedAt = scheduler.now()
  next()
}

function planClocks(world: World, random: Random, seconds: number): void {
  if (seconds === 0) return
  for (let which = 0; which < servers; which += 1) {
    const next = (): void => {
      jumpClock(world, which, (random.int(2001) - 1000) * seconds)
      world.scheduler.after(20_000 + random.int(100_000), next)
    }
    next()
  }
}
