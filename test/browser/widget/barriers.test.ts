import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages as english } from '../../../src/widget/i18n/en.ts'
import { messages as arabic } from '../../../src/widget/i18n/locales/ar.ts'
import { launchChromium } from '../chromium.ts'
import { serveGallery } from './gallery/server.ts'

let browser: Browser
let gallery: Awaited<ReturnType<typeof serveGallery>>
let axe: string

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  gallery = await serveGallery()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await gallery.close()
})

interface Barrier {
  id: string
  nodes: { target: unknown; html: string }[]
}

const words = { en: english.succeeded, ar: arabic.succeeded }

const looks = [
  ['light', 'en', 390],
  ['dark', 'en', 320],
  ['light', 'ar', 280],
  ['dark', 'ar', 760],
] as const

test.each(looks)('no state has a barrier in %s, %s, at %i px', async (theme, locale, width) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`${gallery.url}?theme=${theme}&locale=${locale}&width=${width}`)
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  expect(await page.locator('html').getAttribute('data-ready')).toBe('yes')
  const tooWide = await page.evaluate(
    () =>
      [...document.querySelectorAll('figure > div > div')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ).length,
  )
  const saysPaid = await page.evaluate((words) => {
    const headings = [...document.querySelectorAll('figure')].map((figure) => ({
      name: figure.querySelector('figcaption')?.textContent ?? '',
      heading: figure.querySelector('div > div')?.shadowRoot?.querySelector('h2 span')?.textContent,
    }))
    return headings.filter(({ heading }) => heading === words).map(({ name }) => name.split('-')[0])
  }, words[locale])
  expect([...new Set(saysPaid)]).toEqual(['succeeded'])
  await page.evaluate(axe)
  const barriers: Barrier[] = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await Reflect.get(window, 'axe').run('main', {
      runOnly: tags,
      // Headings and landmarks belong to the page that holds the pane.
      rules: {
        region: { enabled: false },
        'heading-order': { enabled: false },
        'page-has-heading-one': { enabled: false },
      },
    })
    return violations
  })
  expect(barriers.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(tooWide).toBe(0)
  await page.close()
})
