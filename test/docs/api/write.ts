/** `npm run api`: writes the reference of the package's entries to `docs/api`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../page.ts'
import { referencePages } from './reference.ts'

rmSync(join(root, 'docs/api'), { recursive: true, force: true })
mkdirSync(join(root, 'docs/api'))
for (const [path, text] of referencePages()) writeFileSync(join(root, path), text)
