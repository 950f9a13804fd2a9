/** Minutes before each retry: Fibonacci numbers times 7. */
const retryDelayMinutes = [7, 14, 21, 35, 56, 91, 147, 238, 385, 623] as const

const lastDelayMinutes = 623

/** Minutes from the first attempt to attempt `n` (the first is 1). After the schedule the last delay repeats. */
export function minutesUntilAttempt(attempt: number): number {
  const scheduled: readonly number[] = retryDelayMinutes.slice(0, attempt - 1)
  const repeated = (attempt - 1 - scheduled.length) * lastDelayMinutes
  return scheduled.reduce((sum, delay) => sum + delay, repeated)
}
