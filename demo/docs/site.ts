import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { createHighlight } from './highlight.ts'
import { llmsText } from './llms.ts'
import { renderMarkdown } from './markdown.ts'
import { pageGroups, readingOrder } from './navigation.ts'
import { notFoundPage } from './not-found.ts'
import { searchIndexScript, sectionsOf } from './search-index.ts'
import { htmlPathOf, pageTemplate } from './template.ts'

const docsDir = join(import.meta.dirname, '../../docs')
const stylesDir = join(import.meta.dirname, '../styles/docs')
/** In the order of the cascade. */
const styleSheets = ['text', 'columns', 'header']

/** The files of the documentation by their path in the site, except for the pages' script. */
export async function docsFiles(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const highlight = await createHighlight()
  const paths = readdirSync(docsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(docsDir, join(entry.parentPath, entry.name)))
  const read = (path: string): Buffer => readFileSync(join(docsDir, path))
  const groups = pageGroups(read('README.md').toString())
  const order = readingOrder(groups, read('decisions/README.md').toString())
  const pages = paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => {
      const { html, headings } = renderMarkdown(read(path).toString(), {
        highlight,
        resolveLink: (href) => resolveLink(path, href, paths),
      })
      const page = pageTemplate({ path, body: html, headings, groups, order })
      return { path: htmlPathOf(path), page, sections: sectionsOf(htmlPathOf(path), html) }
    })
  return new Map<string, string | Uint8Array>([
    [
      'docs/docs.css',
      styleSheets.map((name) => readFileSync(join(stylesDir, `${name}.css`), 'utf8')).join('\n'),
    ],
    ['docs/search-index.js', searchIndexScript(pages.flatMap(({ sections }) => sections))],
    ...pages.map(({ path, page }): [string, string] => [`docs/${path}`, page]),
    // Static hosts serve it for every missing page.
    ['404.html', notFoundPage('./')],
    ['llms.txt', llmsText(read('README.md').toString())],
    // The sources, too: a page's address with `.md` in place of `.html`.
    ...paths.map((path): [string, Uint8Array] => [`docs/${path}`, read(path)]),
  ])
}

/** The URL of a page's link on the site; null for files that are only in the repository. */
function resolveLink(page: string, href: string, paths: readonly string[]): string | null {
  const [file = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(page), file))
  if (file !== '' && !paths.includes(target)) return null
  return `${file && htmlPathOf(file)}${anchor === undefined ? '' : `#${anchor}`}`
}
