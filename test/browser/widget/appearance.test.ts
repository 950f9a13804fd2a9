import { describe, expect, test } from 'vitest'
import { states } from '../../../demo/gallery/states.ts'
import { action, choosing, emptyDetails, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { buttonStyles, linkStyles } from '../../../src/widget/styles/brand.ts'
import { deferredStyles } from '../../../src/widget/styles/deferred.ts'
import { layout } from '../../../src/widget/styles/layout.ts'
import { parts } from '../../../src/widget/styles/parts.ts'
import { tokens } from '../../../src/widget/styles/tokens.ts'
import { isFull } from '../../support/full.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy, widget } from './shop.ts'
import { failed } from './views.ts'

const fixture = chromiumFixture()
const { heading } = fixture
const withStyle = `${strictPolicy}; style-src 'unsafe-inline'`

const viewOf = (name: string): CheckoutView => {
  const answer = states.find((state) => state.name === name)?.response
  if (typeof answer !== 'object') throw new Error(`${name} has no view`)
  return answer
}
const long = viewOf('transfer-long')

/** Opens a page, and waits until each of its widgets shows the view, in its language. */
async function open(view: CheckoutView, body = widget, style = ''): Promise<void> {
  fixture.shop.respondWith(view)
  const head = style && `<style>${style}</style>`
  await fixture.page.goto(fixture.shop.page('/', html(body, { head }), style ? withStyle : strictPolicy))
  const areShown = () =>
    fixture.page.locator('pay-pane').evaluateAll((all) =>
      all.every((one) => {
        const shown = one.shadowRoot?.querySelector('.widget')
        const isInLanguage = shown?.getAttribute('lang') === (one.getAttribute('locale') ?? 'en')
        return isInLanguage && shown.querySelector('.amount')?.textContent !== ''
      }),
    )
  await expect.poll(areShown).toBe(true)
}

/** The computed style of the first matching element. */
const computedStyle = (selector: string, property: string) =>
  fixture.page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

describe('custom properties', () => {
  const color = 'rgb(1, 2, 3)'
  const set: readonly (readonly [name: string, value: string, CheckoutView, string, string, string])[] = [
    ['--paypane-accent', color, transfer, '.leading .way .copy', 'background-color', color],
    ['--paypane-on-accent', color, transfer, '.leading .way .copy', 'color', color],
    ['--paypane-surface', color, transfer, '.widget', 'background-color', color],
    ['--paypane-text', color, transfer, '.amount', 'color', color],
    ['--paypane-muted', color, transfer, '.hint', 'color', color],
    ['--paypane-accent-text', color, transfer, '.amount-row .copy', 'color', color],
    ['--paypane-line', color, transfer, '.widget', 'border-top-color', color],
    ['--paypane-positive', color, paid, '.status-icon', 'stroke', color],
    ['--paypane-caution', color, failed, '.status-icon', 'stroke', color],
    ['--paypane-radius', '3px', transfer, '.widget', 'border-radius', '3px'],
    ['--paypane-space', '7px', transfer, '.layout', 'padding', '7px'],
    ['--paypane-font', 'Kept', transfer, '.widget', 'font-family', 'Kept'],
    ['--paypane-font-size', '19px', transfer, '.widget', 'font-size', '19px'],
    ['--paypane-shadow', 'none', transfer, '.widget', 'box-shadow', 'none'],
    ['--paypane-max-width', '290px', transfer, '.widget', 'width', '290px'],
  ]

  test('are all covered here', () => {
    const all = [...(tokens + layout + parts + deferredStyles).matchAll(/var\((--paypane-[\w-]+)/g)].map(
      ([, name]) => name,
    )
    expect(set.map(([name]) => name).sort()).toEqual([...new Set(all)].sort())
  })

  test.each([
    [320, 'pay-pane', 'light'],
    [1000, 'body', 'dark'],
  ] as const)('are applied at %i px, set on the %s, in the %s theme', async (width, where, colorScheme) => {
    await fixture.page.setViewportSize({ width, height: 900 })
    await fixture.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const view of [transfer, paid, failed]) {
      await open(view, widget, '/* empty */')
      for (const [name, value, shownOn, selector, property, shown] of set) {
        if (shownOn !== view) continue
        await fixture.page
          .locator('style')
          .first()
          .evaluate((style, rule) => {
            style.textContent = rule
          }, `${where} { ${name}: ${value} }`)
        await expect.poll(() => computedStyle(selector, property), { message: name }).toBe(shown)
      }
    }
  })
})

describe('a brand color', () => {
  const channel = [0, 0x55, 0xaa, 0xff]
  const accents = [
    '#ffd400',
    '#0a7d4b',
    '#000000',
    ...channel.flatMap((red) =>
      channel.flatMap((green) => channel.map((blue) => `rgb(${red}, ${green}, ${blue})`)),
    ),
  ]

  test.each(['light', 'dark'] as const)(
    'is kept on the main button, with legible text there, on the surface and in links: %s',
    async (colorScheme) => {
      await fixture.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await open(transfer, `<a href="#">Terms</a><form><button></button></form>${widget}`, '/* empty */')
      await fixture.deferredParts()
      const found = await fixture.page.evaluate(contrastsOf, {
        accents,
        pageStyles: accents.map((accent) => linkStyles(accent, 'auto') + buttonStyles(accent)),
      })
      expect(found).toHaveLength(accents.length * 5)
      expect(
        found.filter(({ name, contrast }) => (name === 'kept' ? contrast !== 1 : contrast < 4.5)),
      ).toEqual([])
    },
  )
})

interface BrandColors {
  accents: readonly string[]
  pageStyles: readonly string[]
}

/** In the page: the contrasts of the texts in a brand color, by what is computed for them. */
function contrastsOf({ accents, pageStyles }: BrandColors) {
  const canvas = new OffscreenCanvas(1, 1)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const luminance = (color: string) => {
    if (!pen) return 0
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one: string, other: string) => {
    const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (high + 0.05) / (low + 0.05)
  }
  const host = document.querySelector<HTMLElement>('pay-pane')
  const style = document.querySelector('style')
  const find = (selector: string) => host?.shadowRoot?.querySelector(selector)
  const [button, copy, surface, link, pageButton] = [
    find('.leading .way .copy'),
    find('.amount-row .copy'),
    find('.widget'),
    document.links[0],
    document.querySelector('form button'),
  ]
  if (!host || !style || !button || !copy || !surface || !link || !pageButton)
    throw new Error('The widget is not shown')
  const page = matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#fff'
  return accents.flatMap((accent, index) => {
    host.style.setProperty('--paypane-accent', accent)
    style.textContent = pageStyles[index] ?? ''
    const { backgroundColor, color } = getComputedStyle(button)
    const ofPage = getComputedStyle(pageButton)
    return [
      { accent, name: 'kept', contrast: contrast(backgroundColor, accent) },
      { accent, name: 'button', contrast: contrast(backgroundColor, color) },
      { accent, name: 'page', contrast: contrast(ofPage.backgroundColor, ofPage.color) },
      {
        accent,
        name: 'text',
        contrast: contrast(getComputedStyle(copy).color, getComputedStyle(surface).backgroundColor),
      },
      { accent, name: 'link', contrast: contrast(getComputedStyle(link).color, page) },
    ]
  })
}

describe('the theme', () => {
  const light = 'rgb(255, 255, 255)'
  const dark = 'rgb(21, 24, 30)'

  test.each(['light', 'dark'] as const)('is that of the attribute, else the system’s: %s', async (system) => {
    await fixture.page.emulateMedia({ colorScheme: system })
    const attributes = ['', ' theme="auto"', ' theme="light"', ' theme="dark"']
    await open(transfer, attributes.map((attribute) => widget.replace('>', `${attribute}>`)).join(''))
    const styles = await fixture.page.locator('.widget').evaluateAll((all) =>
      all.map((one) => {
        const { backgroundColor, colorScheme } = getComputedStyle(one)
        return [colorScheme, backgroundColor]
      }),
    )
    const surfaces = { light: ['light', light], dark: ['dark', dark] }
    expect(styles).toEqual([surfaces[system], surfaces[system], surfaces.light, surfaces.dark])
  })

  test('follows a change of the system setting', async () => {
    await fixture.page.emulateMedia({ colorScheme: 'light' })
    await open(transfer)
    await fixture.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => computedStyle('.widget', 'background-color')).toBe(dark)
  })
})

