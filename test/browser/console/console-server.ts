import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { consolePages } from '../../../src/console/index.ts'
import type { Harness } from '../../server/harness.ts'

export const token = 'the operator of this shop'

/** The console as it is shipped, made from what is in the tree now. */
export async function buildConsole(): Promise<string> {
  const made = await build({
    root: join(import.meta.dirname, '../../..'),
    mode: 'console',
    logLevel: 'error',
    build: { write: false },
  })
  for (const { output } of [made].flat().filter((one) => 'output' in one)) {
    for (const file of output) if (file.type === 'chunk' && file.isEntry) return file.code
  }
  throw new Error('The console was built into nothing.')
}

/** A merchant's server on this machine: the admin API of the world, and the console before it. */
export interface ConsoleServer {
  address: string
  /** Everything that the admin API has answered, as text. */
  responses: string[]
  close(): Promise<void>
}

export async function serveConsole(harness: Harness, script: string): Promise<ConsoleServer> {
  const responses: string[] = []
  const app = new Hono()
  const pages = consolePages({ script: async () => script })
  app.get('/admin/*', (c) => pages.fetch(c.req.raw))
  app.all('/pay/*', async (c) => {
    const response = await harness.paypane.fetch(c.req.raw)
    responses.push(await response.clone().text())
    return response
  })
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/admin/console`,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A page of the console, signed out. `complaints`: what the browser said against it, its policy included. */
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
    // A refusal is an answer like any other here; Chromium writes it down all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      consoleErrors.push(message.text())
  })
  await page.goto(consoleServer.address)
  return { page, consoleErrors }
}

export async function signIn(page: Page, typedToken = token): Promise<void> {
  await page.getByLabel('Administrator token').fill(typedToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
