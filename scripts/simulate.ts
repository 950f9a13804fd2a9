/**
 * Simulates payers, instances, the service and its faults from seeds, against the rules of money:
 * `npm run simulate -- --seed 7 --seeds 5000 --store memory|sqlite|postgres`.
 * `--mutants`: plants each fault of `test/simulator/mutants.ts` in a copy, and prints after how many seeds it was found.
 * `--hours 8`: seeds for so long, also after a broken rule; at the end, how often each condition was drawn, and each
 * move by the states of the attempts before it.
 * `--sample 200`: the same for a sample of all changes that StrykerJS makes where money is decided or acted on.
 * `--undoes PATTERN`: of these faults and changes only those whose rule, or whose place and change, matches.
 * `--crowd '?seed=7&callbackLoss=40'`: prints the history that the demo's page "Break it" shows at this address.
 * Stops at the first seed that breaks a rule, shortens its history and prints the command that replays it: `--only` has the
 * parts of the history that are left. `--whole`: prints the history as it is.
 */
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { clockText } from '../demo/break/history.ts'
import { parseSettings } from '../demo/break/settings.ts'
import { createCoverage } from '../test/simulator/coverage.ts'
import { runCrowd } from '../test/simulator/crowd.ts'
import { mutants } from '../test/simulator/mutants.ts'
import { runSeed, shorten } from '../test/simulator/simulate.ts'
import { openEmptyStores } from '../test/support/empty-stores.ts'
import { readCommandLine } from './command-line.ts'
import { copySource, findMutant, type Planted, unchanged } from './planted.ts'
import { sampleMutants } from './sampled-mutants.ts'

const Options = z.object({
  store: z.enum(['memory', 'sqlite', 'postgres']).default('memory'),
  /** The first. Default: any; with `--mutants` and `--sample` 1. */
  seed: z.coerce.number().int().optional(),
  /** Default: 1; with `--mutants` and `--sample` at most 200 for each. */
  seeds: z.coerce.number().int().positive().optional(),
  only: z
    .string()
    .transform((list) => list.split(',').map(Number))
    .optional(),
  whole: z.boolean().default(false),
  hours: z.coerce.number().positive().optional(),
  crowd: z.string().optional(),
  mutants: z.boolean().default(false),
  sample: z.coerce.number().int().positive().optional(),
  undoes: z.string().default(''),
})

const print = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (start: number) => (performance.now() - start) / 1000

const { values } = readCommandLine(import.meta.filename, {
  values: Options,
  options: {
    store: { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    only: { type: 'string' },
    whole: { type: 'boolean' },
    hours: { type: 'string' },
    crowd: { type: 'string' },
    mutants: { type: 'boolean' },
    sample: { type: 'string' },
    undoes: { type: 'string' },
  },
})
const { store, only, whole, undoes, crowd, sample, hours, ...options } = values
const plants = options.mutants || sample !== undefined
const first = options.seed ?? (plants ? 1 : Date.now() % 2 ** 31)
const seeds = options.seeds ?? (plants ? 200 : 1)

// Stacks cost time; the run of one seed has them.
if (seeds > 1 || hours !== undefined) Error.stackTraceLimit = 0

async function run(): Promise<number> {
  const stores = await openEmptyStores[store]()
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  try {
    for (let done = 1; done <= seeds; done += 1) {
      const seed = String(first + done - 1)
      const { violation, log } = await runSeed(seed, stores, only)
      if (seeds === 1) print(log.join('\n'))
      if (violation !== null) {
        const { kept, ...shortened } =
          only || whole ? { log, violation, kept: only } : await shorten(seed, stores)
        print([...shortened.log, shortened.violation].join('\n'))
        print(
          `${done} seeds: npm run simulate -- --store ${store} --seed ${seed}${kept ? ` --only ${kept}` : ''}`,
        )
        return 1
      }
      // `findMutant` takes a run without output for one that never ends.
      if (done % 10 === 0 || done === seeds) {
        const seconds = secondsSince(startedAt)
        const { user, system } = process.cpuUsage(cpuBefore)
        const rate = done / ((user + system) / 1e6)
        print(`${done} of ${seeds}, ${seconds.toFixed(0)} s, ${rate.toFixed(1)} a CPU second`)
      }
    }
    return 0
  } finally {
    await stores.close()
  }
}

/** Returns how many survive. Throws if the unchanged source breaks a rule in these seeds: it would in every copy. */
async function plantAll(planted: readonly Planted[]): Promise<number> {
  const queue = [unchanged, ...planted]
  let survivors = 0
  print('| changes | seeds | seconds | found by |\n|---|---|---|---|')
  async function work(): Promise<void> {
    const folder = await copySource()
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const startedAt = performance.now()
      const found = await findMutant(mutant, folder, { first, seeds, store })
      if (mutant === unchanged) {
        if (found !== null) throw new Error(`The unchanged source breaks a rule: ${found.rule}`)
        continue
      }
      if (found === null) survivors += 1
      const rule = (found?.rule ?? 'survives').slice(0, 100)
      const cells = [mutant.name, found?.seeds ?? '-', secondsSince(startedAt).toFixed(0), rule]
      print(`| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`)
    }
    await rm(folder, { recursive: true })
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  print(`${planted.length - survivors} of ${planted.length} found within ${seeds} seeds`)
  return survivors
}

/** Returns how many seeds break a rule. */
async function runHours(forHours: number): Promise<number> {
  const stores = await openEmptyStores[store]()
  const coverage = createCoverage()
  const startedAt = performance.now()
  let [done, broken] = [0, 0]
  for (; secondsSince(startedAt) < forHours * 3600; done += 1) {
    const seed = String(first + done)
    const { violation } = await runSeed(seed, stores, undefined, coverage.observe)
    if (violation !== null) {
      broken += 1
      print(`${violation.slice(0, 500)}\nnpm run simulate -- --store ${store} --seed ${seed}`)
    }
    if (done % 1000 === 999) print(`seeds ${first} to ${seed}: ${broken} broke a rule`)
  }
  await stores.close()
  print(`seeds ${first} to ${first + done - 1}: ${broken} broke a rule, ${forHours} h\n`)
  print(coverage.lines().join('\n'))
  return broken
}

const listed: readonly Planted[] = mutants.map(({ undoes: name, file, from, to }) => ({
  name,
  file,
  plant: (source) => source.replace(from, () => to),
}))

async function printCrowd(address: string): Promise<number> {
  let broken = 0
  const { guard, ...settings } = parseSettings(address.slice(address.indexOf('?')))
  if (guard !== null) print(`The guard ${guard} can be taken out in the page only.`)
  await runCrowd(settings, ({ lines, violations, counts, phase }) => {
    for (const { at, payer, text } of lines) print(`${clockText(at)} order ${payer + 1}: ${text}`)
    for (const { rule } of violations) print(rule)
    broken += violations.length
    if (phase === 'over') print(JSON.stringify(counts))
  })
  return broken
}

async function start(): Promise<number> {
  if (crowd !== undefined) return await printCrowd(crowd)
  if (hours !== undefined) return await runHours(hours)
  if (!plants) return await run()
  const planted = sample === undefined ? listed : await sampleMutants(String(first), sample)
  return await plantAll(planted.filter(({ name }) => new RegExp(undoes).test(name)))
}

const code = await start()
// Once all is written: a pipe takes only so much at once.
process.stdout.write('', () => process.exit(code))
