import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groups, states } from '../../../demo/gallery/states.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { openGallery } from '../widget/gallery.ts'

const chromium = sharedChromium()
let gallery: Awaited<ReturnType<typeof openGallery>>

beforeAll(async () => {
  gallery = await openGallery()
})
afterAll(() => gallery.close())

async function open(choice: Record<string, string>): Promise<Page> {
  const page = await chromium.browser.newPage({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  await page.clock.install()
  await page.goto(gallery.address(choice))
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  expect(await page.locator('html').getAttribute('data-ready')).toBe('yes')
  return page
}

/** The variant of every widget on the page. */
const variants = (page: Page) =>
  page.locator('.container > div').evaluateAll((hosts) =>
    hosts.map((host) => {
      const pane = host.shadowRoot?.querySelector('.widget')
      const theme = pane?.classList.contains('dark') ? 'dark' : 'light'
      return [theme, pane?.getAttribute('dir'), pane?.getAttribute('lang'), host.clientWidth]
    }),
  )

test('shows every state once, starting at the first', async () => {
  const page = await open({})
  expect(await page.locator('article').evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    states.map(({ name }) => name),
  )
  expect(await page.getByRole('navigation', { name: 'States' }).getByRole('link').count()).toBe(states.length)
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(
    expect.arrayContaining(groups.map(({ name }) => name)),
  )
  expect(await page.evaluate(() => [scrollY, document.activeElement?.localName])).toEqual([0, 'body'])
  await page.close()
})

test('the URL selects state, themes, directions, widths and language', async () => {
  const page = await open({
    state: 'transfer',
    theme: 'light,dark',
    dir: 'ltr,rtl',
    width: '320',
    locale: 'uk',
  })
  expect(await variants(page)).toEqual([
    ['light', 'ltr', 'uk', 320],
    ['light', 'rtl', 'ar', 320],
    ['dark', 'ltr', 'uk', 320],
    ['dark', 'rtl', 'ar', 320],
  ])
  await page.close()
})

test('nothing moves while the widgets load, nor a minute later', async () => {
  const page = await open({})
  const shifts = await page.evaluate(
    () =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({
          type: 'layout-shift',
          buffered: true,
        })
        // Without a shift nothing is observed.
        setTimeout(() => resolve([]), 500)
      }),
  )
  expect(shifts).toEqual([])
  expect(await page.locator('#screens > section').first().isVisible()).toBe(true)
  const heights = () =>
    page.locator('article').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  const before = await heights()
  await page.clock.fastForward(60_000)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await heights()).toEqual(before)
  await page.close()
})

test('screens stand in columns, with titles of their own', async () => {
  const page = await open({ width: '320' })
  const lefts = await page
    .locator('article')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
  expect(new Set(lefts).size).toBeGreaterThan(1)
  expect(new Set(states.map(({ title }) => title)).size).toBe(states.length)
  await page.close()
})

test('names itself on the smallest phone', async () => {
  const page = await open({ state: 'succeeded' })
  await page.setViewportSize({ width: 320, height: 700 })
  const name = page.getByRole('heading', { name: 'All screens' })
  expect(await name.evaluate((heading) => getComputedStyle(heading).clipPath)).toBe('none')
  await page.close()
})

test('works by keyboard, and the URL follows', async () => {
  const page = await open({ state: 'succeeded' })
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the screens')
  await page.getByRole('button', { name: 'Dark' }).press('Space')
  await page.getByRole('button', { name: 'Light' }).press('Space')
  await page.getByRole('button', { name: '768' }).press('Enter')
  await page.getByLabel('Language').selectOption('fa')
  await expect
    .poll(() => variants(page))
    .toEqual([
      ['dark', 'rtl', 'fa', 390],
      ['dark', 'rtl', 'fa', 768],
    ])
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?state=succeeded&theme=dark&width=390,768&locale=fa')
  // At least one option stays selected.
  await page.getByRole('button', { name: 'Dark' }).press('Space')
  expect(await page.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('link', { name: 'A transfer by QR code' }).press('Enter')
  await page.getByRole('article', { name: 'A transfer by QR code' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?state=transfer-qr&theme=dark&width=390,768&locale=fa')
  await page.close()
})

test('a link to a state shows it at the top, whatever the heights of those above; a return keeps the place', async () => {
  const page = await chromium.browser.newPage({
    viewport: { width: 390, height: 800 },
    reducedMotion: 'reduce',
  })
  await page.goto(`${gallery.address({})}#succeeded-late`)
  await page.locator('[data-ready=yes]').waitFor({ state: 'attached' })
  const top = () => page.locator('#succeeded-late').evaluate((article) => article.getBoundingClientRect().top)
  expect(Math.abs(await top())).toBeLessThan(20)
  await page.evaluate(() => scrollTo(0, 500))
  await page.goto('about:blank')
  await page.goBack()
  await page.locator('[data-ready=yes]').waitFor({ state: 'attached' })
  expect(await top()).toBeGreaterThan(1000)
  await page.close()
})
