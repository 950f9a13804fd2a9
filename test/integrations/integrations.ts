export type PackageManager = 'npm' | 'pnpm' | 'yarn'

/** One integration project: the folders that it consists of, and how it is tested. */
export interface Integration {
  name: string
  /** Folders of this directory; later ones overwrite earlier ones. */
  layers: readonly [string, ...string[]]
  /** Overrides the versions in its package.json. */
  dependencies?: Readonly<Record<string, string>>
  /** Default: `npm`. */
  packageManager?: PackageManager
  /** Only a page: the first integration serves as its merchant server. */
  isPage?: boolean
  /** npm scripts to run; an order is paid with each. Default: `start`. */
  scripts?: readonly string[]
  /** The page is rendered with the view, so that the first screen needs no request. */
  rendersView?: boolean
  /** The page whose HTML contains the widget, rendered by the server; an order is paid on it, too. */
  renderedPath?: string
  /** With `dev`, an edit of paypane.ts counts without a restart. */
  reloadsServer?: boolean
  /** The path of the page that `paypane init` writes, with everything else. */
  initPath?: string
  /** It has no page: the order is paid on its payment page. */
  hasHostedPage?: boolean
  /** Not a shop but the tests of one, for `npm test`. */
  isTestSuite?: boolean
  /** The package entry that it imports; it is stubbed to measure the size that Paypane adds. */
  imports?: 'index' | 'element' | 'react'
}

const rendered = { scripts: ['start', 'dev'], renderedPath: '/' } as const
const initPage = { isPage: true, scripts: ['dev'], initPath: '/checkout.html' } as const
const page = { isPage: true, scripts: ['start', 'dev'] } as const

/** The first one is also the merchant server of the page-only ones. */
export const integrations: readonly [Integration, ...Integration[]] = [
  { name: 'node:http', layers: ['shop', 'page', 'node-http'] },
  { name: 'script tag', layers: ['shop', 'page', 'node-http', 'script-tag'] },
  { name: 'Express 5', layers: ['shop', 'page', 'express-5'] },
  { name: 'Fastify 5', layers: ['shop', 'page', 'fastify-5'] },
  { name: 'Hono', layers: ['shop', 'page', 'hono'] },
  { name: 'NestJS', layers: ['shop', 'page', 'nest'] },
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
    layers: ['shop-ts', 'next'],
    scripts: ['start', 'dev'],
    rendersView: true,
    reloadsServer: true,
    renderedPath: '/rendered',
    imports: 'react',
  },
  { name: 'React, rendered', layers: ['shop', 'rendered', 'rendered-react'], ...rendered },
  { name: 'Preact, rendered', layers: ['shop', 'rendered', 'rendered-preact'], ...rendered },
  { name: 'Vue, rendered', layers: ['shop', 'rendered', 'rendered-vue'], ...rendered },
  { name: 'Svelte, rendered', layers: ['shop', 'rendered', 'rendered-svelte'], ...rendered },
  { name: 'Astro, rendered', layers: ['shop-ts', 'astro'], ...rendered },
  { name: 'SvelteKit', layers: ['shop-ts', 'sveltekit'], renderedPath: '/' },
  { name: 'Nuxt', layers: ['shop-ts', 'nuxt'], renderedPath: '/' },
  { name: 'React Router 7', layers: ['shop-ts', 'react-router'], renderedPath: '/' },
  { name: 'Angular', layers: ['shop-ts', 'angular'] },
  { name: 'webpack', layers: ['shop', 'bundled', 'webpack'] },
  { name: 'esbuild', layers: ['shop', 'bundled', 'esbuild'] },
  { name: 'paypane serve', layers: ['serve'], hasHostedPage: true },
  { name: 'init: empty folder', layers: ['init-empty'], initPath: '/' },
  { name: 'init: Express', layers: ['init-express'], initPath: '/' },
  { name: 'init: pnpm', layers: ['init-express'], packageManager: 'pnpm', initPath: '/' },
  { name: 'init: Yarn', layers: ['init-express', 'yarn'], packageManager: 'yarn', initPath: '/' },
  { name: 'init: Fastify', layers: ['init-fastify'], initPath: '/' },
  { name: 'init: Hono', layers: ['init-hono'], initPath: '/' },
  { name: 'init: Next.js', layers: ['init-next'], scripts: ['start', 'dev'], initPath: '/checkout' },
  { name: 'init: Vite + React', layers: ['init-react'], ...initPage },
  { name: 'init: Vite + Vue', layers: ['init-vue'], ...initPage },
  { name: 'init: Vite + Svelte', layers: ['init-svelte'], ...initPage },
  { name: 'Jest', layers: ['jest'], isTestSuite: true },
]
