import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runCommand } from './run-command.ts'
import { pack } from './tarball.ts'
import { builtIn } from './vite/modules.ts'
import { builtIntoServe } from './vite/serve.ts'

const Bill = z.looseObject({
  components: z.array(
    z.looseObject({ name: z.string(), properties: z.array(z.object({ name: z.string() })) }),
  ),
})

/** The bill of materials: what a shop installs, and the packages of which a part is built in. */
export function billOfMaterials(workTree: string): string {
  const sbom = ['sbom', '--package-lock-only', '--sbom-type', 'library', '--sbom-format', 'cyclonedx']
  const bill = Bill.parse(JSON.parse(runCommand(workTree, 'npm', ...sbom)))
  // Not `--omit dev`: npm leaves out packages of which a development dependency is a peer.
  const isShipped = ({ name, properties }: (typeof bill.components)[number]) =>
    [...builtIn, ...builtIntoServe].includes(name) ||
    !properties.some((property) => property.name === 'cdx:npm:package:development')
  return `${JSON.stringify({ ...bill, components: bill.components.filter(isShipped) }, null, 2)}\n`
}

/** Packs the built package with its bill of materials. Returns the path of the tarball. */
export async function packRelease(workTree: string, outputFolder: string): Promise<string> {
  await writeFile(join(workTree, 'dist/sbom.cdx.json'), billOfMaterials(workTree))
  const { path, files } = await pack(workTree, outputFolder)
  if (!files.includes('dist/sbom.cdx.json')) throw new Error('The tarball contains no bill of materials')
  return path
}

export async function readVersion(workTree: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(workTree, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}
