import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { serveGallery } from './gallery/server.ts'

/**
 * How the most telling states look on the first screen of a small phone. After a change that is meant to be seen, `KEEP_PICTURES=1` keeps the new ones;
 * look at them before they are committed. Fonts are the machine's: with others than those of the pictures nothing
 * is compared, and the test says so.
 */
const pictures = new URL('gallery/pictures/', import.meta.url)
const isKeeping = process.env['KEEP_PICTURES'] === '1'
/** The share of pixels that may differ visibly: the rims of letters, never a moved line. */
const tolerance = 0.005

const looks = [
  ['choosing-saved-cards', 'light', 'en'],
  ['transfer', 'light', 'en'],
  ['transfer-qr', 'light', 'en'],
  ['checking', 'light', 'en'],
  ['redirect', 'light', 'en'],
  ['succeeded', 'light', 'en'],
  ['failed-transfer', 'light', 'en'],
  ['expired', 'light', 'en'],
  ['connection-lost', 'light', 'en'],
  ['transfer', 'dark', 'en'],
  ['transfer', 'light', 'ar'],
] as const

let browser: Browser
let gallery: Awaited<ReturnType<typeof serveGallery>>
let page: Page
let fonts: string

beforeAll(async () => {
  gallery = await serveGallery()
  browser = await launchChromium()
  page = await browser.newPage({ viewport: { width: 344, height: 540 }, reducedMotion: 'reduce' })
  await page.goto(gallery.url)
  fonts = `${await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    return [400, 600, 650].map((weight) => {
      if (pen) pen.font = `${weight} 100px system-ui, sans-serif`
      return ['Transfer exactly 1,250.00', 'حوّل هذا المبلغ'].map((words) =>
        pen?.measureText(words).width.toFixed(1),
      )
    })
  })}\n`
  if (!isKeeping) return
  await mkdir(pictures, { recursive: true })
  await writeFile(new URL('fonts.txt', pictures), fonts)
})
afterAll(async () => {
  await browser.close()
  await gallery.close()
})

test.for(looks)('%s looks as it did, in %s, in %s', async ([state, theme, locale], { skip }) => {
  const kept = await readFile(new URL('fonts.txt', pictures), 'utf8')
  skip(kept !== fonts, 'The fonts of this machine are not those of the pictures: nothing is compared')
  const file = new URL(`${state}-${theme}-${locale}.png`, pictures)
  await page.goto(`${gallery.url}?state=${state}&theme=${theme}&locale=${locale}&width=320`)
  await page.locator('[data-ready=yes]').waitFor({ state: 'attached' })
  const tile = page.locator('canvas.tile')
  if (await tile.count()) await page.locator('.keep').waitFor({ state: 'attached' })
  const picture = await page.screenshot({ mask: [page.locator('.time')], maskColor: '#888' })
  if (isKeeping) await writeFile(file, picture)
  expect(await difference(picture, await readFile(file))).toBeLessThan(tolerance)
})

/** The share of pixels that differ by more than an eye forgives; all of them where the size is another. */
async function difference(...both: [shown: Buffer, kept: Buffer]): Promise<number> {
  return await page.evaluate(
    async (pictures) => {
      const read = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes]))
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
        pen?.drawImage(image, 0, 0)
        return pen?.getImageData(0, 0, image.width, image.height)
      }
      const [shown, kept] = await Promise.all(pictures.map(read))
      if (!shown || shown.width !== kept?.width || shown.height !== kept.height) return 1
      const differing = new Set<number>()
      shown.data.forEach((value, place) => {
        if (Math.abs(value - (kept.data[place] ?? 0)) > 48) differing.add(place >> 2)
      })
      return differing.size / (shown.width * shown.height)
    },
    both.map((picture) => picture.toString('base64')),
  )
}
