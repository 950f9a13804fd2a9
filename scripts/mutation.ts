/**
 * Changes the source in every way that StrykerJS makes, one change at a time, and runs the tests that reach it:
 * `npm run mutation -- rules/attempt`, a piece of the table below; without a name all of them, which takes hours.
 * `--file view` restricts a piece to files whose path contains it. A second run repeats what has changed since the first.
 * What the near tests do not find is run in the simulator, with the seeds of `npm test`, and then, unless `--near`, with the
 * wide tests. Reports are in `reports/mutation`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { readCommandLine } from './command-line.ts'
import { copySource, findMutant, replaceRange } from './planted.ts'

interface Piece {
  mutate: string[]
  near: string
  wide: string
  /** The simulator runs it. */
  isSimulated?: boolean
  /** Without what acts while a file loads: most of it is the description of routes, and each takes all of the tests. */
  ignoreStatic?: true
}

/** As many as `npm test` runs in memory. */
const simulatedSeeds = 14

const server = 'test/server'
const acts = '{attempt,callback,checkout,claim,payout,refund,rules,worker}'
const slow = '!(poison|retention)'
const rules = (files: string[]): Piece => ({
  mutate: files.map((file) => `src/server/rules/${file}`),
  near: `${server}/rules/**/!(reachable-states|paid-amount-histories|deadlines).test.ts`,
  wide: `${server}/${acts}/**/${slow}.test.ts ${server}/admin/{admin,erase-customer,export,export-customer,reopen,report,reviews}.test.ts`,
  isSimulated: true,
})
/** What acts is reached by the tests of all that acts, and of what requests it. */
const act = (folder: string): Piece => ({
  mutate: [`src/server/${folder}/*.ts`],
  near: [
    `${server}/{abuse,attempt,callback,checkout,claim,http,payout,qr,refund,worker}/**/${slow}.test.ts`,
    `${server}/admin/{admin,audit,erase-customer,export-customer,reopen,reviews}.test.ts`,
  ].join(' '),
  wide: `${server}/${acts}/**/*.test.ts ${server}/{admin,html,http}/**/!(acts-databases|acts-processes).test.ts`,
  isSimulated: true,
})
/** What operators and payers request, and what they read of it. */
const operated = (folder: string): Piece => ({
  mutate: [`src/server/${folder}/*.ts`],
  near: [
    `${server}/{abuse,admin,claim,html,http,payout,refund}/**/!(acts-*|bad-input|render-widget).test.ts`,
    `${server}/callback/unmatched.test.ts`,
  ].join(' '),
  wide: `${server}/{abuse,admin,attempt,callback,checkout,claim,html,http,node,payout,refund,worker}/**/*.test.ts`,
  ignoreStatic: true,
})
const beside = (folder: string): Piece => ({
  mutate: [`src/${folder}/**/*.ts`],
  near: `test/${folder}/**/*.test.ts`,
  wide: `test/${folder}/**/*.test.ts`,
})

const pieces: Record<string, Piece> = {
  'rules/attempt': rules(['attempt/*.ts']),
  'rules/checkout': rules(['checkout/*.ts']),
  'rules/others': rules(['*.ts', 'payout/*.ts']),
  ...Object.fromEntries(['attempt', 'callback', 'checkout', 'payout'].map((folder) => [folder, act(folder)])),
  worker: {
    ...act('worker'),
    near: `${server}/{worker,attempt,payout,refund}/**/*.test.ts ${server}/admin/{events,reviews}.test.ts`,
  },
  ...Object.fromEntries(['admin', 'claim', 'http', 'refund'].map((folder) => [folder, operated(folder)])),
  clock: {
    mutate: ['src/server/lib/clock-guard.ts'],
    near: `${server}/lib/clock-guard.test.ts`,
    wide: `${server}/{lib,faults}/{clock-guard,sqlite}.test.ts`,
  },
  store: {
    mutate: ['src/server/store/**/*.ts'],
    near: `${server}/store/{memory,position,sealed-rows,sqlite}.test.ts ${server}/store/sql/*.test.ts`,
    wide: `${server}/store/**/*.test.ts ${server}/worker/poison.test.ts`,
  },
  service: { ...beside('service'), near: 'test/service/!(callback-mutation).test.ts' },
  'widget/core': beside('widget/core'),
}

const Position = z.object({ line: z.number(), column: z.number() })
const Mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string(),
  status: z.string(),
  location: z.object({ start: Position, end: Position }),
})
const Report = z.object({ files: z.record(z.string(), z.object({ mutants: z.array(Mutant) })) })
type Found = z.infer<typeof Mutant> & { file: string }

