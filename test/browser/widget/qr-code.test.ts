import { create } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { states } from '../../../demo/gallery/states.ts'
import { emptyDetails, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView, QrModules, TransferAction } from '../../../src/contract/view.ts'
import { encodeQr } from '../../../src/server/qr/payable-qr.ts'
import { inFull, isFull } from '../../support/full.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy, widget } from './shop.ts'

const fixture = chromiumFixture()

const viewWithQr = (qr: string, more: Partial<TransferAction> = {}): CheckoutView => ({
  ...transfer,
  action: { ...emptyDetails, recipient: 'Ivan Petrenko', qr, ...more },
})
const png =
  states
    .flatMap(({ response }) =>
      typeof response === 'object' && response.action?.type === 'transfer' ? [response.action.qr ?? ''] : [],
    )
    .find((qr) => qr.startsWith('iVBOR')) ?? ''
const svg = btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="top.pwned=1">' +
    '<script>top.pwned=1</script><rect width="8" height="8"/></svg>',
)
const svgPolicy = `${strictPolicy}; img-src data:`

interface OpenOptions {
  policy?: string
  attributes?: string
  code?: QrModules | null
}

/** Opens a page whose only payment detail is this QR code, and waits until it is painted. */
async function openQr(
  qr: string,
  { policy = strictPolicy, attributes = '', code = null }: OpenOptions = {},
): Promise<void> {
  fixture.shop.respondWith(viewWithQr(qr, { code }))
  const body = widget.replace('>', ` ${attributes}>`)
  await fixture.page.goto(fixture.shop.page('/', html(body), policy))
  await fixture.page.locator('.qr-actions:not(.hidden)').waitFor()
}

const tile = () => fixture.page.locator('.qr-image')

/** The amounts of red on the canvas: 0 and 255 for black on white. */
const pixelValues = () =>
  fixture.page.locator('canvas').evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return []
    const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
    return [...new Set(Array.from(data).filter((_, place) => place % 4 === 0))].sort((a, b) => a - b)
  })

/** Reads the modules from the middle of each cell: true is dark. */
const modulesOf = (pageWidth: number) =>
  tile().evaluate((canvas, count) => {
    if (canvas instanceof SVGSVGElement) {
      const path = canvas.querySelector('path')
      const { x, y } = canvas.viewBox.baseVal
      return Array.from({ length: count }, (_, row) =>
        Array.from({ length: count }, (_, column) =>
          path?.isPointInStroke(new DOMPoint(column + x + 0.5, row + y + 0.5)),
        ),
      )
    }
    if (!(canvas instanceof HTMLCanvasElement)) return []
    const pen = canvas.getContext('2d')
    const side = canvas.width / count
    return Array.from({ length: count }, (_, row) =>
      Array.from({ length: count }, (_, column) => {
        const [red = 0] = pen?.getImageData((column + 0.5) * side, (row + 0.5) * side, 1, 1).data ?? []
        return red < 128
      }),
    )
  }, pageWidth)

const quietZone = 4

test.each([
  ['without a number stands in the middle, above the recipient', {}, false],
  ['stands beside a number', { card: '4441114455556666' }, true],
] as const)('on a wide screen the code %s, with a hint how to scan it', async (_what, more, isBeside) => {
  await fixture.page.setViewportSize({ width: 1280, height: 900 })
  fixture.shop.respondWith(viewWithQr('00020126 pay me', more))
  await fixture.page.goto(fixture.shop.page('/', html(widget), strictPolicy))
  await fixture.page.locator('.qr-actions:not(.hidden)').waitFor()
  expect(await fixture.page.getByText('Scan with your banking app’s camera').isVisible()).toBe(true)
  const boxOf = async (selector: string) => {
    const { x = 0, y = 0, width = 0 } = (await fixture.page.locator(selector).boundingBox()) ?? {}
    return { middle: Math.round(x + width / 2), y }
  }
  const [code, pane] = [await boxOf('.qr-image'), await boxOf('.widget')]
  expect(code.middle < pane.middle).toBe(isBeside)
  const recipient = fixture.page.getByText('Ivan Petrenko')
  expect(((await recipient.boundingBox())?.y ?? 0) < code.y + 280).toBe(isBeside)
})

