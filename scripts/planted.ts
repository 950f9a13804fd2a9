import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A change of the source. */
export interface Planted {
  name: string
  file: string
  plant(source: string): string
}

/** No change at all. */
export const unchanged: Planted = { name: 'nothing', file: 'package.json', plant: (source) => source }

/** From the first character to the one after the last. Lines and columns count from 0. */
export interface Range {
  start: { line: number; column: number }
  end: { line: number; column: number }
}

function offsetOf(source: string, { line, column }: Range['start']): number {
  const before = source.split('\n').slice(0, line)
  return before.reduce((sum, { length }) => sum + length + 1, column)
}

export const replaceRange = (source: string, { start, end }: Range, replacement: string): string =>
  source.slice(0, offsetOf(source, start)) + replacement + source.slice(offsetOf(source, end))

/** Longer than a seed takes on a busy machine. */
const hangsAfterMs = 120_000

/** Plants the fault in a copy of the source. Returns after how many seeds it was found, and the broken rule; null: it survives. */
export async function findMutant(
  { file, plant }: Planted,
  folder: string,
  { first, seeds, store = 'memory' }: { first: number; seeds: number; store?: string },
): Promise<{ seeds: string; rule: string } | null> {
  const path = join(folder, file)
  const source = await readFile(path, 'utf8')
  await writeFile(path, plant(source))
  const flags = [
    '--max-semi-space-size=64',
    '--conditions=paypane-source',
    '--disable-warning=ExperimentalWarning',
  ]
  const args = ['--store', store, '--seed', String(first), '--seeds', String(seeds), '--whole']
  const child = spawn(process.execPath, [...flags, 'scripts/simulate.ts', ...args], { cwd: folder })
  let output = ''
  let hangs = false
  const hang = (): void => {
    hangs = true
    child.kill('SIGKILL')
  }
  let timer = setTimeout(hang, hangsAfterMs)
  child.stdout.on('data', (chunk: Buffer) => {
    output = (output + chunk).slice(-100_000)
    clearTimeout(timer)
    timer = setTimeout(hang, hangsAfterMs)
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(0, 2000)
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  await writeFile(path, source)
  if (code === 0) return null
  const [rule = '', last = ''] = output.trimEnd().split('\n').slice(-2)
  const [, count] = /^(\d+) seeds/.exec(last) ?? []
  if (count !== undefined) return { seeds: count, rule }
  return {
    seeds: '-',
    rule: hangs ? 'never ends' : (/^\w*Error.*/m.exec(errors)?.[0] ?? `ended with ${code}`),
  }
}

/** A copy of what the simulator runs, which runs. */
export async function copySource(): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'paypane-mutants-'))
  for (const part of [
    'src',
    'test/model',
    'test/simulator',
    'test/support',
    'scripts',
    'demo/break',
    'package.json',
  ])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  // Else everything would count as found.
  const broken = await findMutant(unchanged, folder, { first: 1, seeds: 1 })
  if (broken !== null) throw new Error(`The unchanged source fails: ${broken.rule}`)
  return folder
}
