import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A fenced block of a page, with the annotations in the comment before it. */
export interface Block {
  /** `docs/start.md:12` */
  where: string
  language: string
  text: string
  /** `<!-- file: NAME -->`: other blocks of the page import it by this name. */
  file: string | null
  /** `<!-- from: PATH -->`: an excerpt of that file of the repository. */
  from: string | null
}

export interface Page {
  /** From the root of the repository. */
  path: string
  text: string
  /** The text without its code blocks. */
  prose: string
  /** The text without the padding of tables and without empty lines. */
  plain: string
  blocks: Block[]
  /** The ids of its headings, as links name them after `#`. */
  anchors: ReadonlySet<string>
  /** The targets of links and images. */
  links: string[]
}

const fence = /^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm
const comment = (name: string): RegExp => new RegExp(`<!-- ${name}: (.+?) -->\\s*$`)

function blocksOf(path: string, text: string): Block[] {
  return [...text.matchAll(fence)].map((match) => {
    const [, indent = '', language = '', inside = ''] = match
    const before = text.slice(0, match.index)
    const annotation = (name: string): string | null => comment(name).exec(before)?.[1] ?? null
    return {
      where: `${path}:${before.split('\n').length}`,
      language,
      text: inside.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      file: annotation('file'),
      from: annotation('from'),
    }
  })
}

/** Ids of headings, as GitHub makes them. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const anchor = plain.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-')
    let free = anchor
    for (let n = 1; anchors.has(free); n += 1) free = `${anchor}-${n}`
    anchors.add(free)
  }
  return anchors
}

function linksOf(prose: string): string[] {
  const inMarkdown = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const inHtml = [...prose.matchAll(/<(?:img|a|source)[^>]+(?:src|href|srcset)="([^"]+)"/g)].map(
    ([, link = '']) => link,
  )
  return [...inMarkdown, ...inHtml]
}

function pageOf(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  const prose = text.replaceAll(fence, '')
  return {
    path,
    text,
    prose,
    plain: text.replaceAll(/ {2,}/g, ' ').replaceAll(/\n{2,}/g, '\n'),
    blocks: blocksOf(path, text),
    anchors: anchorsOf(prose),
    links: linksOf(prose.replaceAll(/`[^`\n]+`/g, '')),
  }
}

const markdownIn = (folder: string, recursive: boolean): string[] =>
  readdirSync(join(root, folder), { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()

/** The pages in `docs/` and at the root. */
export const pages: readonly Page[] = [...markdownIn('docs', true), ...markdownIn('.', false)].map(pageOf)

export const docs = pages.filter(({ path }) => path.startsWith('docs/'))

export function pageAt(path: string): Page {
  const page = pages.find((candidate) => candidate.path === path)
  if (page === undefined) throw new Error(`No page ${path}`)
  return page
}

/** Resolves a relative link of a page to a path from the root of the repository. */
export function target(page: Page, link: string): { path: string; anchor: string | null } {
  const [file = '', anchor = null] = link.split('#')
  const path = file === '' ? page.path : relative(root, resolve(root, dirname(page.path), file))
  return { path, anchor }
}
