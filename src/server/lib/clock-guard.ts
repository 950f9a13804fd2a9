/** What a machine's clock is compared with. */
export type OtherClock =
  | { database(): Promise<number> }
  | {
      /** When the newest checkout was stored; null without any. */
      newestStored(): Promise<number | null>
      /** The clock of the payments service; null if its responses state none. Rejects if it cannot be reached. */
      service(): Promise<number | null>
      /** Milliseconds that pass, whatever the clock is set to. */
      elapsed(): number
    }

interface ClockGuardOptions {
  now(): number
  /** Null: a clock that is given is right. */
  other: OtherClock | null
}

/** More than leases, tokens and schedules have to bear in any case. */
const toleranceMs = 5 * 60_000
/** A service that cannot be reached keeps the work waiting for this long: a machine that has just started gets its time. */
const maxWaitMs = 10 * 60_000
/** A shop is seldom idle for longer, so its work waits until the service can be reached. */
const maxGapMs = 24 * 3_600_000

/** A clock that is set is not before the first version. */
const earliest = Date.UTC(2026, 0, 1)

/** The clock of this machine is wrong, or nothing has confirmed it yet. */
class ClockError extends Error {
  override readonly name = 'ClockError'
  /** Where the documentation explains the error. */
  readonly docs = 'docs/errors.md#clockerror'
}

/** Keeps a process from working by a wrong clock: it would expire what is open and end what is watched, for good. */
export function createClockGuard({ now, other }: ClockGuardOptions) {
  let problem: string | null = null
  let doubt: string | null = null
  let doubtSince = 0
  /** The newest time that the clock was right at, and what had elapsed then. */
  let right: { at: number; elapsed: number } | null = null

  /** Throws if the last check found the clock wrong. */
  const assertRight = (): void => {
    if (problem !== null) throw new ClockError(problem)
  }

  /** Without a clock in the database: a time that does not follow from the last right one is compared with the service's. */
  async function compareWithService(
    at: number,
    { newestStored, service, elapsed }: Exclude<OtherClock, { database: unknown }>,
  ): Promise<void> {
    const now = elapsed()
    if (right === null) {
      const newest = await newestStored()
      right = { at: newest ?? at, elapsed: now }
    }
    const gap = at - right.at - (now - right.elapsed)
    const settle = (found: string | null): void => {
      doubt = null
      problem = found
      if (found === null) right = { at, elapsed: now }
    }
    if (Math.abs(gap) <= toleranceMs) return settle(null)
    const serviceAt = await service().catch(() => 'unreachable' as const)
    if (typeof serviceAt === 'number') return settle(difference(at, serviceAt, 'payments service'))
    const isEndless = serviceAt === 'unreachable' && gap > maxGapMs
    if (doubt === null) doubtSince = now
    doubt = `${own(at)}, but was last right at ${isoTime(right.at)}: no work is done until the payments service confirms it${isEndless ? '' : ', or for ten minutes'}.`
    if (!isEndless && now - doubtSince >= maxWaitMs) settle(null)
  }

  return {
    /** Compares this machine's clock with another one. Rejects while it is wrong. */
    async check(): Promise<void> {
      const at = now()
      if (at < earliest) problem = `${own(at)}, which has passed long ago: nothing is done until it is set.`
      else if (other === null) problem = null
      else if ('database' in other) problem = difference(at, await other.database(), 'database')
      else await compareWithService(at, other)
      assertRight()
    },
    assertRight,
    /** Throws also while the clock may be wrong and nothing has confirmed it: too little to expire or delete by. */
    assertConfirmed(): void {
      assertRight()
      if (doubt !== null) throw new ClockError(doubt)
    },
  }
}

const isoTime = (at: number): string => new Date(at).toISOString()
const own = (at: number): string => `The clock of this machine is at ${isoTime(at)}`

const difference = (at: number, other: number, owner: string): string | null =>
  Math.abs(at - other) <= toleranceMs
    ? null
    : `${own(at)}, that of the ${owner} at ${isoTime(other)}: nothing is done until they agree.`
