import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { root } from '../page.ts'
import { type Declaration, declarationOf, exportsOf, moduleDocsOf } from './declarations.ts'

export interface Entry {
  /** `paypane/server/node` */
  name: string
  /** `docs/api/server-node.md` */
  path: string
  docs: string
  exports: readonly Declaration[]
  /** What its exports are made of, and no entry exports. */
  parts: readonly Declaration[]
}

const sources = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'object'
    ? [{ name: `paypane${name.slice(1)}`, file: join(root, target['paypane-source']) }]
    : [],
)

const keyOf = ({ name, file }: Pick<Declaration, 'name' | 'file'>): string => `${file} ${name}`
const isExported = new Set(sources.flatMap(({ file }) => exportsOf(file)).map(keyOf))

/** What one calls comes before what it takes and gives. */
const order: readonly Declaration['kind'][] = ['function', 'class', 'value', 'type']

/** Every entry of the package that code imports. */
export const entries: readonly Entry[] = sources.map(({ name, file }) => {
  const exports = exportsOf(file).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return {
    name,
    path: `docs/api/${name.replace(/^paypane\/(?=.)/, '').replaceAll('/', '-')}.md`,
    docs: moduleDocsOf(file),
    exports,
    parts: partsOf(exports),
  }
})

function partsOf(exports: readonly Declaration[]): Declaration[] {
  const parts = new Map<string, Declaration>()
  const follow = ({ names }: Declaration): void => {
    for (const at of names) {
      const key = keyOf(at)
      if (isExported.has(key) || parts.has(key)) continue
      const part = declarationOf(at)
      parts.set(key, part)
      follow(part)
    }
  }
  exports.forEach(follow)
  return [...parts.values()]
}

/** The pages of `docs/api`, by their paths. */
export function referencePages(): ReadonlyMap<string, string> {
  const index = [
    '# Reference',
    '',
    'Every entry of the package, out of the docs that its code carries: `npm run api` writes these pages.',
    '',
    ...entries.map(({ name, path, docs }) => {
      const [first = ''] = inOneLine(docs).split(/(?<=\.)(?= |$)/)
      return `- [\`${name}\`](${path.replace('docs/api/', '')}): ${first}`
    }),
    '',
  ]
  return new Map([
    ['docs/api/README.md', index.join('\n')],
    ...entries.map((entry) => [entry.path, pageOf(entry)] as const),
  ])
}

function pageOf(entry: Entry): string {
  const { prose, examples } = readDocs(entry.docs)
  const parts = ['## Parts', '', 'What these are made of, and what no entry exports by itself.', '']
  return [
    `# ${entry.name}`,
    '',
    prose,
    '',
    ...examples.flatMap((example) => [fenced(example), '']),
    ...entry.exports.flatMap((one) => sectionOf(one, entry, '##')),
    ...(entry.parts.length > 0 ? parts : []),
    ...entry.parts.flatMap((one) => sectionOf(one, entry, '###')),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function sectionOf(declaration: Declaration, entry: Entry, level: string): string[] {
  const { prose, params, throws, examples } = readDocs(declaration.docs)
  const links = linksOf(declaration, entry)
  return [
    `${level} ${declaration.name}`,
    '',
    ...(prose === '' ? [] : [prose, '']),
    ...params.map(([name, text]) => `- \`${name}\`: ${text}`),
    ...throws.map((text) => `- Throws ${text}`),
    ...(params.length + throws.length > 0 ? [''] : []),
    '```typescript',
    declaration.text,
    '```',
    '',
    ...(links.length > 0 ? [`Named here: ${links.join(', ')}`, ''] : []),
    ...examples.flatMap((example) => [...given(example, entry), fenced(example), '']),
  ]
}

/** What an example takes for granted, for those who compile it: the entry's own names, where it imports none. */
function given(example: string, { name, exports }: Entry): string[] {
  if (example.includes(`from '${name}'`)) return []
  const used = exports
    .filter((one) => one.kind !== 'type' && new RegExp(`\\b${one.name}\\b`).test(example))
    .map((one) => one.name)
  return used.length > 0 ? [`<!-- given: import { ${used.join(', ')} } from '${name}' -->`, ''] : []
}

/** Each name that has a place of its own, on this page rather than on another. */
function linksOf({ names }: Declaration, entry: Entry): string[] {
  const placesOf = (one: Entry): readonly Declaration[] => [...one.exports, ...one.parts]
  return names.flatMap((at) => {
    const home = [entry, ...entries].find((one) => placesOf(one).some((place) => keyOf(place) === keyOf(at)))
    if (!home) return []
    const page = home === entry ? '' : home.path.replace('docs/api/', '')
    return [`[\`${at.name}\`](${page}#${anchorOf(at, placesOf(home))})`]
  })
}

/** As renderers make it of the heading: of two that differ in case alone, the second is counted. */
function anchorOf(at: Pick<Declaration, 'name' | 'file'>, places: readonly Declaration[]): string {
  const anchor = at.name.toLowerCase()
  const alike = places.filter(({ name }) => name.toLowerCase() === anchor)
  const n = alike.findIndex((one) => keyOf(one) === keyOf(at))
  return n > 0 ? `${anchor}-${n}` : anchor
}

interface Docs {
  prose: string
  params: [name: string, text: string][]
  throws: string[]
  examples: string[]
}

function readDocs(docs: string): Docs {
  const [prose = '', ...tags] = docs.split(/^@(?=\w)/m).map((part) => part.trim())
  const of = (name: string): string[] =>
    tags.filter((tag) => tag.startsWith(name)).map((tag) => tag.slice(name.length).trim())
  return {
    prose,
    params: of('param').map((text) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(text) ?? []
      return [name, inOneLine(rest)]
    }),
    throws: of('throws').map(inOneLine),
    examples: of('example'),
  }
}

const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

const fenced = (example: string): string =>
  `\`\`\`${/(^|= |return |\()<[A-Z]/m.test(example) ? 'tsx' : 'ts'}\n${example}\n\`\`\``
