import type { Clock } from './clock.ts'

/** What a machine's clock is compared with. */
export type OtherClock =
  | { database(): Promise<number> }
  | {
      /** When the newest checkout or payout was stored; null without any. */
      newestStored(): Promise<number | null>
      /** The clock of the payments service; null if its responses state none. Rejects if it cannot be reached. */
      service(): Promise<number | null>
    }

/** A time by this clock. */
interface Reading {
  at: number
  /** What had elapsed by then. */
  elapsed: number
  /** By this process; otherwise it is the time of what was stored last, and a shop may have been idle since. */
  isConfirmed: boolean
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
export class ClockError extends Error {
  override readonly name = 'ClockError'
  /** Where the documentation explains the error. */
  readonly docs = 'docs/errors.md#clockerror'
}

/**
 * Keeps a process from working by a wrong clock: it would expire what is open, end what is watched and mistake a create
 * that is in flight for one that is over. `onOffset`: by how much the clock is ahead of the database's, at least.
 */
export function createClockGuard(
  clock: Clock,
  other: OtherClock,
  onOffset: (offsetMs: number) => void = () => undefined,
) {
  const now = (): number => clock.now()
  const elapsed = (): number => clock.elapsed?.() ?? 0
  /** The newest time that the clock was right at. */
  let right: Reading | null = null
  /** What the last comparison found wrong, and the newest time that another clock has contradicted. */
  let wrong: { message: string; reading: Reading | null } | null = null
  /** The time does not follow from the last right one, and the service cannot confirm it. `since`: what had elapsed. */
  let doubt: { message: string; since: number } | null = null
  let checking: Promise<void> | null = null

  const read = (): Reading => ({ at: now(), elapsed: elapsed(), isConfirmed: true })
  /** By how much the clock was set between them. */
  const gapBetween = (earlier: Reading, later: Reading): number =>
    later.at - earlier.at - (later.elapsed - earlier.elapsed)

  /** What is wrong by the last check, or was set since; null: nothing. */
  function currentProblem(): string | null {
    if (wrong !== null) return wrong.message
    if (right?.isConfirmed !== true || !isFar(gapBetween(right, read()))) return null
    return doubt?.message ?? `${own(now())}, to which it was set: nothing is done until that is checked.`
  }
  function throwIf(message: string | null): void {
    if (message !== null) throw new ClockError(message)
  }

  function settle(reading: Reading, difference: string | null): void {
    doubt = null
    wrong = difference === null ? null : { message: difference, reading }
    if (difference === null) right = reading
  }

  /**
   * Without a clock in the database: at a start with anything stored, and where the time does not follow from the last right
   * one, it is compared with the service's.
   */
  async function compareWithService({
    newestStored,
    service,
  }: Exclude<OtherClock, { database: unknown }>): Promise<void> {
    if (right === null) {
      const at = await newestStored()
      // Nothing is stored that a wrong clock could expire.
      if (at === null) return settle(read(), null)
      right = { ...read(), at, isConfirmed: false }
    }
    const before = read()
    if (right.isConfirmed && !isFar(gapBetween(right, before))) return settle(before, null)
    const serviceAt = await service().catch(() => 'unreachable' as const)
    // The clock may have been set meanwhile.
    const reading = read()
    if (typeof serviceAt === 'number')
      return settle(reading, difference(reading.at, serviceAt, 'payments service'))
    // It was not set since the service has contradicted it.
    if (wrong?.reading != null && !isFar(gapBetween(wrong.reading, reading))) return
    const gap = gapBetween(right, reading)
    if (!isFar(gap)) return settle(reading, null)
    const isEndless = serviceAt === 'unreachable' && gap > maxGapMs
    const message = `${own(reading.at)}, but was last right at ${isoTime(right.at)}: no work is done until the payments service confirms it${isEndless ? '' : ', or for ten minutes'}.`
    doubt = { message, since: doubt?.since ?? reading.elapsed }
    if (!isEndless && reading.elapsed - doubt.since >= maxWaitMs) settle(reading, null)
  }

  async function compare(): Promise<void> {
    if (now() < earliest) {
      const message = `${own(now())}, which has passed long ago: nothing is done until it is set.`
      wrong = { message, reading: wrong?.reading ?? null }
    } else if (clock.elapsed === undefined) wrong = null
    else if ('database' in other) {
      const before = now()
      const databaseAt = await other.database()
      const reading = read()
      settle(reading, difference(reading.at, databaseAt, 'database'))
      // It was read at some time between the two.
      const offset = Math.max(0, before - databaseAt) + Math.min(0, reading.at - databaseAt)
      if (wrong === null) onOffset(offset)
    } else await compareWithService(other)
  }

  return {
    /** Compares this machine's clock with another one. Rejects while it is wrong. */
    async check(): Promise<void> {
      checking ??= compare().finally(() => {
        checking = null
      })
      await checking
      throwIf(currentProblem())
    },
    /** Whether the last check found it right, and it was not set since. */
    isRight: (): boolean => currentProblem() === null,
    /** The clock, which cannot be read unless it is right. */
    clock: {
      now(): number {
        throwIf(currentProblem())
        return clock.now()
      },
      after: (ms: number, callback: () => void) => clock.after(ms, callback),
    },
    /** Throws also while the clock may be wrong and nothing has confirmed it: too little to expire or delete by. */
    assertConfirmed: (): void => throwIf(currentProblem() ?? doubt?.message ?? null),
  }
}

const isFar = (ms: number): boolean => Math.abs(ms) > toleranceMs
const isoTime = (at: number): string => new Date(at).toISOString()
const own = (at: number): string => `The clock of this machine is at ${isoTime(at)}`

const difference = (at: number, other: number, owner: string): string | null =>
  isFar(at - other)
    ? `${own(at)}, that of the ${owner} at ${isoTime(other)}: nothing is done until they agree.`
    : null
