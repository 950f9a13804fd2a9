import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** What each folder may import: other folders of `src`, and packages. */
const rules: Record<string, { layers: string[]; packages: string[] }> = {
  contract: { layers: [], packages: ['zod'] },
  service: { layers: [], packages: ['zod', '@noble/hashes/*'] },
  // What is above imports what is below; the order has no cycles.
  'server/lib': {
    layers: ['contract', 'service'],
    packages: ['zod', 'jose', '@noble/hashes/*', 'hono/utils/accept', 'hono/utils/ipaddr', 'leven'],
  },
  // One check of payer fields.
  'server/rules': { layers: ['contract', 'service', 'widget/view'], packages: ['zod'] },
  // One reader of QR fields, without Preact.
  'server/qr': {
    layers: ['contract', 'service', 'server/rules', 'widget/view'],
    packages: ['qrcode/lib/core/qrcode.js'],
  },
  'server/store': { layers: ['contract', 'server/lib', 'server/rules'], packages: ['zod'] },
  'server/options': {
    layers: ['contract', 'service', 'server', 'server/lib', 'server/rules', 'server/store'],
    packages: ['zod'],
  },
  server: {
    layers: [
      ...['contract', 'service', 'server/lib', 'server/rules', 'server/store', 'server/options'],
      ...['server/checkout', 'server/payout', 'server/worker', 'server/admin', 'server/http'],
    ],
    packages: [],
  },
  'server/attempt': {
    layers: [...['contract', 'service', 'server', 'server/lib', 'server/rules', 'server/qr', 'server/store']],
    packages: [],
  },
  'server/checkout': {
    layers: [
      ...['contract', 'service', 'server', 'server/lib', 'server/rules', 'server/qr', 'server/options'],
      'server/attempt',
    ],
    packages: ['zod'],
  },
  // One reader of typed amounts.
  'server/claim': {
    layers: [
      ...['contract', 'service', 'server', 'server/lib', 'server/rules', 'server/store', 'server/checkout'],
      'widget/view',
    ],
    packages: [],
  },
  'server/payout': {
    layers: [
      ...['contract', 'service', 'server', 'server/lib', 'server/rules', 'server/store', 'server/attempt'],
    ],
    packages: ['zod'],
  },
  'server/callback': {
    layers: ['service', 'server', 'server/lib', 'server/rules', 'server/store', 'server/attempt'],
    packages: [],
  },
  'server/refund': {
    layers: [
      ...['contract', 'server', 'server/lib', 'server/rules', 'server/store'],
      ...['server/attempt', 'server/checkout', 'server/payout'],
    ],
    packages: ['zod'],
  },
  'server/admin': {
    layers: [
      ...['contract', 'service', 'server', 'server/lib', 'server/rules', 'server/store', 'server/options'],
      ...['server/attempt', 'server/checkout', 'server/claim', 'server/refund'],
    ],
    packages: ['fflate'],
  },
  'server/worker': {
    layers: [
      ...['service', 'server', 'server/lib', 'server/rules', 'server/store'],
      ...['server/attempt', 'server/checkout', 'server/claim', 'server/refund', 'server/callback'],
    ],
    packages: [],
  },
  'server/http': {
    layers: [
      ...['contract', 'service', 'server', 'server/lib', 'server/rules', 'server/store'],
      ...['server/attempt', 'server/checkout', 'server/claim', 'server/refund', 'server/callback'],
      ...['server/payout', 'server/admin'],
    ],
    packages: ['zod', 'hono', 'hono/*'],
  },
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
    packages: ['hono/html', 'preact', 'preact-render-to-string', '@noble/hashes/*'],
  },
  'server/node': {
    layers: ['service', 'server', 'server/lib', 'server/options', 'server/rules'],
    packages: ['node:*', 'zod', '@hono/node-server'],
  },
  'server/sqlite': { layers: ['server/lib', 'server/store'], packages: ['node:*'] },
  'server/postgres': { layers: ['server/store'], packages: ['node:*', 'pg'] },
  sandbox: { layers: ['service'], packages: ['zod', 'hono', 'hono/*', 'qrcode/lib/core/qrcode.js'] },
  'sandbox/node': {
    layers: ['sandbox'],
    packages: ['node:*', 'zod', '@hono/node-server', '@hono/node-server/*'],
  },
  testing: {
    layers: ['contract', 'service', 'server', 'sandbox', 'widget/embed'],
    packages: ['zod'],
  },
  'widget/core': { layers: [], packages: [] },
  'widget/i18n': { layers: [], packages: [] },
  'widget/styles': { layers: [], packages: [] },
  'widget/view': {
    layers: ['widget/core', 'widget/i18n', 'widget/styles'],
    packages: ['preact', 'qrcode/*'],
  },
  'widget/embed': {
    layers: ['widget/core', 'widget/view', 'widget/i18n', 'widget/styles'],
    packages: ['preact', 'react', 'solid-js', 'svelte/elements'],
  },
  console: { layers: ['contract'], packages: ['hono/html', 'preact', 'preact/*', '@preact/signals', 'zod'] },
  cli: {
    layers: ['service', 'sandbox', 'sandbox/node'],
    packages: ['node:*', 'commander', 'pg', 'zod', 'paypane/server', 'paypane/server/*'],
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
  const source = readFileSync(file, 'utf8')
  // The files that `paypane init` writes have imports of their own.
  const text = /\/init\/[a-z]+-files\.ts$/.test(file) ? source.split(/^const .*=/m)[0] : source
  const statements = (text ?? '').matchAll(
    /^(?:import|export)\s(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  return [...statements].map(([, type, from, bare, dynamic]) => ({
    file: relative(src, file),
    from: from ?? bare ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }))
}

/** `node:*` and `preact/*` name all that begin so. */
const isNamed = (name: string, imported: string): boolean =>
  name.endsWith('*') ? imported.startsWith(name.slice(0, -1)) : imported === name

function isAllowed({ file, from, typeOnly }: Import): boolean {
  const layer = layerOf(join(src, file))
  const rule = rules[layer]
  if (rule === undefined) return false
  if (!from.startsWith('.')) return rule.packages.some((name) => isNamed(name, from))
  const target = layerOf(resolve(src, dirname(file), from))
  if (target === layer || rule.layers.includes(target)) return true
  return target === 'contract' && layer.startsWith('widget/') && typeOnly
}

test('folders of src import only what their rule allows', () => {
  const violations = filesBelow(src)
    .flatMap(importsOf)
    .filter((found) => !isAllowed(found))
    .map(({ file, from }) => `${file} imports ${from}`)
  expect(violations).toEqual([])
})

test('no file of the server and of its client imports itself by way of others, not even a type', () => {
  const files = ['server', 'service'].flatMap((folder) => filesBelow(join(src, folder)))
  const imports = new Map(
    files.map((file) => [
      file,
      importsOf(file).flatMap(({ from }) => (from.startsWith('.') ? [resolve(dirname(file), from)] : [])),
    ]),
  )
  /** Files that take part in no circle: whatever they import is among them. */
  const settled = new Set<string>()
  const isSettled = (file: string): boolean => settled.has(file) || !imports.has(file)
  for (let count = -1; count < settled.size; ) {
    count = settled.size
    for (const [file, imported] of imports) if (imported.every(isSettled)) settled.add(file)
  }
  expect(files.filter((file) => !settled.has(file)).map((file) => relative(src, file))).toEqual([])
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

test('every allowance is used', () => {
  const imports = filesBelow(src).flatMap(importsOf)
  const unused = Object.entries(rules).flatMap(([layer, { layers, packages }]) => {
    const own = imports.filter(({ file }) => layerOf(join(src, file)) === layer)
    const isImported = (target: string) =>
      own.some(
        ({ file, from }) => from.startsWith('.') && layerOf(resolve(src, dirname(file), from)) === target,
      )
    return [
      ...layers.filter((target) => !isImported(target)),
      ...packages.filter((name) => !own.some(({ from }) => isNamed(name, from))),
    ].map((allowed) => `${layer} does not import ${allowed}`)
  })
  expect(unused).toEqual([])
})
