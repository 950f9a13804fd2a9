import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { pathOf } from './project.ts'

/**
 * Removes the white space of the style sheets in template literals, which a minifier keeps: in the bundle, and in the ES
 * modules that `tsc` has written.
 */
export function collapseStyles(): Plugin {
  return {
    name: 'paypane-collapse-styles',
    transform: {
      filter: { id: /widget\/styles\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: collapseSheets(code), map: null }),
    },
    buildApp: {
      order: 'pre',
      async handler() {
        const folder = pathOf('dist/widget/styles')
        if (!existsSync(folder)) return
        const modules = (await readdir(folder)).filter((file) => file.endsWith('.js'))
        await Promise.all(modules.map((file) => collapseModule(join(folder, file))))
      },
    },
  }
}

async function collapseModule(path: string): Promise<void> {
  await writeFile(path, collapseSheets(await readFile(path, 'utf8')))
}

const collapseSheets = (code: string): string => code.replace(/`[^`]*`/g, collapse)

const collapse = (sheet: string): string =>
  sheet
    .replace(/\s+/g, ' ')
    .replace(/^` /, '`')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(' !', '!')
    // Not before a pseudo-class, where the space is a combinator.
    .replace(/(?<=[\w-]): /g, ':')
    .replaceAll(';}', '}')