describe('forced colors', () => {
  test('keep borders, the line below the amount and a readable QR code', async () => {
    await fixture.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await fixture.page.setViewportSize({ width: 900, height: 900 })
    await open(transfer)
    await fixture.page.locator('.qr-actions:not(.hidden)').waitFor()
    for (const edged of ['.secondary', '.copy', '.widget']) {
      expect(await computedStyle(edged, 'border-top-style'), edged).toBe('solid')
      expect(await computedStyle(edged, 'border-top-width'), edged).toBe('1px')
    }
    const copyButtons = fixture.page.locator('.copy:visible')
    for (const button of await copyButtons.all())
      expect(await button.evaluate((element) => getComputedStyle(element).margin)).toBe('0px')
    expect(await computedStyle('.amount-row .copy span', 'justify-content')).toBe('center')
    const text = await computedStyle('.amount', 'color')
    expect(await computedStyle('header', 'border-bottom-color')).toBe(text)
    expect(await computedStyle('.qr-image', 'background-color')).toBe('rgb(255, 255, 255)')
    expect(await computedStyle('.change', 'border-top-style')).toBe('solid')
    await open(choosing)
    expect(await computedStyle('.method', 'border-top-style')).toBe('solid')
    await open({ ...transfer, status: 'preparing', action: null })
    await expect.poll(() => computedStyle('.skeleton i', 'border-top-style')).toBe('solid')
  })
})

