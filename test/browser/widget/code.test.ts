import { create } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { nothing, states, transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView, TransferAction } from '../../../src/contract/view.ts'
import { inChromium } from './in-chromium.ts'
import { html, pane, strictest } from './shop.ts'

const at = inChromium()

const withCode = (qr: string, more: Partial<TransferAction> = {}): CheckoutView => ({
  ...transfer,
  action: { ...nothing, recipient: 'Ivan Petrenko', qr, ...more },
})
const png =
  states
    .flatMap(({ answer }) =>
      typeof answer === 'object' && answer.action?.type === 'transfer' ? [answer.action.qr ?? ''] : [],
    )
    .find((qr) => qr.startsWith('iVBOR')) ?? ''
const drawing = btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="top.pwned=1">' +
    '<script>top.pwned=1</script><rect width="8" height="8"/></svg>',
)
const drawingsAllowed = `${strictest}; img-src data:`

/** Opens a page whose only instruction is this code, and waits until it is there to be kept. */
async function openCode(qr: string, { policy = strictest, attributes = '' } = {}): Promise<void> {
  at.shop.say(withCode(qr))
  const body = pane.replace('>', ` ${attributes}>`)
  await at.page.goto(at.shop.page('/', html(body), policy))
  await at.page.locator('.keep:not(.off)').waitFor()
}

const tile = () => at.page.locator('.tile')

/** The canvas as rows of cells of so many pixels, read from the middle of each: true is dark. */
const cells = (across: number) =>
  at.page.locator('canvas').evaluate((canvas, count) => {
    if (!(canvas instanceof HTMLCanvasElement)) return []
    const pen = canvas.getContext('2d')
    const side = canvas.width / count
    return Array.from({ length: count }, (_, row) =>
      Array.from({ length: count }, (_, column) => {
        const [red = 0] = pen?.getImageData((column + 0.5) * side, (row + 0.5) * side, 1, 1).data ?? []
        return red < 128
      }),
    )
  }, across)

const quiet = 4

describe('text', () => {
  test.each([
    'https://pay.example/qr/4f7Qm2Zr9Ks1',
    '00020126360014BR.GOV.BCB.PIX0114+5561999999999',
    '4441114455556666',
    'Оплата 1042, 1 250,00 ₴',
  ])('%j is painted module by module, with four quiet modules around', async (text) => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    await openCode(text)
    const painted = await cells(modules.size + 2 * quiet)
    const wanted = painted.map((line, row) =>
      line.map((_, column) => {
        const [y, x] = [row - quiet, column - quiet]
        return y >= 0 && x >= 0 && y < modules.size && x < modules.size && modules.get(y, x) === 1
      }),
    )
    expect(painted).toEqual(wanted)
  })

  test('that is an address is neither fetched nor linked', async () => {
    const asked: string[] = []
    at.page.on('request', (request) => asked.push(request.url()))
    await openCode(`${at.shop.url}/pay/bait?x=1`, { policy: "default-src *; script-src 'self'" })
    expect(asked.filter((url) => url.includes('bait'))).toEqual([])
    expect(await at.page.locator('a').count()).toBe(0)
  })

  test('longer than a code holds gives way to words, and the fields stay', async () => {
    at.shop.say(withCode('я'.repeat(2900), { card: '4441114455556666' }))
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.getByText('QR code', { exact: true }).click()
    await at.page.getByText('The QR code cannot be shown.').waitFor()
    await at.page.getByRole('button', { name: 'Copy: Card number' }).waitFor()
  })

  test('whose encoder does not come gives way to words, too', async () => {
    await at.context.route('**/paypane-qr.js', (route) => route.abort())
    at.shop.say(withCode('https://pay.example/q', { card: '4441114455556666' }))
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.getByText('QR code', { exact: true }).click()
    await at.page.getByText('The QR code cannot be shown.').waitFor()
    await at.page.getByRole('button', { name: 'Copy: Card number' }).waitFor()
  })
})

describe('an image', () => {
  test('has four quiet modules around, whatever it brings, on a canvas', async () => {
    await openCode(png)
    // It is 58 pixels wide and has a rim of its own; ours is 4 of at least 29 modules.
    const rim = await at.page.locator('canvas').evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0
      const { width, height } = canvas
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      const isDark = (x: number, y: number) => (data[4 * (y * width + x)] ?? 255) < 128
      let free = 0
      const side = Array.from({ length: width }, (_, step) => step)
      const isFree = (depth: number) =>
        side.every(
          (step) =>
            !isDark(step, depth) &&
            !isDark(depth, step) &&
            !isDark(step, height - 1 - depth) &&
            !isDark(width - 1 - depth, step),
        )
      while (free < width / 2 && isFree(free)) free += 1
      return free / width
    })
    expect(rim).toBeGreaterThanOrEqual(4 / (29 + 8))
    expect(await at.page.locator('img').count()).toBe(0)
  })

  test('that is a foreign drawing is shown as an image only, and nothing in it runs', async () => {
    await openCode(drawing, { policy: drawingsAllowed })
    expect(await at.page.locator('img.tile').evaluate((image) => image.getAttribute('alt'))).toBe(
      'QR code, UAH\u00a01,250.00, Ivan Petrenko',
    )
    expect(await at.page.locator('svg').count()).toBe(0)
    expect(await at.page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
  })
})

