import { Marked, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import type { Highlight } from './highlight.ts'
import { stateDiagram } from './state-diagram.ts'

export interface Heading {
  id: string
  level: number
  /** HTML of the heading's content, without links. */
  html: string
}

interface MarkdownOptions {
  highlight: Highlight
  /** Returns the URL of a link on the site, or null. */
  resolveLink(href: string): string | null
}

export function renderMarkdown(text: string, { highlight, resolveLink }: MarkdownOptions) {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'image' || (token.type === 'link' && !/^[a-z]+:/.test(token['href'])))
        token['href'] = resolveLink(token['href']) ?? ''
    },
    renderer: {
      html: ({ text: html }) => (html.startsWith('<!--') ? '' : html),
      code: ({ text: code, lang = '' }) =>
        lang === 'mermaid'
          ? stateDiagram(code)
          : `<div class="code" data-language="${lang}"><pre tabindex="0"><code>${highlight(code, lang)}\n</code></pre></div>\n`,
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens)
        return href === '' ? content : `<a href="${href}">${content}</a>`
      },
    },
  })
  const html = marked
    .parse(text, { async: false })
    .replaceAll(/<table>.*?<\/table>/gs, withLabels)
    // Scrollable blocks are focusable.
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  const headings: readonly Heading[] = getHeadingList().map(({ id, level, text: content }) => ({
    id,
    level,
    html: content.replaceAll(/<\/?a\b[^>]*>/g, ''),
  }))
  return { html, headings }
}

/** Names the column in each cell after the first: on a phone, cells are below each other. */
function withLabels(table: string): string {
  const labels = [...table.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, name = '']) =>
    name.replaceAll(/<[^>]*>/g, ''),
  )
  // With two columns, the second explains the first.
  if (labels.length < 3) return table
  return table.replaceAll(/<tr>.*?<\/tr>/gs, (row) => {
    let column = 0
    return row.replaceAll('<td', () => {
      const label = labels[column++]
      return column === 1 ? '<td' : `<td data-label="${label}"`
    })
  })
}
