import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import type { Plugin } from 'vite'
import { statePicture } from './state-picture.ts'

const folder = join(import.meta.dirname, '../docs')
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

/** The documentation as plain pages of the site, in `docs/`: no script, and links that hold below any path. */
export function docsSite(): Plugin {
  return {
    name: 'paypane-docs',
    generateBundle() {
      for (const [fileName, source] of docsFiles()) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

/** Every file of it, by its path in the site. */
export function docsFiles(): ReadonlyMap<string, string | Uint8Array> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const read = (path: string): Buffer => readFileSync(join(folder, path))
  const places = placesOf(read('README.md').toString())
  return new Map([
    ['docs/docs.css', readFileSync(join(import.meta.dirname, 'styles/docs.css'))],
    ...paths.map((path): [string, string | Uint8Array] =>
      path.endsWith('.md')
        ? [`docs/${pageOf(path)}`, pageText(path, read(path).toString(), { paths, places })]
        : [`docs/${path}`, read(path)],
    ),
  ])
}

interface Site {
  paths: readonly string[]
  places: readonly Place[]
}
interface Place {
  name: string
  path: string
}

/** The pages that the index names, in its order. */
const placesOf = (index: string): Place[] => [
  { name: 'Documentation', path: 'README.md' },
  ...[...index.matchAll(/^\| \[(.+?)\]\(([^)]+\.md)\)/gm)].map(([, name = '', path = '']) => ({
    name,
    path,
  })),
]

const pageOf = (path: string): string =>
  path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')

function pageText(path: string, text: string, { paths, places }: Site): string {
  const at = posix.dirname(path)
  const to = (target: string): string => posix.relative(at, target)
  const body = rendered(text, (href) => {
    const [file = '', anchor] = href.split('#')
    const target = posix.normalize(posix.join(at, file))
    // What is in the repository alone has no place here.
    if (file !== '' && !paths.includes(target)) return null
    return `${file && pageOf(file)}${anchor === undefined ? '' : `#${anchor}`}`
  })
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const items = places.map((place) => {
    const current = place.path === path ? ' aria-current="page"' : ''
    return `<li><a href="${to(pageOf(place.path))}"${current}>${place.name}</a></li>`
  })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="color-scheme" content="light dark">
    <title>${title.replaceAll('`', '')} · Paypane</title>
    <link rel="icon" href="${to('../icon.svg')}" type="image/svg+xml">
    <link rel="stylesheet" href="${to('docs.css')}">
  </head>
  <body>
    <nav aria-label="Documentation">
      <p><a href="${to('../index.html')}">Paypane, live</a></p>
      <ul>${items.join('')}</ul>
    </nav>
    <main>
${body}
    </main>
  </body>
</html>
`
}

/** Markdown as HTML; `goesTo` says where a link of it leads on the site, null where nowhere. */
function rendered(text: string, goesTo: (href: string) => string | null): string {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'image' || (token.type === 'link' && !/^[a-z]+:/.test(token['href'])))
        token['href'] = goesTo(token['href']) ?? ''
    },
    renderer: {
      html: ({ text: html }) => (html.startsWith('<!--') ? '' : html),
      code: ({ text: code, lang }) => (lang === 'mermaid' ? statePicture(code) : false),
      link({ href, tokens }: Tokens.Link) {
        const inside = this.parser.parseInline(tokens)
        return href === '' ? inside : `<a href="${href}">${inside}</a>`
      },
    },
  })
  return (
    marked
      .parse(text, { async: false })
      // What may run over its side can be reached by the keyboard.
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
  )
}
