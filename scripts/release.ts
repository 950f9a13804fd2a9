/**
 * Makes a release: version and changelog from the changesets, the checks, a trial of the tarball, then a signed tag. The
 * release workflow publishes the tag. `npm run release -- --dry-run` pushes nothing: it works in a clone of HEAD and
 * without a network.
 */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import manifest from '../package.json' with { type: 'json' }
import { needsTranslation } from '../src/widget/i18n/messages.ts'
import { packRelease, readVersion } from './release-tarball.ts'
import { runCommand } from './run-command.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const isDry = process.argv.includes('--dry-run')
const outputFolder = await mkdtemp(join(tmpdir(), 'paypane-release-'))
const workTree = isDry ? join(outputFolder, 'paypane') : root

const print = (line: string) => process.stdout.write(`${line}\n`)
const run = (command: string, ...args: readonly string[]) => runCommand(workTree, command, ...args)

try {
  await release()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
} finally {
  await rm(outputFolder, { recursive: true, force: true })
}

async function release(): Promise<void> {
  // npm accepts provenance only for a package that names the repository of the workflow.
  if (!isDry && manifest.repository.url.includes('.example/'))
    throw new Error('Replace https://git.example/paypane in package.json by the address of the repository.')
  if (needsTranslation.length > 0)
    throw new Error(`Phrases need translation into every language: ${needsTranslation.join(', ')}`)
  if (isDry) {
    runCommand(outputFolder, 'git', 'clone', '--quiet', '--shared', root, workTree)
    await symlink(join(root, 'node_modules'), join(workTree, 'node_modules'))
  } else if (run('git', 'status', '--porcelain') !== '') {
    throw new Error(
      'There are uncommitted changes, which the release would not contain. Commit or discard them.',
    )
  }

  run('changeset', 'version')
  const version = await syncLockVersion()
  print(`Version ${version}\n\n${await latestChangelogEntry(join(workTree, 'CHANGELOG.md'))}\n`)

  print(run('npm', 'run', '--silent', 'check'))
  await packRelease(workTree, outputFolder)

  const steps: readonly (readonly [command: string, ...args: string[]])[] = [
    ['git', 'commit', '--all', '--message', `Version ${version}`],
    ['git', 'tag', '--sign', `v${version}`, '--message', `Version ${version}`],
    ['git', 'push', '--atomic', '--follow-tags'],
  ]
  for (const [command, ...args] of steps) {
    print(`${isDry ? 'Would run' : 'Running'}: ${[command, ...args].join(' ')}`)
    // The first release has its version already, so there is nothing to commit.
    const isNeeded = args[0] !== 'commit' || run('git', 'status', '--porcelain') !== ''
    if (!isDry && isNeeded) run(command, ...args)
  }
}

/** Writes the version into the lock file; returns it. */
async function syncLockVersion(): Promise<string> {
  const version = await readVersion(workTree)
  const lockFile = join(workTree, 'package-lock.json')
  const lock = z
    .looseObject({ packages: z.looseObject({ '': z.looseObject({}) }) })
    .parse(JSON.parse(await readFile(lockFile, 'utf8')))
  const packages = { ...lock.packages, '': { ...lock.packages[''], version } }
  await writeFile(lockFile, `${JSON.stringify({ ...lock, version, packages }, null, 2)}\n`)
  return version
}

/** The newest entry of a changelog. */
async function latestChangelogEntry(file: string): Promise<string> {
  const [, part = ''] = (await readFile(file, 'utf8')).split(/^(?=## )/m)
  return part.trim()
}
