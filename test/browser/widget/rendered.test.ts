import { expect, test } from 'vitest'
import { paid, transfer } from '../../../demo/gallery/views.ts'
import { renderWidget, widgetStyleHash } from '../../../src/server/html/index.ts'
import { encodeQr } from '../../../src/server/qr/payable-qr.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy } from './shop.ts'

const fixture = chromiumFixture()
const { heading, press } = fixture
const rendered = await renderWidget(transfer, { endpoint: '/pay', locale: 'uk' })
const policy = `${strictPolicy}; trusted-types paypane; style-src`

test('a widget of a server works under the strictest policy with the hash of its styles', async () => {
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html(rendered), `${policy} ${widgetStyleHash}`))
  await press('Копіювати: Номер картки')
  await fixture.page.getByRole('status').getByText('Скопійовано: Номер картки').waitFor({ state: 'attached' })
  fixture.shop.respondWith(paid)
  await heading('Оплачено')
  expect(fixture.takeViolations()).toEqual([])
  expect(fixture.consoleErrors).toEqual([])
})

// Chromium says "грн" in Ukrainian and Russian, and has no formats of Kazakh, Uzbek and Azerbaijani.
test.each([
  ['uk', 'UAH', '1 250,00 ₴'],
  ['ru', 'UAH', '1 250,00 ₴'],
  ['kk', 'KZT', '1 250,00 KZT'],
  ['uz', 'UZS', '1 250,00 UZS'],
  ['az', 'AZN', '1 250,00 AZN'],
])('the amount in %s stays as the server has written it', async (locale, currency, written) => {
  const view = { ...transfer, amount: { value: '1250.00', currency } }
  const page = await renderWidget(view, { endpoint: '/pay', locale })
  fixture.shop.respondWith(view)
  await fixture.page.goto(fixture.shop.page('/', html(page), `${policy} ${widgetStyleHash}`))
  await expect.poll(() => fixture.shop.heldPolls).toBe(1)
  await fixture.page.locator('.copy:enabled').first().waitFor()
  const shown = await fixture.page.locator('.amount bdi').first().innerText()
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(shown)).toContain(written)
  expect(plain(page)).toContain(written)
})

test('another checkout is opened in place of the one that was rendered', async () => {
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html(rendered), `${policy} ${widgetStyleHash}`))
  await expect.poll(() => fixture.shop.heldPolls).toBe(1)
  await fixture.page
    .locator('pay-pane')
    .evaluate((element) => element.setAttribute('checkout', 'co_2_secret_2'))
  await expect
    .poll(() => fixture.shop.requests.map(({ path, secret }) => [path, secret]))
    .toContainEqual(['/pay/checkouts/co_2', 'co_2_secret_2'])
})

test('another style sheet has another hash', async () => {
  fixture.shop.respondWith(transfer)
  const changed = rendered.replace('<style>', '<style>:host { color: red }')
  await fixture.page.goto(fixture.shop.page('/', html(changed), `${policy} ${widgetStyleHash}`))
  await expect.poll(fixture.takeViolations).toEqual(['style-src-elem inline'])
})

/** The largest difference of a channel of a pixel, of 255. */
async function largestDifference(first: Buffer, others: readonly Buffer[]): Promise<number> {
  const tab = await fixture.context.newPage()
  const images = [first, ...others].map((image) => image.toString('base64'))
  return await tab.evaluate(async (sources) => {
    const pixels = await Promise.all(
      sources.map(async (source) => {
        const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas?.drawImage(image, 0, 0)
        return canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      }),
    )
    const [before = new Uint8ClampedArray(), ...after] = pixels
    let largest = before.length === 0 ? 255 : 0
    for (const frame of after)
      for (let at = 0; at < before.length; at += 1)
        largest = Math.max(largest, Math.abs((before[at] ?? 0) - (frame[at] ?? 255)))
    return largest
  }, images)
}

test('nothing flashes from the first paint until the widget is interactive', async () => {
  const { action } = transfer
  if (action?.type !== 'transfer') throw new Error('Expected a transfer')
  const view = { ...transfer, expiresAt: null, action: { ...action, code: encodeQr(action.qr ?? '') } }
  const still = await renderWidget(view, { endpoint: '/pay' })
  fixture.shop.respondWith(view)
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await fixture.page.route('**/paypane.js', async (route) => {
    await isHeld
    await route.continue()
  })
  await fixture.page.emulateMedia({ reducedMotion: 'reduce' })
  const url = fixture.shop.page('/', html(still), `${policy} ${widgetStyleHash}`)
  await fixture.page.goto(url, { waitUntil: 'commit' })
  await fixture.page.locator('.copy').first().waitFor()
  const before = await fixture.page.screenshot({ caret: 'initial' })
  release()
  const frames: Buffer[] = []
  const isInteractive = fixture.page.locator('.copy:enabled').first().waitFor()
  let isOver = false
  void isInteractive.then(() => {
    isOver = true
  })
  while (!isOver) frames.push(await fixture.page.screenshot({ caret: 'initial' }))
  frames.push(await fixture.page.screenshot({ caret: 'initial' }))
  // The edges of a shape may be drawn anew, with colors that nobody can tell apart.
  expect(await largestDifference(before, frames)).toBeLessThan(16)
})

test.each([
  ['the beginning of the amount', '<div class="amount-row">'],
  ['the first payment details', '<dl class="field-list"'],
  ['the last line', '<p class="visually-hidden"'],
])('a widget of which a phone has received %s appears when the rest has arrived', async (_, next) => {
  const page = `<!doctype html>${rendered}`
  const end = page.indexOf(next)
  expect(end).toBeGreaterThan(0)
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<string>()
  const url = fixture.shop.page('/', page.slice(0, end), `${policy} ${widgetStyleHash}`, rest)
  await fixture.page.goto(url, { waitUntil: 'commit' })
  const content = fixture.page.locator('h2')
  await content.waitFor({ state: 'attached' })
  expect(await content.isVisible()).toBe(false)
  sendRest(page.slice(end))
  await content.waitFor()
})
