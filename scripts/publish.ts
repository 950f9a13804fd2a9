/**
 * Publishes the built package with its bill of materials and provenance. Runs in the release workflow, for the tag that
 * started it: `node scripts/publish.ts v1.2.3`.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packRelease, readVersion } from './release-tarball.ts'
import { runCommand } from './run-command.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const [tag] = process.argv.slice(2)
const version = await readVersion(root)
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but the version is ${version}`)

const tarball = await packRelease(root, await mkdtemp(join(tmpdir(), 'paypane-release-')))
runCommand(root, 'npm', 'publish', tarball, '--provenance', '--access', 'public')
process.stdout.write(`Published paypane ${version}\n`)
