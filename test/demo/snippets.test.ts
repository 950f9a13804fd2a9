import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile as compileSvelte } from 'svelte/compiler'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import { defaults, type Settings } from '../../demo/app/settings.ts'
import { snippets } from '../../demo/app/snippets.ts'
import { isFull } from '../support/full.ts'

const root = join(import.meta.dirname, '../..')
// Inside the package, so that its name resolves; ignored by git.
const folder = join(root, 'test-results/snippets')

const branded: Settings = {
  ...defaults,
  method: 'transfer',
  present: 'form',
  locale: 'pt-BR',
  theme: 'dark',
  accent: '#7a2360',
  radius: 4,
}
const variants = [
  ['defaults', defaults],
  ['with every option', branded],
] as const

const code = (settings: Settings, id: string): string => {
  const found = snippets(settings).find((snippet) => snippet.id === id)
  if (!found) throw new Error(`There is no snippet ${id}`)
  return found.code
}

beforeAll(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(isFull)('the TypeScript snippets compile against the public names of the package', () => {
  for (const [name, settings] of variants) {
    const files = {
      'page/react.tsx': `/** @jsxImportSource react */\n${code(settings, 'react')}`,
      'page/preact.tsx': code(settings, 'preact'),
      'paypane.ts': code(settings, 'kit'),
      'hono.ts': code(settings, 'hono'),
      'express.ts': code(settings, 'express'),
      'app/pay/[...path]/route.ts': code(settings, 'next'),
    }
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, name.replaceAll(' ', '-'), file)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, text)
    }
  }
  // Express is not installed here; only the handler's type matters.
  writeFileSync(
    join(folder, 'types.d.ts'),
    `declare module 'express' {
      import type { NodeHandler } from 'paypane/server/node'
      export default function express(): { use(path: string, handler: NodeHandler): void; listen(port: number): void }
    }`,
  )
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['.'], exclude: [] }),
  )
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

describe.each(variants)('%s', (_, settings) => {
  test('Vue compiles its component', () => {
    const { descriptor, errors } = parse(code(settings, 'vue'))
    expect(errors).toEqual([])
    expect(compileScript(descriptor, { id: 'pay' }).content).toContain("import 'paypane/element'")
    const template = compileTemplate({
      id: 'pay',
      filename: 'Pay.vue',
      source: descriptor.template?.content ?? '',
      compilerOptions: { isCustomElement: (tag) => tag === 'pay-pane' },
    })
    expect(template.errors).toEqual([])
    expect(template.code).toContain('onPaypaneSuccess')
  })

  test('Svelte compiles its component', () => {
    const { js, warnings } = compileSvelte(code(settings, 'svelte'), { filename: 'Pay.svelte' })
    expect(warnings).toEqual([])
    expect(js.code).toContain('paypane-success')
  })
})

test('only options that differ from the defaults are written', () => {
  expect(code(defaults, 'script')).toContain('<pay-pane endpoint="/pay" order="1042"></pay-pane>')
  expect(code(branded, 'script')).toContain(
    '<pay-pane endpoint="/pay" order="1042" method="transfer" present="form" locale="pt-BR" theme="dark"></pay-pane>',
  )
})
