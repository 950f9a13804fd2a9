/** Minutes before each retry: Fibonacci numbers times 7. */
export const retryDelayMinutes = [7, 14, 21, 35, 56, 91, 147, 238, 385, 623] as const

/** Minutes from the first attempt to attempt `n` (the first is 1); null after the last. */
export function minutesUntilAttempt(attempt: number): number | null {
  if (attempt > retryDelayMinutes.length + 1) return null
  return retryDelayMinutes.slice(0, attempt - 1).reduce((sum, delay) => sum + delay, 0)
}
