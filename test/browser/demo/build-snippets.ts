import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile as compileSvelte } from 'svelte/compiler'
import { build, type Plugin } from 'vite'
import { compileScript, parse } from 'vue/compiler-sfc'
import type { Snippet } from '../../../demo/app/snippets.ts'

const root = join(import.meta.dirname, '../../..')
// Inside the package, so that imports resolve; ignored by git.
const folder = join(root, 'test-results/snippet-pages')

/** The other files of a project of each framework. */
const projects: Record<string, Record<string, string>> = {
  react: {
    'main.ts': `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Payment } from './payment.tsx'
createRoot(document.body).render(createElement(Payment))`,
  },
  preact: {
    'main.ts': `import { h, render } from 'preact'
import { Payment } from './payment.tsx'
render(h(Payment, null), document.body)`,
  },
  vue: {
    'main.ts': `import { createApp } from 'vue'
import Payment from './payment.vue'
const app = createApp(Payment)
app.config.globalProperties.$router = { push: (path) => location.assign(path) }
app.mount(document.body)`,
  },
  svelte: {
    'main.ts': `import { mount } from 'svelte'
import Payment from './payment.svelte'
mount(Payment, { target: document.body })`,
    'navigation.ts': 'export const goto = (path) => location.assign(path)',
  },
}
const extensions: Record<string, string> = { vue: 'vue', svelte: 'svelte' }
const pragmas: Record<string, string> = { react: '/** @jsxImportSource react */\n' }

/** Replaces the frameworks' Vite plugins. */
const compilers: Plugin = {
  name: 'snippets',
  transform(code, id) {
    if (id.endsWith('.svelte')) return compileSvelte(code, { filename: id, generate: 'client' }).js
    if (!id.endsWith('.vue')) return null
    const { content } = compileScript(parse(code).descriptor, {
      id,
      inlineTemplate: true,
      templateOptions: { compilerOptions: { isCustomElement: (tag) => tag === 'pay-pane' } },
    })
    return { code: content, map: null }
  },
}

/** Builds each framework's snippet into a script; returns the files by name, such as `react.js`. */
export async function buildSnippets(snippets: readonly Snippet[]): Promise<Map<string, string>> {
  const input: Record<string, string> = {}
  for (const { id, code } of snippets) {
    const files = projects[id]
    if (!files) continue
    mkdirSync(join(folder, id), { recursive: true })
    const payment = `payment.${extensions[id] ?? 'tsx'}`
    for (const [file, text] of Object.entries({ ...files, [payment]: (pragmas[id] ?? '') + code }))
      writeFileSync(join(folder, id, file), text)
    input[id] = join(folder, id, 'main.ts')
  }
  try {
    const built = await build({
      root,
      logLevel: 'error',
      resolve: { alias: { '$app/navigation': join(folder, 'svelte/navigation.ts') } },
      plugins: [compilers],
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
      },
    })
    const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
    return new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
