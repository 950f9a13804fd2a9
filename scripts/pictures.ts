/**
 * Contact sheets of every state of the gallery in `test-results/pictures`, to look at: `npm run pictures`, or those of some
 * variants: `npm run pictures -- --only dark`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { z } from 'zod'
import { launchChromium } from '../test/browser/chromium.ts'
import { openGallery } from '../test/browser/widget/gallery.ts'
import { openScreens } from '../test/browser/widget/screens.ts'
import { readCommandLine } from './command-line.ts'

interface Variant {
  name: string
  /** What the gallery's address selects. Default: light, English, 390 px. */
  selection?: Readonly<Record<string, string>>
  /** Styles of the page around the widgets. */
  css?: string
  context?: BrowserContextOptions
}

const accents = { yellow: '#ffd400', green: '#0a7d4b', black: '#000' }
const largeText = { css: ':root { font-size: 200% }' }
const variants: readonly Variant[] = [
  ...['320', '390', '768', '1280'].map((width) => ({ name: `light-${width}`, selection: { width } })),
  { name: 'dark', selection: { theme: 'dark' } },
  { name: 'arabic', selection: { locale: 'ar' } },
  { name: 'german-200', selection: { locale: 'de' }, ...largeText },
  { name: 'german-200-320', selection: { locale: 'de', width: '320' }, ...largeText },
  { name: 'forced-colors', context: { forcedColors: 'active' } },
  ...Object.entries(accents).flatMap(([name, color]) =>
    ['light', 'dark'].map((theme) => ({
      name: `${name}-${theme}`,
      selection: { theme },
      css: `:root { --paypane-accent: ${color} }`,
    })),
  ),
]

/** Sheets of about this width are legible. */
const sheetWidth = 1800

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = `${root}test-results/pictures`
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Takes the sheets of a variant. Returns how many there are. */
async function takeSheets(browser: Browser, address: string, variant: Variant): Promise<number> {
  const width = Number(variant.selection?.['width'] ?? 390)
  const columns = Math.max(1, Math.floor(sheetWidth / (width + 48)))
  const page = await browser.newPage({
    viewport: { width: sheetWidth, height: 900 },
    reducedMotion: 'reduce',
    ...variant.context,
  })
  await openScreens(page, address)
  await page.evaluate(applyCss, `${sheetCss(columns)}${variant.css ?? ''}`)
  const states = await page.locator('article').count()
  const perSheet = Math.max(4, columns * 2)
  const sheets = Math.ceil(states / perSheet)
  for (let sheet = 0; sheet < sheets; sheet += 1) await takeSheet(page, variant.name, sheet, perSheet)
  await page.close()
  return sheets
}

async function takeSheet(page: Page, name: string, sheet: number, perSheet: number): Promise<void> {
  await page.evaluate(showOnly, [sheet * perSheet, (sheet + 1) * perSheet] as const)
  const path = `${folder}/${name}-${String(sheet + 1).padStart(2, '0')}.png`
  await page.locator('#screens').screenshot({ path })
}

/** The gallery without its controls, as one grid of states. */
const sheetCss = (columns: number) => `
  .gallery > :not(#screens), #screens h2, .state-screen header p, .view-json { display: none }
  #screens { display: grid; grid-template-columns: repeat(${columns}, max-content); gap: 0 32px; width: max-content; padding: 8px 20px }
  #screens > section, .screens { display: contents }
  .state-screen { padding: 8px 0; font-size: 14px }`

// What follows runs in the page.

function applyCss(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}

function showOnly([from, to]: readonly [number, number]): void {
  document.querySelectorAll('article').forEach((state, place) => {
    state.hidden = place < from || place >= to
  })
}

const { values } = readCommandLine(import.meta.filename, {
  values: z.object({ only: z.string().default('') }),
  options: { only: { type: 'string' } },
})
const chosen = variants.filter(({ name }) => name.includes(values.only))
const builds = `${root}test-results/pictures-${process.pid}`
process.env['TEST_BUILDS'] = builds
await mkdir(folder, { recursive: true })
const gallery = await openGallery()
const browser = await launchChromium()
try {
  for (const variant of chosen) {
    const sheets = await takeSheets(browser, gallery.address(variant.selection ?? {}), variant)
    print(`${variant.name}: ${sheets} sheets`)
  }
} finally {
  await browser.close()
  await gallery.close()
  await rm(builds, { recursive: true, force: true })
}
