import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages as english } from '../../../src/widget/i18n/en.ts'
import type { Messages } from '../../../src/widget/i18n/messages.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { launchChromium } from '../chromium.ts'
import { openGallery } from './gallery.ts'

let browser: Browser
let gallery: Awaited<ReturnType<typeof openGallery>>
let axe: string

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  gallery = await openGallery()
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

async function wordsForPaid(locale: string): Promise<string> {
  if (locale === 'en') return english.succeeded
  const { messages }: { messages: Messages } = await import(`../../../src/widget/i18n/locales/${locale}.ts`)
  return messages.succeeded
}

const looks = [
  ['light', 'en', '390', 1280],
  ['dark', 'tr', '320', 390],
  ['light', 'ar', '280', 320],
  ['dark', 'ar', '768', 1280],
] as const
/** All languages take a minute: on demand. */
const everyLook =
  process.env['EVERY_LOCALE'] === '1'
    ? [...looks, ...localeTags.map((locale) => ['light', locale, '320', 1280] as const)]
    : looks

test.each(everyLook)(
  'no state has a barrier in %s, %s, at %s px, on a page of %i px',
  async (theme, locale, width, across) => {
    const viewport = { width: across, height: 900 }
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: theme })
    await page.goto(gallery.address({ theme, locale, width }))
    await page.locator('[data-ready]').waitFor({ state: 'attached' })
    expect(await page.locator('html').getAttribute('data-ready')).toBe('yes')
    const tooWide = await page.evaluate(
      () =>
        [...document.querySelectorAll('.place > div')].filter(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ).length,
    )
    const saysPaid = await page.evaluate(
      (words) => {
        const headings = [...document.querySelectorAll('article')].map((state) => ({
          name: state.id,
          heading: state.querySelector('.place > div')?.shadowRoot?.querySelector('h2 span')?.textContent,
        }))
        return headings.filter(({ heading }) => heading === words).map(({ name }) => name.split('-')[0])
      },
      await wordsForPaid(locale),
    )
    expect([...new Set(saysPaid)]).toEqual(['succeeded'])
    await page.evaluate(axe)
    const barriers: Barrier[] = await page.evaluate(async () => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const { violations } = await Reflect.get(window, 'axe').run({ runOnly: tags })
      return violations
    })
    expect(barriers.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(tooWide).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(across)
    await page.close()
  },
)
