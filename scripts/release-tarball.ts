import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runCommand } from './run-command.ts'
import { pack } from './tarball.ts'

/** Packs the built package with its bill of materials. Returns the path of the tarball. */
export async function packRelease(workTree: string, outputFolder: string): Promise<string> {
  const sbom = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-type', 'library']
  await writeFile(
    join(workTree, 'dist/sbom.cdx.json'),
    runCommand(workTree, 'npm', ...sbom, '--sbom-format', 'cyclonedx'),
  )
  const { path, files } = await pack(workTree, outputFolder)
  if (!files.includes('dist/sbom.cdx.json')) throw new Error('The tarball contains no bill of materials')
  return path
}

export async function readVersion(workTree: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(workTree, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}
