/** One real integration: the layers that its folder is made of, and how it is tried. */
export interface Integration {
  name: string
  /** Folders of this directory, the later over the earlier. */
  layers: readonly [string, ...string[]]
  /** Versions other than those in its package.json. */
  dependencies?: Readonly<Record<string, string>>
  /** A page only: its merchant's server is another integration. */
  isPage?: boolean
  /** Each is run by npm, and paid on. */
  scripts?: readonly string[]
  /** Its page comes with the view: the first screen asks nothing. */
  rendersView?: boolean
  /** The built file of the package that this integration imports: what Paypane adds is measured without it. */
  imports?: 'index' | 'element' | 'react'
}

const page = { isPage: true, scripts: ['start', 'dev'] } as const

/** The first of them also serves those that are only a page. */
export const integrations: readonly [Integration, ...Integration[]] = [
  { name: 'node:http', layers: ['shop', 'page', 'node-http'] },
  { name: 'script tag', layers: ['shop', 'node-http', 'script-tag'] },
  { name: 'Express 5', layers: ['shop', 'page', 'express-5'] },
  { name: 'Fastify 5', layers: ['shop', 'page', 'fastify-5'] },
  { name: 'Hono', layers: ['shop', 'page', 'hono'] },
  { name: 'Bun', layers: ['shop', 'page', 'bun'] },
  { name: 'Deno', layers: ['shop', 'page', 'deno'] },
  { name: 'Vite + React 19', layers: ['vite-react'], ...page, imports: 'react' },
  {
    name: 'Vite + React 18',
    layers: ['vite-react'],
    dependencies: { react: '^18.3.0', 'react-dom': '^18.3.0' },
    ...page,
    imports: 'react',
  },
  { name: 'Vite + Preact 10', layers: ['vite-preact'], ...page, imports: 'index' },
  {
    name: 'Vite + Preact 11',
    layers: ['vite-preact'],
    dependencies: { preact: '^11.2.0' },
    ...page,
    imports: 'index',
  },
  { name: 'Vite + Vue 3', layers: ['vite-vue'], ...page, imports: 'element' },
  { name: 'Vite + Svelte 5', layers: ['vite-svelte'], ...page, imports: 'element' },
  {
    name: 'Next.js',
    layers: ['shop', 'next'],
    scripts: ['start', 'dev'],
    rendersView: true,
    imports: 'react',
  },
]
