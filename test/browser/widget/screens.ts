import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/**
 * Opens the gallery for screenshots: every screen is in its state and stays in it. The fonts come from packages, so that the
 * machine's fonts do not matter.
 */
export async function openScreens(page: Page, address: string): Promise<void> {
  await page.addInitScript(applyFonts, await fonts())
  await page.goto(address)
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  const ready = await page.locator('html').getAttribute('data-ready')
  if (ready !== 'yes') throw new Error(`The gallery is not ready: ${ready}`)
  await page.evaluate(loadQrButtons)
  await page.evaluate(dropKeptHeights)
}

async function fonts(): Promise<string[]> {
  const { resolve } = createRequire(import.meta.url)
  const files = [
    'sans/files/noto-sans-latin',
    'sans/files/noto-sans-cyrillic',
    'sans-arabic/files/noto-sans-arabic-arabic',
  ]
  return await Promise.all(
    files.map((file) => readFile(resolve(`@fontsource-variable/noto-${file}-wght-normal.woff2`), 'base64')),
  )
}

// What follows runs in the page.

/** Applies the fonts to the page and to every widget. */
function applyFonts(fonts: string[]): void {
  const names = fonts.map((base64, place) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const face = new FontFace(`Kept${place}`, bytes.buffer, { weight: '100 900' })
    document.fonts.add(face)
    return face.family
  })
  const sheet = new CSSStyleSheet()
  const family = names.join()
  sheet.replaceSync(`:root { --paypane-font: ${family} } :root * { font-family: ${family} !important }`)
  document.adoptedStyleSheets.push(sheet)
}

/** The buttons of a QR code are loaded when it is painted, or seen. */
async function loadQrButtons(): Promise<void> {
  const findMissing = () =>
    [...document.querySelectorAll('.container > *')]
      .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('.qr-actions.hidden') ?? [])])
      .find((buttons) => buttons.checkVisibility())
  for (let missing = findMissing(); missing; missing = findMissing()) {
    missing.scrollIntoView()
    await new Promise(requestAnimationFrame)
  }
}

/** A widget keeps the height of the screen before. Which one that was depends on how fast its files were loaded. */
function dropKeptHeights(): void {
  for (const { shadowRoot } of document.querySelectorAll('.container > *'))
    shadowRoot?.querySelector('div')?.style.removeProperty('min-height')
}
