import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Who may import whom: what each room may take from the other rooms of `src`, and from outside. */
const rules: Record<string, { rooms: string[]; outside: RegExp }> = {
  contract: { rooms: [], outside: /^zod$/ },
  service: { rooms: [], outside: /^(zod|@noble\/hashes\/.+)$/ },
  server: { rooms: ['contract', 'service'], outside: /^(zod|hono(\/.+)?)$/ },
  'server/node': { rooms: ['server'], outside: /^(node:.+|@hono\/node-server)$/ },
  'server/sqlite': { rooms: ['server'], outside: /^node:.+$/ },
  'server/postgres': { rooms: ['server'], outside: /^(node:.+|pg|zod)$/ },
  sandbox: { rooms: ['service'], outside: /^(zod|hono(\/.+)?|qrcode)$/ },
  'sandbox/node': { rooms: ['sandbox', 'service'], outside: /^(node:.+|zod)$/ },
  'widget/core': { rooms: [], outside: /^$/ },
  'widget/i18n': { rooms: [], outside: /^$/ },
  'widget/styles': { rooms: [], outside: /^$/ },
  'widget/view': {
    rooms: ['widget/core', 'widget/i18n', 'widget/styles'],
    outside: /^(preact(\/.+)?|@preact\/signals|qrcode(\/.+)?)$/,
  },
  'widget/embed': {
    rooms: ['widget/core', 'widget/view', 'widget/i18n', 'widget/styles'],
    outside: /^(preact(\/.+)?|@preact\/signals|react)$/,
  },
  cli: { rooms: ['service', 'sandbox', 'sandbox/node'], outside: /^(node:.+|zod|commander|citty|pg)$/ },
}

const src = resolve(import.meta.dirname, '../src')
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const roomOf = (file: string): string => {
  const path = relative(src, dirname(file))
  const [first = '', second = ''] = path.split('/')
  return `${first}/${second}` in rules ? `${first}/${second}` : first
}

interface Import {
  file: string
  from: string
  typeOnly: boolean
}
const importsOf = (file: string): Import[] => {
  const text = readFileSync(file, 'utf8')
  const statements = text.matchAll(
    /^(?:import|export)\s(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  return [...statements].map(([, type, from, bare, dynamic]) => ({
    file: relative(src, file),
    from: from ?? bare ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }))
}

function isAllowed({ file, from, typeOnly }: Import): boolean {
  const room = roomOf(join(src, file))
  const rule = rules[room]
  if (rule === undefined) return false
  if (!from.startsWith('.')) return rule.outside.test(from)
  const target = roomOf(resolve(src, dirname(file), from))
  if (target === room || rule.rooms.includes(target)) return true
  return target === 'contract' && room.startsWith('widget/') && typeOnly
}

test('every room of src imports only what it may', () => {
  const wrong = filesBelow(src)
    .flatMap(importsOf)
    .filter((found) => !isAllowed(found))
    .map(({ file, from }) => `${file} imports ${from}`)
  expect(wrong).toEqual([])
})

test('demo and server-example know the package by its public names only', () => {
  const root = resolve(src, '..')
  const wrong = ['demo', 'server-example']
    .map((folder) => join(root, folder))
    .flatMap((folder) => {
      try {
        return filesBelow(folder)
      } catch {
        return []
      }
    })
    .flatMap(importsOf)
    .filter(({ from }) => /(^|\/)src\//.test(from))
  expect(wrong).toEqual([])
})