const soon = new Date(Date.parse(transfer.now) + 250_000).toISOString()

test.each<[string, CheckoutView, string]>([
  ['a start', choosing, 'Transfer From your banking app, 1–5 minutes'],
  ['more time', { ...transfer, canExtend: true, expiresAt: soon }, 'I need more time'],
])('why %s failed has the color of a warning', async (_, view, button) => {
  await open(view)
  const error = fixture.page.locator('.layout').getByText('That didn’t work. Please try again.')
  fixture.shop.fail({ status: 503, text: '' })
  await fixture.press(button)
  await expect.poll(() => error.evaluate((line) => getComputedStyle(line).color)).toBe('rgb(146, 86, 10)')
})

describe('motion', () => {
  /** The names of the running animations. */
  const animations = async () => {
    await open({ ...transfer, action: null })
    await heading('Waiting for confirmation')
    return fixture.page.evaluate(() =>
      (document.querySelector('pay-pane')?.shadowRoot?.getAnimations() ?? []).map((animation) =>
        animation instanceof CSSAnimation ? animation.animationName : '',
      ),
    )
  }

  test('is that of a new screen and of waiting by default', async () => {
    await fixture.page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await animations()).toContain('turn')
  })

  test('is off with prefers-reduced-motion', async () => {
    await fixture.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animations()).toEqual([])
  })
})

/** The displayed values of all fields. */
const values = () =>
  fixture.page.locator('.ways > .field-list bdi').evaluateAll((all) => all.map((one) => one.textContent))

const fullValues = [
  '4441114455556666',
  '+380671234567',
  'MT84MALT011000012345MTLCAST001SXYZ',
  '0026007233566001',
  'Maximiliana Wilhelmina Konstantinopolskaya-Oleksandrivna von und zu Liechtenstein',
  'Open Joint-Stock Company Interregional Development and Reconstruction Bank of the Carpathian Region, SOME_SCHEME_THAT_NOBODY_HAS_HEARD_OF_YET',
]

