/**
 * Simulates payers, instances, the service and its faults from seeds, against the rules of money:
 * `npm run simulate -- --seed 7 --seeds 5000 --store memory|sqlite|postgres`.
 * `--mutants`: plants each fault of `test/simulator/mutants.ts` in a copy, and prints after how many seeds it was found.
 * `--crowd '?seed=7&callbackLoss=40'`: prints the history that the demo's page "Break it" shows at this address.
 * Stops at the first seed that breaks a rule, shortens its history and prints the command that replays it.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { clockText } from '../demo/break/history.ts'
import { parseSettings } from '../demo/break/settings.ts'
import { runCrowd } from '../test/simulator/crowd.ts'
import { type Mutant, mutants } from '../test/simulator/mutants.ts'
import { runSeed, shorten } from '../test/simulator/simulate.ts'
import { openEmptyStores } from '../test/support/empty-stores.ts'

const Options = z.object({
  store: z.enum(['memory', 'sqlite', 'postgres']).default('memory'),
  /** The first. Default: any; with `--mutants` 1. */
  seed: z.coerce.number().int().optional(),
  /** Default: 1; with `--mutants` at most 200 for each. */
  seeds: z.coerce.number().int().positive().optional(),
  /** Replays only these parts of the seed's history. */
  only: z
    .string()
    .transform((list) => list.split(',').map(Number))
    .optional(),
  /** A failing history is printed as it is. */
  whole: z.boolean().default(false),
  crowd: z.string().optional(),
  mutants: z.boolean().default(false),
  /** Only the mutants whose rule matches this pattern. */
  undoes: z.string().default(''),
})

const print = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (start: number) => (performance.now() - start) / 1000

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    only: { type: 'string' },
    whole: { type: 'boolean' },
    crowd: { type: 'string' },
    mutants: { type: 'boolean' },
    undoes: { type: 'string' },
  },
})
const { store, only, whole, undoes, crowd, ...options } = Options.parse(values)
const first = options.seed ?? (options.mutants ? 1 : Date.now() % 2 ** 31)
const seeds = options.seeds ?? (options.mutants ? 200 : 1)

// Stacks cost time; the run of one seed has them.
if (seeds > 1) Error.stackTraceLimit = 0

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
      if (done % 500 === 0 || done === seeds) {
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

/** Plants the fault in a copy of the source. Returns after how many seeds it was found, and the broken rule; null: it survives. */
async function findMutant(
  { file, from, to }: Mutant,
  folder: string,
): Promise<{ seeds: string; rule: string } | null> {
  const path = join(folder, file)
  const source = await readFile(path, 'utf8')
  await writeFile(
    path,
    source.replace(from, () => to),
  )
  const flags = ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning']
  const args = ['--store', store, '--seed', String(first), '--seeds', String(seeds), '--whole']
  const child = spawn(process.execPath, [...flags, 'scripts/simulate.ts', ...args], { cwd: folder })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.pipe(process.stderr)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  await writeFile(path, source)
  if (code === 0) return null
  const [rule = '', last = ''] = output.trimEnd().split('\n').slice(-2)
  const [, count] = /^(\d+) seeds/.exec(last) ?? []
  if (count === undefined) throw new Error(`The simulator itself ended with ${code}, and found nothing.`)
  return { seeds: count, rule }
}

async function runMutants(): Promise<number> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'paypane-mutants-'))
  for (const part of ['src', 'test/simulator', 'test/support', 'scripts', 'demo/break', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  let survivors = 0
  print('| undoes | seeds | seconds | found by |\n|---|---|---|---|')
  for (const mutant of mutants.filter((one) => new RegExp(undoes).test(one.undoes))) {
    const startedAt = performance.now()
    const found = await findMutant(mutant, folder)
    if (found === null) survivors += 1
    const rule = found?.rule.replaceAll('|', '/').slice(0, 100) ?? 'survives'
    print(`| ${mutant.undoes} | ${found?.seeds ?? '-'} | ${secondsSince(startedAt).toFixed(0)} | ${rule} |`)
  }
  await rm(folder, { recursive: true })
  return survivors
}

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

const code = await (crowd === undefined ? (options.mutants ? runMutants() : run()) : printCrowd(crowd))
// Once all is written: a pipe takes only so much at once.
process.stdout.write('', () => process.exit(code))