const { values, positionals } = readCommandLine(import.meta.filename, {
  values: z.object({ file: z.string().optional(), near: z.boolean().default(false) }),
  options: { file: { type: 'string' }, near: { type: 'boolean' } },
  allowPositionals: true,
})

const tool = 'test/mutation'
const reports = 'reports/mutation'
const isAlive = ({ status }: Found): boolean => status === 'Survived' || status === 'NoCoverage'
const isMeasured = ({ status }: Found): boolean =>
  !['Ignored', 'CompileError', 'RuntimeError'].includes(status)
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Reports count columns from 1, ranges from 0. */
const rangeOf = ({ file, location: { start, end } }: Found): string =>
  `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
const lineOf = (mutant: Found): string => `${rangeOf(mutant)} ${mutant.mutatorName}: ${mutant.replacement}`

function runCommand(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))))
  })
}

async function run(name: string, mutate: string[], tests: string, ignoreStatic = false): Promise<Found[]> {
  const path = `${reports}/${name.replace('/', '-')}`
  const config = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    mutate,
    ignoreStatic,
    ignorePatterns: ['/dist', '/demo/dist', '/data', '/test/browser', '/test/integrations', '/test/mutation'],
    incremental: true,
    incrementalFile: `${path}.incremental.json`,
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: `${path}.html` },
    concurrency: 1,
    // A busy machine is no endless loop.
    timeoutMS: 60_000,
    // TypeScript 7 has no API that could rewrite it for the copy.
    tsconfigFile: 'none.json',
  }
  await writeFile(`${path}.config.json`, JSON.stringify(config))
  await runCommand(`${tool}/node_modules/.bin/stryker`, ['run', `${path}.config.json`], {
    MUTATION_TESTS: tests,
  })
  const report = Report.parse(JSON.parse(await readFile(`${path}.incremental.json`, 'utf8')))
  return Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file })),
  )
}

/** Those that the simulator does not find. */
async function simulate(mutants: readonly Found[]): Promise<Found[]> {
  const folder = await copySource()
  const alive: Found[] = []
  for (const mutant of mutants) {
    const { file, replacement, location } = mutant
    const { start, end } = location
    // Reports count from 1.
    const zeroBased = ({ line, column }: typeof start) => ({ line: line - 1, column: column - 1 })
    const range = { start: zeroBased(start), end: zeroBased(end) }
    const found = await findMutant(
      { name: lineOf(mutant), file, plant: (source) => replaceRange(source, range, replacement) },
      folder,
      { first: 1, seeds: simulatedSeeds },
    )
    print(`${found === null ? 'survives' : found.rule.slice(0, 100)}: ${lineOf(mutant)}`)
    if (found === null) alive.push(mutant)
  }
  await rm(folder, { recursive: true })
  return alive
}

async function runPiece(
  name: string,
  { mutate, near, wide, isSimulated, ignoreStatic }: Piece,
): Promise<void> {
  const { file } = values
  const files = file === undefined ? mutate : mutate.map((glob) => glob.replace(/\*\.ts$/, `*${file}*.ts`))
  const title = file === undefined ? name : `${name}-${file}`
  const all = (await run(title, files, near, ignoreStatic)).filter(isMeasured)
  let alive = all.filter(isAlive)
  if (isSimulated) alive = await simulate(alive)
  if (alive.length > 0 && wide !== near && !values.near) {
    const again = await run(`${title}-wide`, [...new Set(alive.map(rangeOf))], wide)
    const survives = new Set(again.filter(isAlive).map(lineOf))
    alive = alive.filter((mutant) => survives.has(lineOf(mutant)))
  }
  const survivors = alive.map(lineOf).sort()
  await writeFile(`${reports}/${title.replace('/', '-')}.survivors.txt`, `${survivors.join('\n')}\n`)
  const killed = all.length - alive.length
  print(`${title}: ${killed} of ${all.length} killed, ${((100 * killed) / all.length).toFixed(1)} %`)
}

await mkdir(reports, { recursive: true })
if (!existsSync(`${tool}/node_modules`))
  await runCommand('npm', ['ci', '--prefix', tool, '--ignore-scripts', '--no-audit', '--no-fund'])
for (const [name, piece] of Object.entries(pieces))
  if (positionals.length === 0 || positionals.includes(name)) await runPiece(name, piece)