test.runIf(isFull)('print shows every value in black on white, without buttons', async () => {
  await open(long, widget.replace('>', ' theme="dark">'))
  await fixture.deferredParts()
  await fixture.page.emulateMedia({ media: 'print' })
  expect(await values()).toEqual(fullValues)
  for (const value of await fixture.page.locator('.ways > .field-list bdi, .amount bdi, .order bdi').all()) {
    expect(await value.isVisible()).toBe(true)
    expect(await value.evaluate((one) => getComputedStyle(one).color)).toMatch(
      /^rgb\((0, 0, 0|51, 51, 51)\)$/,
    )
  }
  expect(await computedStyle('.widget', 'background-color')).toBe('rgb(255, 255, 255)')
  for (const button of await fixture.page.locator('button').all())
    expect(await button.isVisible()).toBe(false)
  const support = { email: 'help@shop.example', phone: '+380 44 123 45 67' }
  await open({ ...failed, merchant: { name: 'Tea Shop', support } }, widget.replace('>', ' theme="dark">'))
  await fixture.page.locator('.links').waitFor()
  // Where a page is slowed down by another session, a navigation resets the medium.
  await fixture.page.emulateMedia({ media: 'screen' })
  await fixture.page.emulateMedia({ media: 'print' })
  for (const addressed of await fixture.page.locator('.links a').all())
    expect(await addressed.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(0, 0, 0)')
})

/**
 * The elements with text that is cut off, overlaps, leaves the page or cannot be selected, the filled buttons that stick out
 * of what is around them, and the numbers without a name.
 */
const layoutFaults = () =>
  fixture.page.evaluate(() => {
    const root = document.querySelector('pay-pane')?.shadowRoot
    const all = (selector: string) => [...(root?.querySelectorAll(selector) ?? [])]
    // The text of a QR code is shortened on purpose.
    const texts = all('.layout :is(bdi:not(.narrow *), dt, h2, .hint, [role=timer], button, summary)')
    const shown = texts.filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).clipPath === 'none',
    )
    const isCut = (one: Element) => {
      const { overflow, textOverflow, userSelect, display } = getComputedStyle(one)
      const { left, right } = one.getBoundingClientRect()
      const isWhole = overflow === 'visible' && textOverflow === 'clip'
      const isInside = left >= 0 && right <= innerWidth
      const isHeld = display === 'inline' || one.scrollWidth <= one.clientWidth + 1
      return !isWhole || !isInside || !isHeld || userSelect === 'none'
    }
    const areOver = (one: Element, other: Element) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      const pageWidth = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      return pageWidth > 1 && down > 1 && !one.contains(other) && !other.contains(one)
    }
    const select = root?.querySelector<HTMLSelectElement>('.change')
    const shownSelect = select?.checkVisibility() ? [select] : []
    const boxes = [...shown, ...shownSelect]
    const over = boxes.flatMap((one, place) => boxes.slice(place + 1).filter((other) => areOver(one, other)))
    const sticksOut = (one: Element) => {
      const [inner, outer] = [one, one.parentElement ?? one].map((part) => part.getBoundingClientRect())
      const isFilled = one.matches('button') && getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)'
      return isFilled && inner && outer && (inner.left < outer.left - 1 || inner.right > outer.right + 1)
    }
    const isNamed = (number: Element) =>
      shownSelect.some(({ value }) => number.matches(`.${value}`)) ||
      shown.some((name) => name.matches('dt') && number.contains(name))
    const unnamed = all('dl.way').filter((one) => one.checkVisibility() && !isNamed(one))
    return [...shown.filter(isCut), ...over, ...shown.filter(sticksOut), ...unnamed].map(
      (one) => one.outerHTML,
    )
  })

test('at every width nothing is cut off, overlaps or cannot be selected', async () => {
  await open(long, widget, 'body { margin: 0 }')
  await fixture.deferredParts()
  for (const width of [280, 320, 390, 480, 620, 680, 1280]) {
    await fixture.page.setViewportSize({ width, height: 1600 })
    expect(await values()).toEqual(fullValues)
    expect(await layoutFaults(), `${width} px`).toEqual([])
  }
})

test('the button of an amount stands at the end of its row, also on a line of its own', async () => {
  await fixture.page.setViewportSize({ width: 300, height: 800 })
  await open(transfer, widget.replace('>', ' locale="uk">'), 'body { margin: 0 }')
  const beyondRow = await fixture.page.locator('.amount-row .copy').evaluate((copy) => {
    const [box, row] = [copy, copy.parentElement ?? copy].map((one) => one.getBoundingClientRect())
    return Math.round((box?.right ?? 0) - (row?.right ?? 0))
  })
  // Its margin: without a filling, its text is in line with the others.
  expect(beyondRow).toBe(7)
})

