import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inFull, isFull } from '../../support/full.ts'
import { holdConfirmations } from '../held-confirmations.ts'
import { siteFixture, violations } from './site-fixture.ts'

const site = siteFixture('/some/where/')

/** Opens a page of the docs, from the server or from the file; `problems` collects its errors and foreign requests. */
async function open(path: string, from: 'server' | 'file' = 'server') {
  const base = from === 'file' ? `${pathToFileURL(site.folder)}/` : site.url
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (from === 'server') await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await holdConfirmations(context, 2000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(base)) problems.push(request.url())
  })
  await page.goto(`${base}docs/${path}`)
  return { page, problems }
}

async function searchUnderpaid(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type('underpaid')
  await page
    .getByRole('status')
    .getByText(/\d+ results/)
    .waitFor()
}

test.each(['server', 'file'] as const)('the search of a page from a %s finds "underpaid"', async (from) => {
  const { page, problems } = await open('integrations/react.html', from)
  await searchUnderpaid(page)
  const results = page.getByRole('search').getByRole('link')
  expect(await results.first().textContent()).toContain('Reviews › underpaid')
  await page.keyboard.press('ArrowDown')
  expect(await results.first().evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/docs\/reviews\.html#underpaid$/)
  await page.keyboard.press('/')
  await page.keyboard.type('nosuchword')
  await page.getByText('Nothing found for “nosuchword”').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('search').getByRole('status').isVisible()).toBe(false)
  expect(problems).toEqual([])
  await page.context().close()
})

test('a block of code is highlighted and can be copied', async () => {
  const { page, problems } = await open('integrations/react.html')
  const block = page.locator('.code').first()
  expect(await block.locator('.token-keyword').count()).toBeGreaterThan(0)
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByText('Copied').waitFor()
  const source = join(import.meta.dirname, '../../integrations/vite-react/src/order.jsx')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe((await readFile(source, 'utf8')).trimEnd())
  expect(problems).toEqual([])
  await page.context().close()
})

test.runIf(isFull)('at 320 px next leads through all pages, and none scrolls sideways', async () => {
  const { page, problems } = await open('index.html')
  await page.setViewportSize({ width: 320, height: 800 })
  const visited: string[] = []
  const wide: string[] = []
  for (let next: string | null = page.url(); next !== null; ) {
    await page.goto(next, { waitUntil: 'domcontentloaded' })
    const path = page.url().slice(site.url.length)
    visited.push(path)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 320) wide.push(`${path}: ${width}`)
    next = await page.evaluate(() => document.querySelector<HTMLAnchorElement>('[rel=next]')?.href ?? null)
  }
  expect(wide).toEqual([])
  const all = readdirSync(join(site.folder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .map((path) => `docs/${path}`)
  expect(visited.toSorted()).toEqual(all.toSorted())
  await page.locator('[rel=prev]').click()
  await page.waitForURL(`${site.url}${visited.at(-2)}`)
  expect(problems).toEqual([])
  await page.context().close()
})

test.each([
  [320, 'dark', 'widget.html'],
  [1920, 'light', 'integrations/vue.html'],
  ...inFull([768, 'light', 'money.html'], [1280, 'dark', 'server.html']),
] as const)('at %s px, %s, %s passes axe, also with the search open', async (width, colorScheme, path) => {
  const context = await site.browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.goto(`${site.url}docs/${path}`)
  expect(await violations(page)).toEqual([])
  await searchUnderpaid(page)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  await context.close()
})
