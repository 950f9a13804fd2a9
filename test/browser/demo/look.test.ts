import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { serveFiles } from './file-server.ts'
import { pull } from './promises.ts'
import { builtSite } from './site.ts'

// A machine with much else to do is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

let browser: Browser
let site: Awaited<ReturnType<typeof builtSite>>
let host: Awaited<ReturnType<typeof serveFiles>>

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchChromium(), builtSite()])
  host = await serveFiles(site.folder, '/demo/')
})
afterAll(async () => {
  await browser.close()
  await host.close()
  await site.remove()
})

/** Opens the demo with these settings in the address, and chooses the transfer. */
async function open(search: string, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.goto(host.url + search)
  await page.locator('.way button').first().click()
  await page.locator('.pane .details').waitFor()
  return page
}

describe.each([390, 768, 1280, 1920])('at %i px', (width) => {
  test.each(['light', 'dark'] as const)(
    '%s: axe finds nothing, and nothing runs over the side',
    async (theme) => {
      const page = await open('', width, theme)
      await pull(page, 'forged')
      await page.locator('.message.bad').waitFor()
      await page.addScriptTag({ path: axe })
      for (const tab of ['Live picture', 'Story', 'Code']) {
        await page.getByRole('tab', { name: tab }).click()
        const found = await page.evaluate(async () => {
          const tool: Axe = Reflect.get(globalThis, 'axe')
          const { violations } = (await tool?.run()) ?? { violations: [{ id: 'axe is missing', nodes: [] }] }
          return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
        })
        expect(found, tab).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.context().close()
    },
  )
})

test('a link reproduces the settings: terms, words, direction, theme, brand and width', async () => {
  const page = await open(
    '?amount=31.40&currency=USDT_TRC20&locale=ar&theme=dark&accent=%237a2360&radius=20&width=small&details=phone',
  )
  const pane = page.locator('.pane')
  expect(await pane.getAttribute('dir')).toBe('rtl')
  expect(await page.locator('.screen').getAttribute('dir')).toBe('rtl')
  expect(await pane.locator('.amount').textContent()).toContain('31.40')
  expect(await pane.locator('.detail').count()).toBe(3)
  const look = await pane.evaluate((element) => {
    const { borderRadius, colorScheme, width } = getComputedStyle(element)
    return { borderRadius, colorScheme, isNarrow: Number.parseFloat(width) <= 320 }
  })
  expect(look).toEqual({ borderRadius: '20px', colorScheme: 'dark', isNarrow: true })
  const search = new URL(page.url()).searchParams
  expect(Object.fromEntries(search)).toEqual({
    amount: '31.40',
    currency: 'USDT_TRC20',
    locale: 'ar',
    theme: 'dark',
    accent: '#7a2360',
    radius: '20',
    width: 'small',
    details: 'phone',
  })
  await page.context().close()
})

test('presenting hides the machinery and keeps the shop', async () => {
  const page = await open('?presenting=true')
  expect(await page.getByRole('region', { name: 'Remote control' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show the machinery' }).click()
  await page.getByRole('region', { name: 'Remote control' }).waitFor()
  await page.context().close()
})
