import { posix } from 'node:path'
import type { Heading } from './markdown.ts'
import type { PageGroup, PageLink } from './navigation.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

export interface TemplateInput {
  path: string
  body: string
  headings: readonly Heading[]
  groups: readonly PageGroup[]
  order: readonly PageLink[]
}

export const htmlPathOf = (path: string): string =>
  path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')

/** A page of the site. All its links are relative, so that the site works in any folder and from files. */
export function pageTemplate({ path, body, headings, groups, order }: TemplateInput): string {
  const relativeTo = (target: string): string => posix.relative(posix.dirname(path), target)
  const link = (page: PageLink, attributes = ''): string =>
    `<a href="${relativeTo(htmlPathOf(page.path))}"${attributes}>${page.name}</a>`
  const title = headings.find(({ level }) => level === 1)?.html.replaceAll(/<[^>]*>/g, '') ?? ''
  const position = order.findIndex((page) => page.path === path)
  const previous = order[position - 1]
  const next = order[position + 1]
  const group = ({ name, pages }: PageGroup): string => {
    const items = pages.map((page) => {
      const isCurrent = page.path === path
      return `<li>${link(page, isCurrent ? ' aria-current="page"' : '')}</li>`
    })
    return `<h2>${name}</h2><ul>${items.join('')}</ul>`
  }
  return `<!doctype html>
<html lang="en" data-docs="${relativeTo('.') || '.'}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Paypane</title>
    <link rel="icon" href="${relativeTo('../icon.svg')}" type="image/svg+xml">
    <link rel="stylesheet" href="${relativeTo('docs.css')}">
    <link rel="alternate" type="text/markdown" href="${relativeTo(path)}">
    <script src="${relativeTo('docs.js')}" defer></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="brand" href="${relativeTo('index.html')}"><img src="${relativeTo('../icon.svg')}" width="28" height="28" alt=""> Paypane <span>docs</span></a>
      <search hidden>
        <label for="search">Search</label>
        <input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false">
        <kbd aria-hidden="true">/</kbd>
        <div class="results" hidden><p role="status"></p><ol></ol></div>
      </search>
      <a class="demo" href="${relativeTo('../index.html')}">Live demo</a>
    </header>
    <div class="columns">
      <details class="pages">
        <summary>All pages</summary>
        <nav aria-label="Pages">${groups.map(group).join('')}</nav>
      </details>
      ${contents(headings)}
      <main id="content"${path === 'README.md' ? ' class="home"' : ''}>
${body}
        <nav class="around" aria-label="Previous and next page">
          ${previous === undefined ? '' : link(previous, ' rel="prev"')}
          ${next === undefined ? '' : link(next, ' rel="next"')}
        </nav>
      </main>
    </div>
  </body>
</html>
`
}

/** The contents of the page; empty if it has fewer than two headings below the title. */
function contents(headings: readonly Heading[]): string {
  const listed = headings.filter(({ level }) => level === 2 || level === 3)
  if (listed.length < 2) return ''
  const items = listed.map(
    ({ id, level, html }) => `<li class="level-${level}"><a href="#${id}">${html}</a></li>`,
  )
  return `<details class="contents">
        <summary>On this page</summary>
        <nav aria-label="On this page"><ul>${items.join('')}</ul></nav>
      </details>`
}