test('a long recipient leaves one blank line at most above the number, and its note has the whole row', async () => {
  const recipient = 'Maximiliana Wilhelmina '.repeat(8)
  await open(
    { ...transfer, action: { ...action, recipient }, merchant: { name: 'Tea Shop' } },
    widget,
    'body { margin: 0 }',
  )
  await fixture.deferredParts()
  for (const width of [320, 390, 1280]) {
    await fixture.page.setViewportSize({ width, height: 1600 })
    const rest = await fixture.page.locator('.layout').evaluate((layout) => {
      const boxOf = (selector: string) => layout.querySelector(selector)?.getBoundingClientRect()
      // The element itself is as high as the room.
      const range = document.createRange()
      range.selectNodeContents(layout.querySelector('.hint span') ?? layout)
      const [hint, text] = [boxOf('.hint'), range.getBoundingClientRect()]
      const [row, note] = [boxOf('.field-row:has(small)'), boxOf('.field-row small')]
      if (!hint || !row || !note) return null
      // A font may fit the name and not the text that stands there first.
      const twoLines = 2.5 * Number.parseFloat(getComputedStyle(layout).fontSize)
      return { isBlank: hint.height - text.height > twoLines, besideNote: Math.round(row.width - note.width) }
    })
    expect(rest, `${width} px`).toEqual({ isBlank: false, besideNote: 0 })
  }
})

test.each([320, 390, 560, 1280])(
  'at %i px a code that cannot be shown leaves no blank room',
  async (width) => {
    await fixture.page.setViewportSize({ width, height: 1600 })
    const { card, recipient } = action
    for (const number of [null, card]) {
      await open(
        {
          ...transfer,
          action: { ...emptyDetails, card: number, recipient, qr: 'data:image/png;base64,AAAA' },
        },
        widget,
        'body { margin: 0 }',
      )
      await fixture.page.locator('.qr > .note:only-child').waitFor({ state: 'attached' })
      const gaps = await fixture.page.locator('.layout').evaluate((layout) => {
        const shown = [
          ...layout.querySelectorAll('.hint span, .qr > .note, .change, .field-row, .ways + .actions'),
        ]
        const boxes = shown.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
        const sorted = boxes.sort((one, other) => one.top - other.top)
        return sorted.slice(1).map(({ top }, index) => top - (sorted[index]?.bottom ?? 0))
      })
      expect(Math.max(...gaps)).toBeLessThan(40)
      const note = await fixture.page.locator('.qr > .note').boundingBox()
      const row = await fixture.page.locator('.qr ~ .field-list .field-row').first().boundingBox()
      // On a phone the number is selected, where there is one.
      expect(number !== null || (note !== null && row !== null)).toBe(true)
      if (note && row) expect(row.y - note.y - note.height).toBeGreaterThan(8)
    }
  },
)

test.each(['en', 'ar'])(
  'in the language %s the notice of a lost connection covers nothing',
  async (locale) => {
    await open({ ...transfer, action: null }, widget.replace('>', ` locale="${locale}">`))
    await fixture.context.setOffline(true)
    const notice = await fixture.page.locator('.lost:not(.hidden)').evaluate((lost) => {
      const heading = lost.closest('header')?.querySelector('.status-icon')
      const { boxShadow } = getComputedStyle(lost)
      return {
        boxShadow,
        below: (heading?.getBoundingClientRect().top ?? 0) - lost.getBoundingClientRect().bottom,
      }
    })
    // A shadow would reach beyond the box.
    expect(notice.boxShadow).toBe('none')
    expect(notice.below).toBeGreaterThanOrEqual(-1)
  },
)

describe.each(['en', 'ar', 'uk'])('in the language %s at every width', (locale) => {
  const { card, qr, recipient, bank } = action
  test.each([
    ['one number and a QR code', { ...emptyDetails, card, qr, recipient, bank }],
    ['a QR code alone', { ...emptyDetails, qr, recipient, bank }],
    ['every number and a QR code', action],
  ])('the labels and buttons of %s are whole and in their place', async (_, details) => {
    const { page } = fixture
    await open(
      { ...transfer, action: details },
      widget.replace('>', ` locale="${locale}">`),
      'body { margin: 0 }',
    )
    await page.locator('.qr-actions:not(.hidden)').waitFor({ state: 'attached' })
    await page.setViewportSize({ width: 390, height: 1600 })
    const select = page.getByRole('combobox')
    const names = (await select.count()) ? await select.locator('option').allInnerTexts() : ['']
    // The one that was chosen stays chosen when the payer turns the phone.
    for (const label of names) {
      await page.setViewportSize({ width: 390, height: 1600 })
      if (label) await select.selectOption({ label })
      for (const width of [280, 320, 390, 540, 620, 680, 1280]) {
        await page.setViewportSize({ width, height: 1600 })
        expect(await layoutFaults(), `${label} at ${width} px`).toEqual([])
      }
    }
  })
})

