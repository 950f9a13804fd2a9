import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inFull, isFull } from '../../support/full.ts'
import { pressControl } from './scenarios.ts'
import { siteFixture, violations } from './site-fixture.ts'

const site = siteFixture('/demo/')

/** Opens the demo with these settings in the URL, and chooses the transfer. */
async function open(search: string, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await site.browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.goto(site.url + search)
  await page.locator('.method button').first().click()
  await page.locator('.widget .field-list').first().waitFor()
  return page
}

test('at every width, in light and dark: passes axe and does not overflow', async () => {
  const page = await open('')
  await pressControl(page, 'forged')
  await page.locator('.story-lines .bad').waitFor()
  for (const [width, colorScheme, tab, frame] of [
    [320, 'dark', 'Story'],
    ...inFull([390, 'light', 'Code'], [768, 'light', 'Code', 'Both'], [1280, 'dark', 'Story', 'Desktop']),
    [1920, 'light', 'HTTP', 'Both'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    if (frame) await page.getByRole('button', { name: frame, exact: true }).click()
    await page.getByRole('tab', { name: tab === 'HTTP' ? 'Story' : tab }).click()
    if (tab === 'HTTP') await page.getByLabel('HTTP').check()
    expect(await violations(page), `${width} ${tab}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.locator('.message.error').getByText('Stranger → Merchant server').waitFor()
  await page.context().close()
})

test.runIf(isFull).each(['12345.678901', '123456789012.12345678'])(
  'the amount %s cuts nothing off on a phone',
  async (amount) => {
    const page = await open(`?amount=${amount}&currency=USDT_TRC20`, 390)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page
        .locator('.device')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(overflow, `${width} px`).toBe(0)
    }
    await page.context().close()
  },
)

test.runIf(isFull)('a finished order and the tour pass axe, also while presenting', async () => {
  const page = await open('', 320)
  await pressControl(page, 'pay')
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await page.locator('.tour-next[aria-disabled=false]').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.getByRole('button', { name: 'Keys' }).waitFor()
  await page.keyboard.press('PageDown')
  await page.getByRole('button', { name: 'Next: A wrong amount' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.context().close()
})

test.each([
  [320, 256],
  [390, 800],
])('at %i by %i px the sheet of the controls does not cover what has the focus', async (width, height) => {
  const context = await site.browser.newContext({ viewport: { width, height } })
  const page = await context.newPage()
  await page.goto(site.url)
  const controls = page.locator('.method button')
  await controls.first().waitFor()
  for (const control of await controls.all()) {
    await page.evaluate(() => scrollTo(0, 0))
    await control.focus()
    const isCovered = await control.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const root = element.getRootNode()
      return shown !== element && !(root instanceof ShadowRoot && shown === root.host)
    })
    expect(isCovered, await control.innerText()).toBe(false)
  }
  await context.close()
})

test('the page that breaks things is reached from a phone, and all links are in one row', async () => {
  const page = await open('', 320)
  const rows = await page
    .locator('.top :is(.brand, .top-actions > *)')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()),
    )
  const middles = rows.map(({ top, bottom }) => Math.round((top + bottom) / 2))
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3)
  await page.getByRole('link', { name: 'Break it' }).click()
  await page.getByRole('heading', { name: 'Break it' }).waitFor()
  await page.context().close()
})

test('a link reproduces order, language, direction, theme, brand and device', async () => {
  const page = await open(
    '?amount=31.40&currency=USDT_TRC20&locale=ar&theme=dark&accent=%237a2360&radius=20&frame=small&details=phone',
  )
  const pane = page.locator('.widget[dir=rtl]')
  expect(await page.locator('.screen').getAttribute('dir')).toBe('rtl')
  expect(await pane.locator('.amount').textContent()).toContain('31.40')
  expect(await pane.locator('.field-row').count()).toBe(4)
  const style = await pane.evaluate((element) => {
    const { borderRadius, colorScheme, width } = getComputedStyle(element)
    return { borderRadius, colorScheme, isNarrow: Number.parseFloat(width) <= 320 }
  })
  expect(style).toEqual({ borderRadius: '20px', colorScheme: 'dark', isNarrow: true })
  const search = new URL(page.url()).searchParams
  expect(Object.fromEntries(search)).toEqual({
    amount: '31.40',
    currency: 'USDT_TRC20',
    locale: 'ar',
    theme: 'dark',
    accent: '#7a2360',
    radius: '20',
    frame: 'small',
    details: 'phone',
  })
  await page.context().close()
})

test.each(['en', 'ar'])('on a phone the end of the tour covers no title: %s', async (locale) => {
  const page = await site.browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(`${site.url}?locale=${locale}`)
  await page.locator('.tour .control.first').click()
  const title = await page.locator('.tour-text strong').evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    const { left, right } = text.getBoundingClientRect()
    return { left, right }
  })
  const end = await page.locator('.tour-end').boundingBox()
  const [left, right] = [end?.x ?? 0, (end?.x ?? 0) + (end?.width ?? 0)]
  expect(title.right <= left || title.left >= right).toBe(true)
  await page.close()
})

test('at first sight the tour’s card stands there, nothing is disabled, and the pane is not cut', async () => {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.goto(site.url)
  await page.getByRole('heading', { name: 'A tour in six chapters' }).waitFor()
  expect(await page.locator('button:disabled').count()).toBe(0)
  await page.locator('.method button').first().click()
  await page.getByRole('region', { name: 'Remote control' }).waitFor()
  const sent = page.getByRole('button', { name: 'I’ve sent the money' })
  await sent.waitFor()
  const box = await sent.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(720)
  await pressControl(page, 'pay')
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  const phone = await page.locator('.device.phone').boundingBox()
  expect((phone?.y ?? 0) + (phone?.height ?? 0)).toBeLessThanOrEqual(720)
  await page.close()
})

test('in forced colors the chosen device and the brands look different; presenting on a phone covers nothing', async () => {
  const page = await open('')
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size)
  expect(await grounds('.frames .chip')).toBe(2)
  await page.getByText('Settings', { exact: true }).click()
  expect(await grounds('.swatch')).toBe(5)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.getByRole('button', { name: 'Show the controls' }).waitFor()
  expect(await page.locator('.caption').isVisible()).toBe(false)
  await page.context().close()
})

test('the keyboard stays where it is when a control is pressed, and goes on in the panel that comes next', async () => {
  const page = await open('')
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('data-control') ?? activeElement?.getAttribute('aria-label')
    })
  const refuse = page.locator('[data-control=refuse]')
  await refuse.press('Enter')
  await page.locator('[data-control=refuse][aria-disabled=true]').waitFor()
  await page.getByRole('heading', { name: 'We haven’t received this payment' }).waitFor()
  expect(await focused()).toBe('refuse')
  // Nothing happens: the page names an unavailable control only for a key that is pressed while presenting.
  await refuse.press('Enter')
  await page.getByRole('button', { name: 'Take the tour', disabled: false }).press('Enter')
  await page.getByRole('region', { name: 'Tour' }).waitFor()
  await expect.poll(focused).toBe('Tour')
  await page.getByRole('button', { name: 'End the tour' }).press('Enter')
  await page.getByRole('region', { name: 'Remote control' }).waitFor()
  await expect.poll(focused).toBe('Remote control')
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.locator('.tagline', { hasText: /^The bank refuses$/ }).waitFor()
  await page.context().close()
})

test.runIf(isFull)(
  'a link carries the prospect’s logo, name, product and language; tour and story follow',
  async () => {
    const page = await site.browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${site.url}?locale=uk&shop=Orchard&product=Apples`)
    await page.getByText('Settings', { exact: true }).click()
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 20 } })
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('img', { name: 'Orchard' }).waitFor()
    await page.waitForURL(/logo=data%3Aimage%2Fwebp/)
    await page.goto(page.url())
    const logo = page.getByRole('img', { name: 'Orchard' })
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
    await page.getByRole('heading', { name: 'Екскурсія з шести розділів' }).waitFor()
    await page.getByRole('button', { name: 'Почати екскурсію' }).click()
    await page.locator('.tour-next[aria-disabled=false]', { hasText: 'Надіслати гроші' }).click()
    await page.locator('.yourShop .good', { hasText: 'Оплачено: замовлення можна відправляти.' }).waitFor()
    await page.locator('.mail', { hasText: 'Orchard' }).getByText('Apples').waitFor()
    await page.close()
  },
)

