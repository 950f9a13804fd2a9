import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { nextFiles, pageFiles } from './page-files.ts'
import { inspectProject, type Project } from './project.ts'
import { nextServerFile, serverFile } from './server-files.ts'

/**
 * Writes a merchant server, a page and `.env` for the sandbox into the project of a folder. Changes no file that exists.
 * Returns what to print; throws an error for people if nothing was written.
 */
export function init(folder: string): string[] {
  const project = inspectProject(folder)
  const { packageManager, missing, isCommonJs } = project
  const { files, server, steps } = planFiles(project)
  const taken = Object.keys(files).filter((name) => existsSync(join(folder, name)))
  if (taken.length > 0)
    throw new Error(
      `Nothing was written, because it would replace ${taken.join(', ')}. Move these files first.`,
    )
  const settings = sandboxEnv(project)
  const hasEnv = existsSync(join(folder, '.env'))
  const written = hasEnv ? files : { ...files, '.env': settings }
  for (const [name, text] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    // Not over a file that was created meanwhile.
    writeFileSync(join(folder, name), text, { flag: 'wx', ...(name === '.env' && { mode: 0o600 }) })
  }
  const ignored = existsSync(join(folder, '.gitignore'))
    ? readFileSync(join(folder, '.gitignore'), 'utf8')
    : ''
  return [
    'Written:',
    ...Object.keys(written).map((name) => `  ${name}`),
    ...(hasEnv ? ['', '.env exists and was not changed. Add these lines to it:', '', settings.trim()] : []),
    '',
    ...(project.server === 'next' && isCommonJs
      ? ['Remove "type": "commonjs" from package.json, for Next.js.', '']
      : []),
    'Next, each in a terminal of its own:',
    ...(missing.length === 0 ? [] : [`  ${packageManager.install} ${missing.join(' ')}`]),
    `  ${packageManager.run} paypane sandbox`,
    ...steps.map((step) => `  ${step}`),
    '',
    `Then open ${pageAddress(project)} and pay the order at http://127.0.0.1:4010/.`,
    ...(/^\.env(\*|$)/m.test(ignored) && /^\/?data\/?$/m.test(ignored)
      ? []
      : ['Keep .env and data/ out of version control: add both to .gitignore.']),
    `The orders of your shop go into ${server}.`,
  ]
}

function pageAddress({ server, page }: Project): string {
  if (server === 'next') return 'http://localhost:3000/checkout'
  return page === null ? 'http://127.0.0.1:8787/' : 'http://localhost:5173/checkout.html'
}

/** The files, that of the server among them, and the commands that start everything but the sandbox. */
function planFiles(project: Project) {
  const { isTypeScript, isModule, nextFolder, page, packageManager } = project
  if (project.server === 'next') {
    const server = `${nextFolder}paypane.${isTypeScript ? 'ts' : 'js'}`
    const t = (types: string): string => (isTypeScript ? types : '')
    return {
      files: { [server]: nextServerFile(t), ...nextFiles(project) },
      server,
      steps: [`${packageManager.run} next dev`],
    }
  }
  const server = `paypane-server.${isModule ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`
  return {
    server,
    files: { [server]: serverFile(project), ...(page === null ? {} : pageFiles(page, project)) },
    steps: [
      `${packageManager.node} --env-file=.env ${server}`,
      ...(page === null ? [] : [`${packageManager.run} vite --config vite.paypane.config.mjs`]),
    ],
  }
}

/** Settings of a server that pays at the sandbox, whose keys are the same in every run. */
function sandboxEnv({ server }: Project): string {
  const secret = (): string => randomBytes(32).toString('base64')
  const settings = {
    PUBLIC_URL: server === 'next' ? 'http://localhost:3000' : 'http://127.0.0.1:8787',
    SEAL_KEY: secret(),
    SHOP_SECRET: secret(),
    ...createSandbox({ url: 'http://127.0.0.1:4010' }).env(),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  return `# Settings of Paypane. The secrets are this project's own, the keys those of the sandbox.
# EVENTS_URL, SHOP_NAME and SHOP_ORDERS are for paypane serve alone.
${lines.join('')}`
}
