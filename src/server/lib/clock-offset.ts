import type { Log } from './log.ts'

/** A lease and the time that a create may be in flight bear this much. */
const toleratedMs = 10_000

/**
 * Logs once at its start and once at its end that this clock differs from the database's by less than stops the process: it
 * takes over the work of other processes too early, or they take over its own.
 */
export function createOffsetReport(log: Log): (offsetMs: number) => void {
  let isReported = false
  return (offsetMs) => {
    const isOff = Math.abs(offsetMs) > toleratedMs
    if (isOff && !isReported) {
      const offset = `${Math.round(Math.abs(offsetMs) / 1000)} seconds ${offsetMs > 0 ? 'ahead of' : 'behind'}`
      log({
        level: 'error',
        message: `the clock of this machine is ${offset} that of the database, so processes look up and repeat each other's work too early: set it, best by NTP`,
      })
    }
    if (!isOff && isReported)
      log({ level: 'info', message: 'the clock of this machine agrees with that of the database again' })
    isReported = isOff
  }
}
