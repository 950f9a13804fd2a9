import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import type { Plugin } from 'vite'
import { stateDiagram } from './state-diagram.ts'

const docsDir = join(import.meta.dirname, '../docs')
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

/** Renders the documentation as static pages in `docs/`, without scripts and with relative links. */
export function docsSite(): Plugin {
  return {
    name: 'paypane-docs',
    generateBundle() {
      for (const [fileName, source] of docsFiles()) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

/** All files of the documentation, by their path in the site. */
export function docsFiles(): ReadonlyMap<string, string | Uint8Array> {
  const paths = readdirSync(docsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(docsDir, join(entry.parentPath, entry.name)))
  const read = (path: string): Buffer => readFileSync(join(docsDir, path))
  const navItems = navItemsOf(read('README.md').toString())
  return new Map([
    ['docs/docs.css', readFileSync(join(import.meta.dirname, 'styles/docs.css'))],
    ...paths.map((path): [string, string | Uint8Array] =>
      path.endsWith('.md')
        ? [`docs/${htmlPathOf(path)}`, renderPage(path, read(path).toString(), { paths, navItems })]
        : [`docs/${path}`, read(path)],
    ),
  ])
}

interface Site {
  paths: readonly string[]
  navItems: readonly NavItem[]
}
interface NavItem {
  name: string
  path: string
}

/** The pages listed in the index, in its order. */
const navItemsOf = (index: string): NavItem[] => [
  { name: 'Documentation', path: 'README.md' },
  ...[...index.matchAll(/^\| \[(.+?)\]\(([^)]+\.md)\)/gm)].map(([, name = '', path = '']) => ({
    name,
    path,
  })),
]

const htmlPathOf = (path: string): string =>
  path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')

function renderPage(path: string, text: string, { paths, navItems }: Site): string {
  const directory = posix.dirname(path)
  const relativeTo = (target: string): string => posix.relative(directory, target)
  const body = renderMarkdown(text, (href) => {
    const [file = '', anchor] = href.split('#')
    const target = posix.normalize(posix.join(directory, file))
    // Files that are only in the repository are not linked.
    if (file !== '' && !paths.includes(target)) return null
    return `${file && htmlPathOf(file)}${anchor === undefined ? '' : `#${anchor}`}`
  })
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const listItems = navItems.map((item) => {
    const current = item.path === path ? ' aria-current="page"' : ''
    return `<li><a href="${relativeTo(htmlPathOf(item.path))}"${current}>${item.name}</a></li>`
  })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="color-scheme" content="light dark">
    <title>${title.replaceAll('`', '')} · Paypane</title>
    <link rel="icon" href="${relativeTo('../icon.svg')}" type="image/svg+xml">
    <link rel="stylesheet" href="${relativeTo('docs.css')}">
  </head>
  <body>
    <nav aria-label="Documentation">
      <p><a href="${relativeTo('../index.html')}">Paypane, live</a></p>
      <ul>${listItems.join('')}</ul>
    </nav>
    <main>
${body}
    </main>
  </body>
</html>
`
}

/** Renders Markdown as HTML; `resolveLink` returns the URL of a link on the site, or null. */
function renderMarkdown(text: string, resolveLink: (href: string) => string | null): string {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'image' || (token.type === 'link' && !/^[a-z]+:/.test(token['href'])))
        token['href'] = resolveLink(token['href']) ?? ''
    },
    renderer: {
      html: ({ text: html }) => (html.startsWith('<!--') ? '' : html),
      code: ({ text: code, lang }) => (lang === 'mermaid' ? stateDiagram(code) : false),
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens)
        return href === '' ? content : `<a href="${href}">${content}</a>`
      },
    },
  })
  return (
    marked
      .parse(text, { async: false })
      // Scrollable blocks are focusable.
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
  )
}