test('with the text spacing of WCAG 1.4.12 nothing is cut off or overlaps', async () => {
  await open(long, widget, 'body { margin: 0 }')
  await fixture.deferredParts()
  await fixture.page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-bottom: 2em !important }`)
    document.querySelector('pay-pane')?.shadowRoot?.adoptedStyleSheets.push(sheet)
  })
  for (const width of [320, 390, 1280]) {
    await fixture.page.setViewportSize({ width, height: 1600 })
    expect(await layoutFaults(), `${width} px`).toEqual([])
  }
})

test.each([320, 390])('at %i px an amount of thirteen digits fits on one line', async (width) => {
  await fixture.page.setViewportSize({ width, height: 900 })
  await open(
    { ...transfer, amount: { value: '12345678901.00', currency: 'UZS' } },
    widget,
    'body { margin: 0 }',
  )
  const amount = fixture.page.getByText('UZS 12,345,678,901.00')
  await amount.waitFor()
  expect(await amount.evaluate((shown) => shown.getClientRects().length)).toBe(1)
})

test('the widget adapts to its container, not to the page', async () => {
  await fixture.page.setViewportSize({ width: 1280, height: 900 })
  const columns = `<main>${widget}</main><aside>${widget}</aside>`
  await open(transfer, columns, 'main { width: 300px } aside { width: 900px }')
  await fixture.page.locator('aside .qr-image').waitFor()
  const pageWidth = (inside: string) =>
    fixture.page.locator(inside).evaluate((place) => {
      const root = place.querySelector('pay-pane')?.shadowRoot
      const [details, code] = ['.ways > .field-list', '.ways > .qr'].map((one) =>
        root?.querySelector(one)?.getBoundingClientRect(),
      )
      return {
        isBeside:
          code !== undefined && details !== undefined && code.right > code.left && code.right <= details.left,
        isShown: root?.querySelector('.ways > .qr')?.checkVisibility(),
      }
    })
  expect(await pageWidth('main')).toEqual({ isBeside: false, isShown: false })
  expect(await pageWidth('aside')).toEqual({ isBeside: true, isShown: true })
})

test('with text of twice the size, payment details fit into 320 px', async () => {
  await fixture.page.setViewportSize({ width: 320, height: 900 })
  await open(transfer, widget, 'body { margin: 8px } pay-pane { --paypane-font-size: 32px }')
  await fixture.page.locator('[role=timer]').waitFor()
  expect(await fixture.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  // Icons leave the room to the words.
  const icon = await fixture.page.locator('.amount-row .copy .icon').first().boundingBox()
  expect(icon?.width).toBeLessThan(0.1 * 320)
})

test.each([
  ['16px', '1250.00'],
  ['16px', '12345678901.50'],
  ['32px', '1250.00'],
])(
  'with text of %s the mark of a paid order leaves an amount of %s uncovered at 320 px',
  async (size, value) => {
    await fixture.page.setViewportSize({ width: 320, height: 900 })
    const style = `body { margin: 8px } pay-pane { --paypane-font-size: ${size} }`
    await open(
      { ...paid, amount: { value, currency: 'UAH' }, paid: { value, currency: 'UAH' } },
      widget,
      style,
    )
    // With them comes the place of the mark.
    await fixture.page.locator('.body .field-list').waitFor()
    const covered = await fixture.page.locator('.amount bdi').evaluate((amount) => {
      const ring = amount.closest('header')?.querySelector('.status-icon')?.getBoundingClientRect()
      return [...amount.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          ring && left < ring.right && right > ring.left && top < ring.bottom && bottom > ring.top,
      )
    })
    expect(covered).toBe(false)
  },
)

test.runIf(isFull)('with text of twice the size, a failure fits into 390 px in every language', async () => {
  await fixture.page.setViewportSize({ width: 390, height: 900 })
  await open(failed, widget, 'body { margin: 8px } pay-pane { --paypane-font-size: 32px }')
  const wide: string[] = []
  for (const locale of localeTags) {
    await fixture.page
      .locator('pay-pane')
      .evaluate((element, tag) => element.setAttribute('locale', tag), locale)
    await fixture.page.locator(`.widget[lang=${locale}] .field-list + .copy`).waitFor()
    const isWide = await fixture.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (isWide) wide.push(locale)
  }
  expect(wide).toEqual([])
})

test.each([
  ['en', 320, choosing, '.method bdi'],
  ['de', 390, choosing, '.method bdi'],
  ['en', 390, transfer, '.field-row dt, .number span'],
] as const)(
  'with text of twice the size, words in %s stay whole at %i px',
  async (locale, width, view, words) => {
    await fixture.page.setViewportSize({ width, height: 900 })
    const style = 'body { margin: 8px } pay-pane { --paypane-font-size: 32px }'
    await open(view, widget.replace('>', ` locale="${locale}">`), style)
    const broken = await fixture.page.locator(words).evaluateAll((all) =>
      all.flatMap((element) => {
        const range = document.createRange()
        const text = element.firstChild
        if (!text || !element.checkVisibility()) return []
        return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return range.getClientRects().length > 1 ? [word] : []
        })
      }),
    )
    expect(broken).toEqual([])
  },
)

test.each([
  [
    'a flex row beside a summary',
    '#place { display: flex } #place::after { content: "Summary"; flex: none; width: 80px }',
  ],
  ['a centered grid', '#place { display: grid; place-items: center }'],
  [
    'a centered column of 290 px',
    '#place { display: flex; flex-direction: column; align-items: center; width: 290px }',
  ],
  ['a float', 'pay-pane { float: left }'],
  ['a box that fits its content', '#place { width: fit-content }'],
  ['a grid column of 1fr', '#place { display: grid; grid-template-columns: 1fr 90px }'],
])('in %s the widget is never without a width', async (_, style) => {
  await open(transfer, `<div id="place">${widget}</div>`, `body { margin: 0 } ${style}`)
  const { width, overflow } = await fixture.page.locator('.widget').evaluate((element) => ({
    width: element.getBoundingClientRect().width,
    overflow: document.documentElement.scrollWidth - innerWidth,
  }))
  expect(width).toBeGreaterThan(250)
  expect(overflow).toBe(0)
})

test('a bar of the shop that covers the widget covers the numbers, too', async () => {
  const bar = '<div id="bar" style="position: fixed; inset: 0">Basket</div>'
  await open(transfer, widget + bar, '/* inline styles are permitted */')
  await fixture.page.locator('[role=timer]').waitFor()
  const covering = await fixture.page
    .locator('.number')
    .first()
    .evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 5, top + 5)?.id
    })
  expect(covering).toBe('bar')
})

describe('a saved card at 280 px', () => {
  const cards = [
    'Visa •••• 4242',
    '444111******6666',
    'Mastercard •••• 4242',
    'The card of the family 535333******0007',
  ]

  test('does not break words or numbers in any language', async () => {
    await fixture.page.setViewportSize({ width: 280, height: 900 })
    const savedCards = cards.map((label, place) => ({ id: `sc_${place}`, label }))
    const locales = ['en', ...localeTags]
    const widgets = locales.map((locale) => widget.replace('>', ` locale="${locale}">`))
    await open({ ...choosing, savedCards }, widgets.join(''), 'body { margin: 0 }')
    const labels = fixture.page.locator('.method bdi', { hasText: /\d/ })
    await expect.poll(() => labels.count()).toBe(locales.length * cards.length)
    const broken = await labels.evaluateAll((all) =>
      all.flatMap((label) =>
        // Chinese may break between any two characters.
        [...(label.textContent ?? '').matchAll(/[^\s\p{Script=Han}]+/gu)].flatMap(({ 0: word, index }) => {
          const range = document.createRange()
          if (!label.firstChild) return [word]
          range.setStart(label.firstChild, index)
          range.setEnd(label.firstChild, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          return lines.size > 1 ? [`${label.closest('.widget')?.getAttribute('lang')}: ${word}`] : []
        }),
      ),
    )
    expect(broken).toEqual([])
    expect(await fixture.page.evaluate(() => document.documentElement.scrollWidth)).toBe(280)
  })

  test('with one very long word stays inside, and can be deleted', async () => {
    await fixture.page.setViewportSize({ width: 280, height: 900 })
    const savedCards = [{ id: 'sc_1', label: 'W'.repeat(80) }]
    await open({ ...choosing, savedCards }, widget, 'body { margin: 0 }')
    await fixture.page.getByText('Remove', { exact: true }).click()
    await fixture.page.locator('.question').waitFor()
    const right = await fixture.page
      .locator('.method')
      .first()
      .evaluate((method) =>
        Math.max(...[...method.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
      )
    expect(right).toBeLessThanOrEqual(280)
  })
})

describe('a value', () => {
  test.each(['en', 'ar'])(
    'is isolated from its label, with its direction, and not translated, in %s',
    async (locale) => {
      await open(transfer, widget.replace('>', ` locale="${locale}">`))
      const details = await fixture.page.locator('.ways > .field-list .field-row').evaluateAll((all) =>
        all.map((detail) => {
          const [label, value] = [detail.querySelector('dt'), detail.querySelector('bdi')]
          const { unicodeBidi, direction } = getComputedStyle(value ?? detail)
          const isApart = value?.textContent !== '' && !label?.contains(value) && label?.textContent !== ''
          return [
            value?.getAttribute('translate'),
            isApart,
            unicodeBidi,
            value?.dir === 'ltr' ? direction : 'auto',
          ]
        }),
      )
      const number = ['no', true, 'isolate', 'ltr']
      const words = ['no', true, 'isolate', 'auto']
      expect(details).toEqual([number, number, number, number, words, words])
      expect(await fixture.page.locator('.amount bdi').getAttribute('translate')).toBe('no')
    },
  )

  test('keeps a leading plus in a right-to-left language', async () => {
    await open(transfer, widget.replace('>', ' locale="ar">'))
    await fixture.page.getByRole('combobox').selectOption('phone')
    const [plus, digit] = await fixture.page.locator('.way.phone bdi').evaluate((value) => {
      const text = value.querySelector('span')?.firstChild
      return [0, 1].map((place) => {
        const range = document.createRange()
        range.setStart(text ?? value, place)
        range.setEnd(text ?? value, place + 1)
        return [range.toString(), range.getBoundingClientRect().left] as const
      })
    })
    expect([plus?.[0], digit?.[0]]).toEqual(['+', '3'])
    expect(plus?.[1]).toBeLessThan(digit?.[1] ?? 0)
  })

  test('has room in Urdu, whose letters hang from each other', async () => {
    await open(transfer, widget.replace('>', ' locale="ur">'))
    const [size = 0, height] = await fixture.page.locator('.widget').evaluate((one) => {
      const { fontSize, lineHeight } = getComputedStyle(one)
      return [fontSize, lineHeight].map(Number.parseFloat)
    })
    expect(height).toBe(2 * size)
  })

  test('keeps the slash at the end of a shop’s address in a right-to-left language', async () => {
    const merchant = { name: 'Shop', support: { url: 'https://shop.example/' } }
    await open({ ...failed, merchant }, widget.replace('>', ' locale="ar">'))
    const [name, slash] = await fixture.page.locator('.links a').evaluate((link) => {
      const leftOf = (text: ChildNode | null | undefined) => {
        const range = document.createRange()
        range.selectNodeContents(text ?? link)
        return [range.toString(), range.getBoundingClientRect().left] as const
      }
      const texts = [...link.childNodes].filter((node) => node instanceof Text)
      return [leftOf(texts[0]), leftOf(texts.at(-1))]
    })
    expect([name?.[0], slash?.[0]]).toEqual(['shop', '/'])
    expect(slash?.[1]).toBeGreaterThan(name?.[1] ?? 0)
  })
})

test.each([
  ['a short amount', paid],
  ['a long amount', { ...paid, amount: long.amount, paid: long.amount }],
])('the tick is not mirrored in right-to-left text, beside %s', async (_, view) => {
  await open(view, '<pay-pane endpoint="/pay" order="1042" locale="ar"></pay-pane>')
  await fixture.page.locator('.success .status-icon').waitFor()
  expect(await computedStyle('.status-icon', 'scale')).toBe('none')
})
