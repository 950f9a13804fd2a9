import { pageGroups } from './navigation.ts'

/** The section of `docs/README.md` whose rules come first. */
const rulesHeading = '## Rules of an integration'

/** `llms.txt`: what an assistant that writes an integration has to keep, and the pages as Markdown. */
export function llmsText(index: string): string {
  const [, after = ''] = index.split(`${rulesHeading}\n`)
  const [rules = ''] = after.split(/^## /m)
  const contents = new Map(
    [...index.matchAll(/^\| \[.+?\]\(([^)]+\.md)\) *\| (.+?) *\|$/gm)].map(([, path = '', text = '']) => [
      path,
      text,
    ]),
  )
  const groups = pageGroups(index).map(({ name, pages }) =>
    [
      `## ${name}`,
      '',
      ...pages.map((page) => `- [${page.name}](docs/${page.path}): ${contents.get(page.path)}`),
    ].join('\n'),
  )
  return [
    '# Paypane',
    '> A checkout widget for P2P deposits, and the merchant server behind it. TypeScript, for Node, Bun and Deno.',
    `## Instructions\n\n${rules.trim().replaceAll('](', '](docs/')}`,
    ...groups,
  ]
    .join('\n\n')
    .concat('\n')
}
