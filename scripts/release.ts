/**
 * Makes a release: version and changelog from the changesets, the checks, the tarball with its bill of materials,
 * then publishes it. `npm run release -- --dry-run` does all but publish, in a clone of HEAD and without a network.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../', import.meta.url))
const isDry = process.argv.includes('--dry-run')
const outputFolder = await mkdtemp(join(tmpdir(), 'paypane-release-'))
const workTree = isDry ? join(outputFolder, 'paypane') : root

const print = (line: string) => process.stdout.write(`${line}\n`)

try {
  await release()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
} finally {
  if (isDry) await rm(outputFolder, { recursive: true, force: true })
}

async function release(): Promise<void> {
  if (isDry) {
    run('git', ['clone', '--quiet', '--shared', root, workTree], outputFolder)
    await symlink(join(root, 'node_modules'), join(workTree, 'node_modules'))
  } else if (run('git', ['status', '--porcelain']) !== '') {
    throw new Error(
      'There are uncommitted changes, which the release would not contain. Commit or discard them.',
    )
  }

  run('changeset', ['version'])
  const version = await syncLockVersion()
  print(`Version ${version}\n\n${await latestChangelogEntry(join(workTree, 'CHANGELOG.md'))}\n`)

  print(run('npm', ['run', '--silent', 'check']))
  const sbom = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-type', 'library']
  await writeFile(join(workTree, 'dist/sbom.cdx.json'), run('npm', [...sbom, '--sbom-format', 'cyclonedx']))
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', outputFolder])
  const tarball = join(outputFolder, `paypane-${version}.tgz`)
  if (!existsSync(tarball)) throw new Error(`npm did not create ${tarball}`)
  if (!run('tar', ['--list', '--file', tarball]).includes('package/dist/sbom.cdx.json'))
    throw new Error('The tarball contains no bill of materials')

  const steps: readonly (readonly [command: string, ...args: string[]])[] = [
    ['git', 'commit', '--all', '--message', `Version ${version}`],
    ['git', 'tag', '--annotate', `v${version}`, '--message', `Version ${version}`],
    ['npm', 'publish', tarball, '--access', 'public'],
    ['git', 'push', '--follow-tags'],
  ]
  for (const [command, ...args] of steps) {
    print(`${isDry ? 'Would run' : 'Running'}: ${[command, ...args].join(' ')}`)
    // The first release has its version already, so there is nothing to commit.
    const isNeeded = args[0] !== 'commit' || run('git', ['status', '--porcelain']) !== ''
    if (!isDry && isNeeded) run(command, args)
  }
  if (!isDry) print(`The tarball is in ${outputFolder}`)
}

/** Writes the version into the lock file; returns it. */
async function syncLockVersion(): Promise<string> {
  const manifest = z.object({ version: z.string() }).parse(await readJson('package.json'))
  const lock = z
    .looseObject({ packages: z.looseObject({ '': z.looseObject({}) }) })
    .parse(await readJson('package-lock.json'))
  const { version } = manifest
  const packages = { ...lock.packages, '': { ...lock.packages[''], version } }
  await writeFile(
    join(workTree, 'package-lock.json'),
    `${JSON.stringify({ ...lock, version, packages }, null, 2)}\n`,
  )
  return version
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(workTree, file), 'utf8'))
}

/** The newest entry of a changelog. */
async function latestChangelogEntry(file: string): Promise<string> {
  const [, part = ''] = (await readFile(file, 'utf8')).split(/^(?=## )/m)
  return part.trim()
}

function run(command: string, args: readonly string[], cwd = workTree): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout.trim()
}
