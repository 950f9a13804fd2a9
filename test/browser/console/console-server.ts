import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { consolePages } from '../../../src/console/index.ts'
import { createHarness, type Harness } from '../../server/harness.ts'
import { buildOnce } from '../../support/build-once.ts'
import { listenOnLoopback } from '../../support/loopback.ts'

export const token = 'the operator of this shop'

/** The path of the console's script, built as it is shipped. */
export async function builtConsole(): Promise<string> {
  const folder = await buildOnce('console', async (outDir) => {
    await build({
      root: join(import.meta.dirname, '../../..'),
      mode: 'console',
      logLevel: 'error',
      build: { outDir },
    })
  })
  return join(folder, 'console.js')
}

/** A server with the harness's admin API and the console. */
export interface ConsoleServer {
  address: string
  /** The bodies of all responses of the admin API. */
  responses: string[]
  close(): Promise<void>
}

export async function serveConsole(harness: Harness): Promise<ConsoleServer> {
  const responses: string[] = []
  const app = new Hono()
  const script = await builtConsole()
  const pages = consolePages({ script: () => readFile(script, 'utf8') })
  app.get('/admin/*', (c) => pages.fetch(c.req.raw))
  app.all('/pay/*', async (c) => {
    const response = await harness.paypane.fetch(c.req.raw)
    responses.push(await response.clone().text())
    return response
  })
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  const url = await listenOnLoopback(server)
  return {
    address: `${url}/admin/console`,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A shop with the console for the tests of a file, started before them and closed after them. */
export function sharedShop(): { readonly harness: Harness; readonly server: ConsoleServer } {
  let started: { harness: Harness; server: ConsoleServer } | undefined
  const shop = () => {
    if (started === undefined) throw new Error('The shop is started before the first test.')
    return started
  }
  beforeAll(async () => {
    const harness = createHarness({ paypane: { adminToken: token } })
    started = { harness, server: await serveConsole(harness) }
  })
  afterAll(async () => {
    await started?.server.close()
    await started?.harness.paypane.close()
  })
  return {
    get harness() {
      return shop().harness
    },
    get server() {
      return shop().server
    },
  }
}

/** Opens the console, signed out. `consoleErrors`: the browser's errors, policy violations included. */
export async function openConsole(
  browser: Browser,
  consoleServer: ConsoleServer,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; consoleErrors: string[] }> {
  const context = await browser.newContext({ timezoneId: 'UTC', locale: 'en-GB', ...options })
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  page.on('console', (message) => {
    // Chromium logs every 4xx response, which these tests expect.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      consoleErrors.push(message.text())
  })
  await page.goto(consoleServer.address)
  return { page, consoleErrors }
}

export async function signIn(page: Page, typedToken = token): Promise<void> {
  await page.getByLabel("Operator's token").fill(typedToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
