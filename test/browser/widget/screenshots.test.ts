import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Messages } from '../../../src/widget/i18n/messages.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { isFull } from '../../support/full.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { openGallery } from './gallery.ts'
import { openScreens } from './screens.ts'

/**
 * Compares the screens with the committed screenshots. `KEEP_SCREENSHOTS=1` stores new ones after an intended change.
 */
const screenshots = new URL('screenshots/', import.meta.url)
const isUpdating = process.env['KEEP_SCREENSHOTS'] === '1'
/** The share of the image that may differ: edges of letters, less than a word. */
const tolerance = 0.001

const mainStates = [
  'choosing-saved-cards',
  'transfer',
  'checking',
  'succeeded',
  'failed-transfer',
  'connection-lost',
]
const ledStates = [
  'transfer-of-shop',
  'reported-sent',
  'choosing-instead',
  'expired-switchable',
  'expired-reported-sent',
  'underpaid',
  'succeeded-next',
]
const variants = [
  {
    name: 'phone',
    variant: { width: '320' },
    states: [
      'loading',
      'choosing-saved-cards',
      'not-started',
      'preparing',
      'transfer',
      'transfer-qr',
      'transfer-long',
      'checking',
      'redirect',
      'pending',
      'succeeded',
      'succeeded-other-amount',
      'succeeded-late',
      'failed-transfer',
      'failed-refused',
      'failed-funds',
      'choosing-again',
      'expired',
      'connection-lost',
      'not-found',
      'unavailable',
      'fields-several',
      'fields-errors',
      ...ledStates,
    ],
  },
  {
    name: 'phone-dark',
    variant: { width: '320', theme: 'dark' },
    states: [...mainStates, 'fields-errors', 'underpaid', 'succeeded-next'],
  },
  {
    name: 'phone-arabic',
    variant: { width: '320', locale: 'ar' },
    states: [...mainStates, 'transfer-long', 'fields-errors', ...ledStates],
  },
  {
    name: 'phone-large',
    variant: { width: '390' },
    states: [...mainStates, 'transfer-qr', 'transfer-long', 'redirect', 'expired', ...ledStates],
  },
  { name: 'tablet', variant: { width: '768' }, states: [...mainStates, 'transfer-qr', 'transfer-long'] },
  {
    name: 'desk',
    variant: { width: '1280' },
    states: [...mainStates, 'transfer-qr', 'fields-several', ...ledStates],
  },
  { name: 'desk-arabic-dark', variant: { width: '1280', locale: 'ar', theme: 'dark' }, states: ['transfer'] },
]

const chromium = sharedChromium()
let gallery: Awaited<ReturnType<typeof openGallery>>

beforeAll(async () => {
  gallery = await openGallery()
})
afterAll(() => gallery.close())

test('every committed screenshot is compared', async () => {
  const listed = variants.flatMap(({ name, states }) => states.map((state) => `${state}-${name}.png`))
  expect((await readdir(screenshots)).sort()).toEqual(listed.sort())
})

test('no notice of a lost connection has two lines at 320 px, so that nothing moves', async () => {
  const page = await chromium.browser.newPage()
  await openScreens(page, gallery.address({ state: 'connection-lost', width: '320' }))
  const locales: { messages: Messages }[] = await Promise.all(
    localeTags.map((tag) => import(`../../../src/widget/i18n/locales/${tag}.ts`)),
  )
  const notices = locales.flatMap(({ messages }) => [messages.connectionLost, messages.offline])
  const long = await page.locator('.lost').evaluate((shown, texts) => {
    const { height } = shown.getBoundingClientRect()
    return texts.filter((text) => {
      shown.textContent = text
      return shown.getBoundingClientRect().height > height
    })
  }, notices)
  expect(long).toEqual([])
})

/** Most changes show on a phone. */
const compared = variants.filter(
  ({ name }) => isFull || isUpdating || ['phone', 'phone-arabic'].includes(name),
)

describe.each(compared)('$name', ({ name, variant, states }) => {
  let page: Page

  beforeAll(async () => {
    page = await chromium.browser.newPage({
      viewport: { width: 1600, height: 900 },
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
    })
    await openScreens(page, gallery.address(variant))
    await page.evaluate(standBelowEachOther)
  })
  afterAll(() => page.close())

  test.each(states)('%s looks unchanged', async (state) => {
    const screenshot = await page.locator(`article#${state} .container`).screenshot({
      // The countdown runs.
      mask: [page.locator('[role=timer]')],
      maskColor: '#888',
    })
    const file = new URL(`${state}-${name}.png`, screenshots)
    if (isUpdating) await writeFile(file, screenshot)
    const stored = await readFile(file)
    if (screenshot.equals(stored)) return
    expect(await page.evaluate(difference, [screenshot, stored].map(inBase64))).toBeLessThan(tolerance)
  })
})

/** A screen starts at a fraction of a pixel that does not depend on the screens beside and above it. */
function standBelowEachOther(): void {
  for (const screens of document.querySelectorAll<HTMLElement>('.screens')) screens.style.display = 'block'
  for (const screen of document.querySelectorAll('article'))
    screen.style.minHeight = `${Math.ceil(screen.getBoundingClientRect().height)}px`
}

const inBase64 = (bytes: Buffer) => bytes.toString('base64')

// What follows runs in the page.

/** The share of squares that differ by more than anti-aliasing does; 1 if the sizes differ. */
async function difference(images: string[]): Promise<number> {
  const side = 4
  const read = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const { width, height } = image
    const canvas = new OffscreenCanvas(Math.ceil(width / side), Math.ceil(height / side))
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (pen) pen.imageSmoothingQuality = 'high'
    pen?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return {
      size: `${width} ${height}`,
      data: pen?.getImageData(0, 0, canvas.width, canvas.height).data ?? [],
    }
  }
  const [shown, stored] = await Promise.all(images.map(read))
  if (!shown || shown.size !== stored?.size) return 1
  const differing = new Set<number>()
  shown.data.forEach((value, place) => {
    if (Math.abs(value - (stored.data[place] ?? 0)) > 40) differing.add(place >> 2)
  })
  return differing.size / (shown.data.length / 4)
}