describe('text', () => {
  test.each([
    '00020126360014BR.GOV.BCB.PIX0114+5561999999999',
    'Оплата 1042, 1 250,00 ₴',
    ...inFull('4441114455556666', 'https://pay.example/qr/4f7Qm2Zr9Ks1'),
  ])('%j is painted with a quiet zone of four modules', async (text) => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const expectPainted = async () => {
      const painted = await modulesOf(modules.size + 2 * quietZone)
      const wanted = painted.map((line, row) =>
        line.map((_, column) => {
          const [y, x] = [row - quietZone, column - quietZone]
          return y >= 0 && x >= 0 && y < modules.size && x < modules.size && modules.get(y, x) === 1
        }),
      )
      expect(painted).toEqual(wanted)
    }
    await openQr(text)
    await expectPainted()
    expect(await pixelValues()).toEqual([0, 255])
    // What the server encoded is painted with the heading, without the encoder.
    await fixture.context.route('**/paypane-qr.js', (route) => route.abort())
    fixture.shop.respondWith(viewWithQr(text, { code: encodeQr(text) }))
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.heading('Send exactly this amount')
    await expectPainted()
    await fixture.page.locator('.qr-actions.hidden').waitFor({ state: 'attached' })
  })

  test('that is a URL is neither fetched nor linked', async () => {
    const seenRequests: string[] = []
    fixture.page.on('request', (request) => seenRequests.push(request.url()))
    await openQr(`${fixture.shop.url}/pay/bait?x=1`, { policy: "default-src *; script-src 'self'" })
    expect(seenRequests.filter((url) => url.includes('bait'))).toEqual([])
    expect(await fixture.page.locator('a').count()).toBe(0)
  })

  test('that is too long is replaced by a message, and the fields stay', async () => {
    fixture.shop.respondWith(viewWithQr('я'.repeat(2900), { card: '4441114455556666' }))
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.getByRole('combobox').selectOption('qr')
    await fixture.page.getByText('We can’t show this QR code.').waitFor()
    await fixture.page.getByRole('combobox').selectOption('card')
    await fixture.page.getByRole('button', { name: 'Copy: Card number' }).waitFor()
  })

  test('is replaced by a message if the encoder fails to load', async () => {
    await fixture.context.route('**/paypane-qr.js', (route) => route.abort())
    fixture.shop.respondWith(viewWithQr('https://pay.example/q', { card: '4441114455556666' }))
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.getByRole('combobox').selectOption('qr')
    await fixture.page.getByText('We can’t show this QR code.').waitFor()
    await fixture.page.getByRole('combobox').selectOption('card')
    await fixture.page.getByRole('button', { name: 'Copy: Card number' }).waitFor()
  })
})

/** An image of 37 pixels: a black square with a white margin of 4. */
const withMargin =
  'iVBORw0KGgoAAAANSUhEUgAAACUAAAAlAQAAAADt5R2uAAAAGUlEQVR42mP4DwQ/GDDJDwwMDBVDhsThCwD7lFBpzmP2bAAAAABJRU5ErkJggg=='

describe('an image', () => {
  test.each([
    ['without a margin', png],
    // Another margin would make the code smaller.
    ['with a margin', withMargin],
  ])('%s is painted on a canvas with a quiet zone of four modules', async (_, image) => {
    await openQr(image)
    const rim = await fixture.page.locator('canvas').evaluate((canvas) => {
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
    expect(rim).toBeLessThan(0.15)
    expect(await pixelValues()).toEqual([0, 255])
    expect(await fixture.page.locator('img').count()).toBe(0)
  })

  test('that is an SVG is shown as an image, and its scripts do not run', async () => {
    await openQr(svg, { policy: svgPolicy })
    expect(await fixture.page.locator('img.qr-image').evaluate((image) => image.getAttribute('alt'))).toBe(
      'QR code, UAH\u00a01,250.00, Ivan Petrenko',
    )
    expect(await fixture.page.locator('.qr svg').count()).toBe(0)
    expect(await fixture.page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
  })
})

describe('the image', () => {
  test.each([
    ['an image', png, strictPolicy],
    ...inFull(['text', 'https://pay.example/q', strictPolicy], ['an SVG', svg, svgPolicy]),
  ] as const)('of %s has a white background in every theme and in forced colors', async (_, qr, policy) => {
    for (const [attributes, forcedColors] of [
      ['theme="light"', 'none'],
      ['theme="dark"', 'none'],
      ['theme="dark"', 'active'],
    ] as const) {
      await fixture.page.emulateMedia({ forcedColors, colorScheme: 'dark' })
      await openQr(qr, { policy, attributes })
      const picture = await tile().screenshot()
      const rim = await fixture.page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes]))
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
        pen?.drawImage(image, 0, 0)
        return [...(pen?.getImageData(image.width / 2, 8, 1, 1).data ?? [])]
      }, picture.toString('base64'))
      expect(rim, `${attributes}, forced colors ${forcedColors}`).toEqual([255, 255, 255, 255])
    }
  })

  test.each([
    [1280, 280, 280],
    [390, 280, 280],
    [320, 240, 280],
    [280, 200, 260],
  ])('is a square on a page of %i px, %i to %i px wide', async (pageWidth, least, most) => {
    await fixture.page.setViewportSize({ width: pageWidth, height: 800 })
    await openQr('https://pay.example/q')
    const { width = 0, height = 0, x = 0 } = (await tile().boundingBox()) ?? {}
    expect(width).toBeGreaterThanOrEqual(least)
    expect(width).toBeLessThanOrEqual(most)
    expect(Math.abs(width - height)).toBeLessThan(1)
    expect(x + width).toBeLessThanOrEqual(pageWidth)
  })

  test('is beside the fields on a wide page, and on a phone an alternative to them', async () => {
    fixture.shop.respondWith(viewWithQr(png, { card: '4441114455556666' }))
    for (const [width, isOpen] of [
      [1280, true],
      [390, false],
    ] as const) {
      await fixture.page.setViewportSize({ width, height: 800 })
      await fixture.page.goto(fixture.shop.page('/', html(widget)))
      await fixture.heading('Send exactly this amount')
      await tile().waitFor({ state: isOpen ? 'visible' : 'hidden' })
    }
    await fixture.page.getByRole('combobox').selectOption('qr')
    await tile().waitFor()
    await fixture.page.getByText('5555', { exact: true }).waitFor({ state: 'hidden' })
    // A phone that is turned has room for both.
    await fixture.page.setViewportSize({ width: 844, height: 390 })
    await fixture.page.getByText('5555', { exact: true }).waitFor()
    await tile().waitFor()
  })
})

