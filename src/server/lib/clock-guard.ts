/** Keeps a process from working by a wrong clock: it would expire what is open and end what is watched, for good. */
export interface ClockGuard {
  /** Reads the database's clock. Rejects while this machine's clock is wrong. */
  check(): Promise<void>
  /** Throws if the last check found the clock wrong. */
  assertRight(): void
}

interface ClockGuardOptions {
  now(): number
  /** The database's clock; undefined where that is this machine's. */
  databaseNow: (() => Promise<number>) | undefined
}

/** More than leases, tokens and schedules have to bear in any case. */
const toleranceMs = 5 * 60_000

/** A clock that is set is not before the first version. */
const earliest = Date.UTC(2026, 0, 1)

export function createClockGuard({ now, databaseNow }: ClockGuardOptions): ClockGuard {
  let problem: string | null = null
  const assertRight = (): void => {
    if (problem !== null) throw new Error(problem)
  }
  return {
    async check() {
      const database = await databaseNow?.()
      problem = clockProblem(now(), database ?? null)
      assertRight()
    },
    assertRight,
  }
}

function clockProblem(at: number, database: number | null): string | null {
  const own = `The clock of this machine is at ${new Date(at).toISOString()}`
  if (at < earliest) return `${own}, which has passed long ago: nothing is done until it is set.`
  if (database === null || Math.abs(at - database) <= toleranceMs) return null
  return `${own}, that of the database at ${new Date(database).toISOString()}: nothing is done until they agree.`
}
