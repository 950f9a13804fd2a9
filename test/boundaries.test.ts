import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The rooms of the server, each with the rooms it may import besides itself; the order has no cycles. */
const serverRooms = {
  lib: [],
  rules: [],
  qr: [],
  store: ['lib', 'rules'],
  attempt: ['lib', 'qr', 'rules', 'store'],
  checkout: ['lib', 'qr', 'rules', 'store', 'attempt'],
  payout: ['lib', 'rules', 'store', 'attempt'],
  callback: ['lib', 'rules', 'store', 'attempt'],
  admin: ['lib', 'rules', 'store', 'attempt', 'checkout'],
  customer: ['lib', 'rules', 'store', 'attempt', 'checkout', 'admin'],
  operator: ['lib', 'rules', 'store', 'admin'],
  worker: ['lib', 'rules', 'store', 'attempt', 'checkout', 'callback'],
  http: [
    'lib',
    'rules',
    'store',
    'attempt',
    'checkout',
    'callback',
    'payout',
    'admin',
    'customer',
    'operator',
  ],
} as const

/** Options and pipelines, which the rooms above the store use. */
const usesServerRoot = (room: string): boolean => !['lib', 'qr', 'rules', 'store'].includes(room)

const serverPackages: Record<string, RegExp> = {
  lib: /^(zod|hono\/utils\/ipaddr)$/,
  http: /^(zod|hono(\/.+)?)$/,
  checkout: /^(zod|jose)$/,
  qr: /^qrcode\/lib\/core\/qrcode\.js$/,
}

const serverRules = Object.fromEntries(
  Object.entries(serverRooms).map(([room, imports]) => [
    `server/${room}`,
    {
      layers: [
        'contract',
        ...(room === 'lib' || room === 'store' ? [] : ['service']),
        ...(usesServerRoot(room) ? ['server'] : []),
        ...imports.map((imported) => `server/${imported}`),
        // One reader of QR fields, without Preact.
        ...(room === 'qr' ? ['widget/view'] : []),
      ],
      packages: serverPackages[room] ?? /^zod$/,
    },
  ]),
)

/** What each room may import: other rooms of `src`, and packages. */
const rules: Record<string, { layers: string[]; packages: RegExp }> = {
  contract: { layers: [], packages: /^zod$/ },
  service: { layers: [], packages: /^(zod|@noble\/hashes\/.+)$/ },
  server: { layers: ['contract', 'service', ...Object.keys(serverRules)], packages: /^zod$/ },
  ...serverRules,
  'server/html': {
    layers: [
      'server',
      'contract',
      'server/lib',
      'widget/core',
      'widget/view',
      'widget/i18n',
      'widget/styles',
    ],
    packages: /^(hono\/html|preact|preact-render-to-string|@noble\/hashes\/.+)$/,
  },
  'server/node': {
    layers: ['server', 'server/lib', 'server/rules'],
    packages: /^(node:.+|zod|@hono\/node-server)$/,
  },
  'server/sqlite': { layers: ['server/store'], packages: /^node:.+$/ },
  'server/postgres': { layers: ['server/store'], packages: /^(node:.+|pg|zod)$/ },
  sandbox: { layers: ['service'], packages: /^(zod|hono(\/.+)?|qrcode)$/ },
  'sandbox/node': { layers: ['sandbox'], packages: /^(node:.+|zod|@hono\/node-server(\/utils\/response)?)$/ },
  'widget/core': { layers: [], packages: /^$/ },
  'widget/i18n': { layers: [], packages: /^$/ },
  'widget/styles': { layers: [], packages: /^$/ },
  'widget/view': {
    layers: ['widget/core', 'widget/i18n', 'widget/styles'],
    packages: /^(preact(\/.+)?|@preact\/signals|qrcode(\/.+)?)$/,
  },
  'widget/embed': {
    layers: ['widget/core', 'widget/view', 'widget/i18n', 'widget/styles'],
    packages: /^(preact(\/.+)?|@preact\/signals|react|solid-js|svelte\/elements)$/,
  },
  console: {
    layers: ['contract'],
    packages: /^(hono\/html|preact(\/.+)?|@preact\/signals|zod)$/,
  },
  cli: {
    layers: ['service', 'sandbox', 'sandbox/node'],
    packages: /^(node:.+|commander|pg|paypane\/server(\/(node|sqlite|postgres))?)$/,
  },
}

const src = resolve(import.meta.dirname, '../src')
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const layerOf = (file: string): string => {
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
  const layer = layerOf(join(src, file))
  const rule = rules[layer]
  if (rule === undefined) return false
  if (!from.startsWith('.')) return rule.packages.test(from)
  const target = layerOf(resolve(src, dirname(file), from))
  if (target === layer || rule.layers.includes(target)) return true
  return target === 'contract' && layer.startsWith('widget/') && typeOnly
}

test('rooms of src import only what their rule allows', () => {
  const violations = filesBelow(src)
    .flatMap(importsOf)
    .filter((found) => !isAllowed(found))
    .map(({ file, from }) => `${file} imports ${from}`)
  expect(violations).toEqual([])
})

test('paths of files are decoded, so that a folder may have a space in its name', () => {
  const root = resolve(src, '..')
  const violations = ['src', 'demo', 'server-example', 'scripts', 'test']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((file) => /import\.meta\.url\)\.pathname|\broot\.pathname/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
  expect(violations).toEqual([])
})

test('demo and server-example import the package by its public names', () => {
  const root = resolve(src, '..')
  const violations = ['demo', 'server-example']
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
  expect(violations).toEqual([])
})