test('what copies the code’s text ends where the other copy buttons end', async () => {
  await fixture.page.setViewportSize({ width: 390, height: 900 })
  await openQr('https://pay.example/q')
  const ends = await fixture.page
    .locator('.copy > :first-child:visible')
    .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().right))
  expect(ends).toHaveLength(3)
  expect(new Set(ends).size).toBe(1)
})

describe('saving and sharing', () => {
  const stored = [
    ['an image', png, 'payment-qr.png', strictPolicy],
    ['text', 'https://pay.example/q', 'payment-qr.png', strictPolicy],
    ['an SVG', svg, 'payment-qr.svg', svgPolicy],
  ] as const

  test.each(isFull ? stored : stored.slice(1, 2))('%s is saved as a file', async (_, qr, name, policy) => {
    await openQr(qr, { policy })
    const [download] = await Promise.all([
      fixture.page.waitForEvent('download'),
      fixture.press('Save the code'),
    ])
    expect(download.suggestedFilename()).toBe(name)
  })

  test('what the server encoded is saved once it was on the screen', async () => {
    const text = 'https://pay.example/q'
    const seenRequests: string[] = []
    fixture.page.on('request', (request) => seenRequests.push(new URL(request.url()).pathname))
    await fixture.page.setViewportSize({ width: 390, height: 800 })
    fixture.shop.respondWith(viewWithQr(text, { card: '4441114455556666', code: encodeQr(text) }))
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.heading('Send exactly this amount')
    // Two frames: not selected, it is not on the screen.
    await fixture.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    expect(seenRequests).not.toContain('/paypane-qr.js')
    await fixture.page.getByRole('combobox').selectOption('qr')
    const [download] = await Promise.all([
      fixture.page.waitForEvent('download'),
      fixture.press('Save the code'),
    ])
    expect(download.suggestedFilename()).toBe('payment-qr.png')
  })

  /** Replaces the share API and records what is shared. */
  async function mockShare(
    how: 'shares files' | 'shares no files' | 'is closed by the payer',
  ): Promise<void> {
    await fixture.page.addInitScript((shareMode) => {
      const shared: string[][] = []
      Reflect.set(window, 'shared', shared)
      Reflect.set(navigator, 'canShare', () => shareMode !== 'shares no files')
      Reflect.set(navigator, 'share', async ({ files = [], ...more }: ShareData) => {
        shared.push([
          ...files.map(({ name, type, size }) => `${name} ${type} ${size > 60}`),
          ...Object.keys(more),
        ])
        if (shareMode === 'is closed by the payer') throw new DOMException('Closed', 'AbortError')
      })
    }, how)
  }
  const shared = () => fixture.page.evaluate(() => Reflect.get(window, 'shared'))

  test.each(isFull ? stored : stored.slice(2))('%s is shared as a file only', async (_, qr, name, policy) => {
    await mockShare('shares files')
    await openQr(qr, { policy })
    await fixture.press('Share')
    const type = name.endsWith('svg') ? 'image/svg+xml' : 'image/png'
    await expect.poll(shared).toEqual([[`${name} ${type} true`]])
  })

  test('saves the file if files cannot be shared', async () => {
    await mockShare('shares no files')
    await openQr(png)
    const [download] = await Promise.all([fixture.page.waitForEvent('download'), fixture.press('Share')])
    expect(download.suggestedFilename()).toBe('payment-qr.png')
    expect(await shared()).toEqual([])
  })

  test('closing the share sheet is not an error', async () => {
    await mockShare('is closed by the payer')
    await openQr(png)
    await fixture.press('Share')
    await expect.poll(shared).toHaveLength(1)
    await fixture.press('Share')
    await expect.poll(shared).toHaveLength(2)
    expect(fixture.consoleErrors).toEqual([])
  })

  test('has no share button without the share API', async () => {
    await fixture.page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share')
    })
    await openQr(png)
    expect(await fixture.page.getByRole('button', { name: 'Share' }).count()).toBe(0)
    expect(await fixture.page.getByRole('button', { name: 'Save the code' }).count()).toBe(1)
  })
})
