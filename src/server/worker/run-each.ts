/**
 * Runs one task after the other and returns the sum. What one cannot do keeps no other from its work: the first error is
 * thrown at the end.
 */
export async function runEach(tasks: readonly (() => Promise<number>)[]): Promise<number> {
  const failures: unknown[] = []
  let count = 0
  for (const task of tasks) {
    try {
      count += await task()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return count
}
