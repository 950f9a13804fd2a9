#!/usr/bin/env node
/** The command of the package. In a clone it is built first. */
import { existsSync } from 'node:fs'

const main = new URL('../../dist/cli/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write(
    'The paypane command of this clone is not built yet. Run: npm install && npm run build\n',
  )
  process.exitCode = 1
}
