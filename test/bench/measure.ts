export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The duration of a call in milliseconds. */
export async function measureMs(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await call()
  return performance.now() - from
}

/** Calls per second, at a given concurrency. */
export async function rate(
  calls: number,
  concurrency: number,
  call: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const from = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < calls) {
        next += 1
        await call(next)
      }
    }),
  )
  return (calls / (performance.now() - from)) * 1000
}

/** Measures both sides alternately. Returns the ratio of their medians and the range of the single ratios. */
export async function ratio(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number; baseline: number; ratio: number; spread: [number, number] }> {
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) pairs.push([await ours(), await baseline()])
  const ratios = pairs.map(([a, b]) => a / b)
  const [a, b] = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
  return { ours: a, baseline: b, ratio: a / b, spread: [Math.min(...ratios), Math.max(...ratios)] }
}

/** Prints one result with its target. */
export function report(label: string, value: string, target: string, reached: boolean): void {
  process.stdout.write(`${reached ? '✓' : '✗'} ${label}: ${value} (target ${target})\n`)
}
