/** Runs one task after the other. What one cannot do keeps no other from its work: the first error is thrown at the end. */
export async function runEach(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks) {
    try {
      await task()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