test('a phone and a desktop follow the same checkout side by side', async () => {
  const page = await open('?frame=both', 1920)
  await page.locator('.device.desktop').getByRole('button', { name: 'I’ve sent the money' }).waitFor()
  await page.locator('.device.phone').getByRole('button', { name: 'I’ve sent the money' }).waitFor()
  await pressControl(page, 'pay')
  for (const device of ['desktop', 'phone']) {
    await page.locator(`.device.${device}`).getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  }
  const tops = await page
    .locator('.device')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await page.getByRole('button', { name: 'Desktop', exact: true }).click()
  await page.waitForURL(/\?frame=desktop$/)
  expect(await page.locator('.device').count()).toBe(1)
  await page.context().close()
})

test.runIf(isFull)(
  'presenting hides the controls and keeps their keyboard shortcuts, with a help dialog',
  async () => {
    const page = await open('?presenting=true')
    const remote = page.getByRole('region', { name: 'Remote control' })
    expect(await remote.count()).toBe(0)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys while presenting' })
    const names = await help.locator('dt').allTextContents()
    expect(new Set(names).size).toBe(names.length)
    expect(await help.locator('div', { hasText: 'The bank refuses' }).locator('dt').textContent()).toBe('4')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.keyboard.press('4')
    await page.getByRole('heading', { name: 'We haven’t received this payment' }).waitFor()
    expect(await page.getByRole('status').first().textContent()).toBe('The bank refuses')
    await page.keyboard.press('4')
    await page.getByText('Not available now: The bank refuses').waitFor()
    await page.keyboard.press('f')
    await page.locator('.device.desktop').waitFor()
    await page.keyboard.press('Escape')
    await remote.waitFor()
    await page.keyboard.press('n')
    await page.locator('.widget .order', { hasText: '1043' }).waitFor()
    await page.context().close()
  },
)
