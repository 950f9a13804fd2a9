import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const servers = ['express', 'fastify', 'hono'] as const
const pages = ['react', 'preact', 'vue', 'svelte'] as const

/** What the files of `paypane init` depend on. */
export interface Project {
  /** What serves the shop's requests. */
  server: (typeof servers)[number] | 'node' | 'next'
  /** What a Vite page is written in; null without Vite. */
  page: (typeof pages)[number] | 'plain' | null
  isTypeScript: boolean
  /** Whether `.js` and `.ts` files are ES modules. */
  isModule: boolean
  /** Whether the manifest says `commonjs`, as `npm init -y` writes it: Next.js then builds no ES module. */
  isCommonJs: boolean
  /** The file of Vite's configuration, if there is one. */
  viteConfig: string | null
  /** `src/` or nothing: where Next.js finds `app`. */
  nextFolder: '' | 'src/'
  hasNextLayout: boolean
  /** What the files import and the project's manifest does not list. */
  missing: string[]
  packageManager: PackageManager
}

/** How to type commands for the package manager of the project. */
interface PackageManager {
  /** Installs the packages that follow. */
  install: string
  /** Runs a command of an installed package. */
  run: string
  /** Runs a script of the project; with Yarn, packages may be outside of `node_modules`. */
  node: string
}

const Manifest = z.object({
  type: z.string().optional(),
  dependencies: z.record(z.string(), z.unknown()).default({}),
  devDependencies: z.record(z.string(), z.unknown()).default({}),
})

/** Frameworks whose files differ too much from project to project, and the page of the docs that has them. */
const documented: Readonly<Record<string, string>> = {
  nuxt: 'nuxt',
  astro: 'astro',
  '@sveltejs/kit': 'sveltekit',
  '@react-router/dev': 'react-router',
  '@angular/core': 'angular',
  '@nestjs/core': 'nest',
}

const npm: PackageManager = { install: 'npm install', run: 'npx', node: 'node' }
const packageManagers: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': { install: 'pnpm add', run: 'pnpm exec', node: 'node' },
  'yarn.lock': { install: 'yarn add', run: 'yarn', node: 'yarn node' },
  'bun.lock': { install: 'bun add', run: 'bunx', node: 'node' },
}

/** Looks at the project in a folder. Throws an error for people if it needs a page of the docs instead. */
export function inspectProject(folder: string): Project {
  const has = (file: string): boolean => existsSync(join(folder, file))
  const manifest = has('package.json')
    ? Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    : Manifest.parse({})
  const installed = { ...manifest.dependencies, ...manifest.devDependencies }
  const guide = Object.keys(documented).find((name) => name in installed)
  if (guide !== undefined)
    throw new Error(
      `This project uses ${guide}. Its files are in node_modules/paypane/docs/integrations/${documented[guide]}.md.`,
    )
  const nextFolder = !has('app') && has('src/app') ? 'src/' : ''
  const extensions = ['js', 'jsx', 'tsx']
  const server = 'next' in installed ? 'next' : (servers.find((name) => name in installed) ?? 'node')
  const imported = ['paypane', ...(server === 'hono' ? ['@hono/node-server'] : [])]
  return {
    server,
    page: 'vite' in installed ? (pages.find((name) => name in installed) ?? 'plain') : null,
    isTypeScript: has('tsconfig.json'),
    isModule: manifest.type === 'module',
    isCommonJs: manifest.type === 'commonjs',
    viteConfig: ['ts', 'mts', 'js', 'mjs'].map((extension) => `vite.config.${extension}`).find(has) ?? null,
    nextFolder,
    hasNextLayout: extensions.some((extension) => has(`${nextFolder}app/layout.${extension}`)),
    missing: imported.filter((name) => !(name in installed)),
    packageManager: packageManagers[Object.keys(packageManagers).find(has) ?? ''] ?? npm,
  }
}
