import MiniSearch from 'minisearch'
import { type Section, searchOptions } from './search-options.ts'

/** The search index as a plain script, because a page from a file may load scripts but no JSON. */
export function searchIndexScript(sections: readonly Section[]): string {
  const index = new MiniSearch(searchOptions)
  index.addAll(sections)
  return `globalThis.paypaneSearchIndex=${JSON.stringify(JSON.stringify(index))}\n`
}

/** The sections of a rendered page as plain text. */
export function sectionsOf(path: string, html: string): Section[] {
  const page = textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '')
  return html.split(/(?=<h[1-3] )/).flatMap((part) => {
    const [, id, heading = ''] = /^<h[1-3] id="([^"]*)">(.*?)<\/h[1-3]>/s.exec(part) ?? []
    if (id === undefined) return []
    const isTitle = part.startsWith('<h1')
    return {
      id: isTitle ? path : `${path}#${id}`,
      page,
      heading: textOf(heading),
      text: textOf(part.replace(/^<h[1-3].*?<\/h[1-3]>/s, '').replaceAll(/<svg.*?<\/svg>/gs, '')),
    }
  })
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

const textOf = (html: string): string =>
  html
    .replaceAll(/<\/(?:td|th|p|li|pre|h\d)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