describe('the tile', () => {
  test.each([
    ['an image', png, strictest],
    ['text', 'https://pay.example/q', strictest],
    ['a drawing', drawing, drawingsAllowed],
  ])('of %s is white in every theme, forced colours too', async (_, qr, policy) => {
    for (const [attributes, forcedColors] of [
      ['theme="light"', 'none'],
      ['theme="dark"', 'none'],
      ['theme="dark"', 'active'],
    ] as const) {
      await at.page.emulateMedia({ forcedColors, colorScheme: 'dark' })
      await openCode(qr, { policy, attributes })
      const picture = await tile().screenshot()
      const rim = await at.page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes]))
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
        pen?.drawImage(image, 0, 0)
        return [...(pen?.getImageData(image.width / 2, 8, 1, 1).data ?? [])]
      }, picture.toString('base64'))
      expect(rim, `${attributes}, forced colours ${forcedColors}`).toEqual([255, 255, 255, 255])
    }
  })

  test.each([
    [1280, 280, 280],
    [390, 280, 280],
    [320, 240, 280],
    [280, 200, 260],
  ])('on a page of %i px is a square of %i to %i px', async (across, least, most) => {
    await at.page.setViewportSize({ width: across, height: 800 })
    await openCode('https://pay.example/q')
    const { width = 0, height = 0, x = 0 } = (await tile().boundingBox()) ?? {}
    expect(width).toBeGreaterThanOrEqual(least)
    expect(width).toBeLessThanOrEqual(most)
    expect(Math.abs(width - height)).toBeLessThan(1)
    expect(x + width).toBeLessThanOrEqual(across)
  })

  test('is shown at once where there is room, and folded behind the fields on a phone', async () => {
    at.shop.say(withCode(png, { card: '4441114455556666' }))
    for (const [width, isOpen] of [
      [1280, true],
      [390, false],
    ] as const) {
      await at.page.setViewportSize({ width, height: 800 })
      await at.page.goto(at.shop.page('/', html(pane)))
      await at.heading('Transfer exactly this amount')
      expect(await tile().isVisible()).toBe(isOpen)
    }
    await at.page.getByText('QR code', { exact: true }).click()
    const [field, code] = await Promise.all([
      at.page.locator('.detail').first().boundingBox(),
      tile().boundingBox(),
    ])
    expect(field?.y).toBeLessThan(code?.y ?? 0)
  })
})

describe('keeping the code', () => {
  const kept = [
    ['an image', png, 'payment-qr.png', strictest],
    ['text', 'https://pay.example/q', 'payment-qr.png', strictest],
    ['a drawing', drawing, 'payment-qr.svg', drawingsAllowed],
  ] as const

  test.each(kept)('%s is saved as a file', async (_, qr, name, policy) => {
    await openCode(qr, { policy })
    const [download] = await Promise.all([at.page.waitForEvent('download'), at.press('Save')])
    expect(download.suggestedFilename()).toBe(name)
  })

  /** A phone that shares, in this way, and notes what. */
  async function onPhone(how: 'shares files' | 'shares no files' | 'is closed by the payer'): Promise<void> {
    await at.page.addInitScript((way) => {
      const shared: string[][] = []
      Reflect.set(window, 'shared', shared)
      Reflect.set(navigator, 'canShare', () => way !== 'shares no files')
      Reflect.set(navigator, 'share', async ({ files = [], ...more }: ShareData) => {
        shared.push([
          ...files.map(({ name, type, size }) => `${name} ${type} ${size > 60}`),
          ...Object.keys(more),
        ])
        if (way === 'is closed by the payer') throw new DOMException('Closed', 'AbortError')
      })
    }, how)
  }
  const shared = () => at.page.evaluate(() => Reflect.get(window, 'shared'))

  test.each(kept)('%s is shared as a file, and as nothing else', async (_, qr, name, policy) => {
    await onPhone('shares files')
    await openCode(qr, { policy })
    await at.press('Share')
    const type = name.endsWith('svg') ? 'image/svg+xml' : 'image/png'
    await expect.poll(shared).toEqual([[`${name} ${type} true`]])
  })

  test('where files cannot be shared, it is saved', async () => {
    await onPhone('shares no files')
    await openCode(png)
    const [download] = await Promise.all([at.page.waitForEvent('download'), at.press('Share')])
    expect(download.suggestedFilename()).toBe('payment-qr.png')
    expect(await shared()).toEqual([])
  })

  test('a payer who closes the sheet hears of no failure', async () => {
    await onPhone('is closed by the payer')
    await openCode(png)
    await at.press('Share')
    await expect.poll(shared).toHaveLength(1)
    await at.press('Share')
    await expect.poll(shared).toHaveLength(2)
    expect(at.complaints).toEqual([])
  })

  test('where nothing is shared there is no button for it', async () => {
    await at.page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share')
    })
    await openCode(png)
    expect(await at.page.getByRole('button', { name: 'Share' }).count()).toBe(0)
    expect(await at.page.getByRole('button', { name: 'Save' }).count()).toBe(1)
  })
})
