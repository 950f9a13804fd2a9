/**
 * Installs the packed tarball into each integration project, and pays an order in each against the sandbox, in a real
 * Chromium. `npm run test:integrations` runs all, `npm run test:integrations -- react hono` some.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { pack } from '../../scripts/tarball.ts'
import { signOrder } from '../../src/server/lib/crypto/order-token.ts'
import { launchChromium } from '../browser/chromium.ts'
import { freePort } from '../support/loopback.ts'
import { type Running, runToEnd, start, waitForResponse } from './command.ts'
import { type Integration, integrations } from './integrations.ts'
import { measurePage, payOrder, payPage, payRenderedOrder, visitReturnPage } from './payer.ts'
import { install, withAnotherOrder, withStubbedEntry } from './project.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'paypane-integrations-'))
const folderOf = (integration: Integration) =>
  join(folder, integration.name.toLowerCase().replace(/\W+/g, '-'))
/** Package managers other than npm, installed from the registry. */
const managers = join(folder, 'package-managers')
const managerOf = ({ packageManager }: Integration) =>
  packageManager === undefined ? 'npm' : join(managers, 'node_modules/.bin', packageManager)
const running = new Set<Running>()
const [shop] = integrations

const filters = process.argv.slice(2).map((name) => name.toLowerCase())
const isWanted = ({ name }: Integration) =>
  filters.length === 0 || filters.some((part) => name.toLowerCase().includes(part))

// The child processes are in their own process groups, which a signal to this process does not reach.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)))
try {
  process.exitCode = (await runAll()) ? 0 : 1
} finally {
  await end()
}

/** Stops every process, also if one of them does not end on SIGTERM, and then rejects. */
async function end(): Promise<void> {
  const stopped = await Promise.allSettled([...running].map((one) => one.stop()))
  // The cache of a development server is still written for a moment after it has ended.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  for (const result of stopped) if (result.status === 'rejected') throw result.reason
}

async function runAll(): Promise<boolean> {
  const tarball = await pack(join(import.meta.dirname, '../..'), folder)
  await install(shop, 'npm', folderOf(shop), tarball.path)
  const paypane = join(folderOf(shop), 'node_modules/.bin/paypane')
  const sandboxProcess = track(start(paypane, ['sandbox', '--port', '0'], folder))
  const sandbox = await sandboxProcess.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/)
  const settings: Record<string, string> = await (await fetch(`${sandbox}/_sandbox/env`)).json()
  const randomSecret = () => randomBytes(32).toString('base64')
  const env = { ...settings, SEAL_KEY: randomSecret(), SHOP_SECRET: randomSecret() }
  const browser = await launchChromium()
  let allPassed = true
  try {
    if (integrations.some((one) => isWanted(one) && one.packageManager !== undefined))
      await runToEnd('npm', ['install', '--prefix', managers, 'pnpm@10', '@yarnpkg/cli-dist@4'], folder)
    for (const integration of integrations.filter(isWanted)) {
      const began = Date.now()
      const result = await runIntegration(integration, {
        tarball: tarball.path,
        sandbox,
        env,
        browser,
      }).catch((error: unknown) => {
        allPassed = false
        return `FAILED: ${error instanceof Error ? error.message : error}`
      })
      print(
        `${integration.name.padEnd(18)} ${String(Math.round((Date.now() - began) / 1000)).padStart(3)} s  ${result}`,
      )
    }
  } finally {
    await browser.close()
  }
  return allPassed
}

interface TestContext {
  tarball: string
  sandbox: string
  env: { SHOP_SECRET: string; [name: string]: string }
  browser: Browser
}

