import { posix } from 'node:path'

export interface PageLink {
  name: string
  /** In `docs/`, such as `integrations/react.md`. */
  path: string
}

export interface PageGroup {
  name: string
  pages: readonly PageLink[]
}

const pageLinks = (text: string, pattern: RegExp, folder = ''): PageLink[] =>
  [...text.matchAll(pattern)].map(([, name = '', path = '']) => ({ name, path: posix.join(folder, path) }))

/** The pages of the navigation: the tables of `docs/README.md`, each below its heading. */
export function pageGroups(index: string): PageGroup[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      name: section.slice(0, section.indexOf('\n')),
      pages: pageLinks(section, /^\| \[(.+?)\]\(([^)]+\.md)\)/gm),
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** All pages in the order of previous and next: the index, the groups, then each decision. */
export function readingOrder(groups: readonly PageGroup[], decisions: string): PageLink[] {
  return [
    { name: 'Documentation', path: 'README.md' },
    ...groups.flatMap(({ pages }) => pages),
    ...pageLinks(decisions, /^\d+\. \[(.+?)\]\(([^)]+\.md)\)/gm, 'decisions'),
  ]
}
