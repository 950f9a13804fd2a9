import type { Random } from '../../src/sandbox/random.ts'
import type { Scheduler } from './scheduler.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** By how much a clock is set wrong: more than the server bears. */
const errors = [
  -700 * dayMs,
  -3 * hourMs,
  -6 * minuteMs,
  6 * minuteMs,
  3 * hourMs,
  40 * dayMs,
  1100 * dayMs,
] as const
/** Shorter than the ten minutes after which a server trusts a clock that nothing can confirm. */
const lengths = [300, 5000, minuteMs, 4 * minuteMs] as const
const longestPauseMs = 15 * minuteMs

type Wrong = 'one machine' | 'all machines' | 'the database'

/** The clocks of the machines and of their database. Each but the service's is set wrong at times, and right again. */
export interface Clocks {
  /** By how much the clock of an instance is wrong now. */
  errorOf(instance: number): number
  /** That of the database. */
  databaseError(): number
  /** How often a clock was set. */
  changes(): number
  areWrong(): boolean
  /** All are right from now on. */
  end(): void
}

export function createClocks(
  { after }: Pick<Scheduler, 'after'>,
  random: Random,
  {
    whose,
    onWrong,
  }: {
    /** Null: no clock is ever set. */
    whose: readonly [Wrong, ...Wrong[]] | null
    onWrong(what: string, ms: number): void
  },
): Clocks {
  let wrong: { who: Wrong; instance: number; by: number } | null = null
  let changes = 0
  let hasEnded = false

  function setRight(): void {
    wrong = null
    changes += 1
  }

  function setWrong(): void {
    if (hasEnded || whose === null) return
    const ms = random.pick(lengths)
    wrong = { who: random.pick(whose), instance: random.int(3), by: random.pick(errors) }
    changes += 1
    onWrong(`the clock of ${wrong.who}: ${wrong.by / minuteMs} minutes for ${ms} ms`, ms)
    after(ms, () => {
      setRight()
      after(random.int(longestPauseMs), setWrong)
    })
  }

  if (whose !== null) after(random.int(longestPauseMs), setWrong)
  return {
    errorOf: (instance) =>
      wrong?.who === 'all machines' || (wrong?.who === 'one machine' && wrong.instance === instance)
        ? wrong.by
        : 0,
    databaseError: () => (wrong?.who === 'the database' ? wrong.by : 0),
    changes: () => changes,
    areWrong: () => wrong !== null,
    end() {
      hasEnded = true
      setRight()
    },
  }
}