/** Installs and builds the project, pays one order per script, and returns a summary with the size that Paypane adds. */
async function runIntegration(integration: Integration, context: TestContext): Promise<string> {
  const home = folderOf(integration)
  const manager = managerOf(integration)
  if (integration !== shop) await install(integration, manager, home, context.tarball)
  if (integration.initPath !== undefined) await runToEnd(manager, ['exec', 'paypane', 'init'], home)
  if (integration.isTestSuite) {
    await runToEnd('npm', ['test'], home)
    return 'its tests pass'
  }
  const build = () => runToEnd('npm', ['run', 'build', '--if-present'], home)
  await build()
  const scripts = integration.scripts ?? ['start']
  const sizes: number[] = []
  for (const script of scripts) {
    if (integration.renderedPath !== '/')
      await serve(integration, script, context, async (url, server) => {
        if (integration.rendersView && !/co_\w+/.test(await (await fetch(url)).text()))
          throw new Error('The page was rendered without the view')
        if (integration.hasHostedPage) {
          const token = await signOrder({ order: '1042', purpose: 'page' }, context.env.SHOP_SECRET)
          await payPage(context.browser, `${url}/pay/o/${token}`, context.sandbox)
          await server.waitForOutput(/checkout\.succeeded/)
          return
        }
        if (integration.initPath !== undefined) {
          const script = await fetch(`${url}/pay/paypane.js`)
          if (script.status !== 200) throw new Error(`/pay/paypane.js was answered with ${script.status}`)
          await payPage(context.browser, url + integration.initPath, context.sandbox)
          await server.waitForOutput(/checkout\.succeeded 1042/)
          await visitReturnPage(context.browser, context.sandbox)
          return
        }
        sizes.push(await payOrder(context.browser, url, context.sandbox))
        await server.waitForOutput(/checkout\.succeeded 1042/)
        if (integration.reloadsServer && script === 'dev') {
          const request = openRequest(await signOrder({ order: '1043' }, context.env.SHOP_SECRET))
          const isOpened = ({ status }: Response) => status === 201
          await withAnotherOrder(home, () =>
            waitForResponse(`${url}/pay/checkouts`, server, request, isOpened),
          )
        }
      })
    if (integration.renderedPath !== undefined)
      await serve(integration, script, context, async (url, server) => {
        await payRenderedOrder(context.browser, url + integration.renderedPath, context.sandbox)
        await server.waitForOutput(/checkout\.succeeded 1042/)
      })
  }
  const paid = `paid (${scripts.join(', ')})`
  if (!integration.imports) return paid
  const [sizeWith = 0] = sizes
  let sizeWithout = 0
  await withStubbedEntry(integration.imports, home, async () => {
    await build()
    await serve(integration, 'start', context, async (url) => {
      sizeWithout = await measurePage(context.browser, url)
    })
  })
  return `${paid}; Paypane adds ${sizeWith - sizeWithout} bytes gzipped to ${sizeWithout}`
}

/** What the widget requests to open an order. */
function openRequest(order: string): { method: string; headers: Record<string, string>; body: string } {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ order }) }
}

/** Runs one script of the project with an empty database; a page-only project gets its own merchant server. */
async function serve(
  integration: Integration,
  script: string,
  { env }: TestContext,
  use: (url: string, server: Running) => Promise<void>,
): Promise<void> {
  const testSafely = async (url: string, server: Running): Promise<void> => {
    const guessed = await fetch(`${url}/pay/checkouts`, openRequest('1042'))
    if (guessed.status !== 404) throw new Error(`A guessed order was answered with ${guessed.status}`)
    await use(url, server)
  }
  const home = folderOf(integration)
  const { SEAL_KEY: _, SHOP_SECRET: __, ...sandboxEnv } = env
  // The other settings are in the file that `paypane init` wrote.
  const given = integration.initPath === undefined ? env : sandboxEnv
  await rm(join(home, 'data'), { recursive: true, force: true })
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  if (!integration.isPage) {
    const server = track(
      start(managerOf(integration), ['run', script], home, { ...given, PORT: port, PUBLIC_URL: url }),
    )
    // In development the first request of a page compiles it.
    return await waitForResponse(url + (integration.initPath ?? ''), server)
      .then(() => testSafely(url, server))
      .finally(() => stopTracked(server))
  }
  const serverPort = String(await freePort())
  const serverUrl = `http://127.0.0.1:${serverPort}`
  const own = (await readdir(home)).find((name) => name.startsWith('paypane-server'))
  const program = own === undefined ? [join(folderOf(shop), 'server.js')] : ['--env-file=.env', own]
  const server = track(start('node', program, home, { ...given, PORT: serverPort, PUBLIC_URL: serverUrl }))
  const args = ['run', script, '--', '--port', port, '--strictPort', '--host', '127.0.0.1']
  const page = track(start('npm', args, home, { SERVER: serverUrl }))
  try {
    await waitForResponse(`${serverUrl}/pay/`, server)
    await waitForResponse(url, page)
    await testSafely(url, server)
  } finally {
    await stopTracked(page)
    await stopTracked(server)
  }
}

function track(one: Running): Running {
  running.add(one)
  return one
}

async function stopTracked(one: Running): Promise<void> {
  running.delete(one)
  await one.stop()
}
