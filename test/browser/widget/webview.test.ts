import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { emptyDetails, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { encodeQr } from '../../../src/server/qr/payable-qr.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy, widget } from './shop.ts'
import { formView } from './views.ts'

const fixture = chromiumFixture()
const upi = 'upi://pay?pa=shop@okbank&am=1250.00'
const withApp: CheckoutView = {
  ...transfer,
  action: {
    ...emptyDetails,
    card: '4441114455556666',
    qr: upi,
    code: encodeQr(upi),
    link: { url: upi, kind: 'upi' },
  },
}

/** Removes what WebViews lack: clipboard, share, windows. Schemes of other apps open nothing in this browser. */
const forbid = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(document, 'execCommand', { value: () => false })
    Reflect.deleteProperty(Navigator.prototype, 'share')
    Reflect.set(window, 'open', undefined)
  })

const shown = (text: string) => fixture.page.locator(':not([role=status]) > *', { hasText: text }).last()
const unopened = 'Nothing opened? Copy the details and open the app or browser yourself.'
const unsaved = 'Nothing saved? Take a screenshot.'

test('a WebView that forbids everything says so at each press, and the payer can still pay', async () => {
  const { page, shop } = fixture
  shop.respondWith(withApp)
  await forbid(page)
  await page.clock.install()
  await page.goto(shop.page('/', html(widget)))
  await fixture.deferredParts()
  for (const [label, text] of [
    ['Amount', 'UAH\u00a01,250.00'],
    ['Card number', '4441114455556666'],
  ] as const) {
    await fixture.press(`Copy: ${label}`)
    await page.getByText('Press and hold the text.').and(page.locator('small')).last().waitFor()
    await expect.poll(() => selectedText(page)).toBe(text)
  }
  await expect.poll(() => page.locator('small').count()).toBe(2)
  expect(await page.locator('.copied').count()).toBe(0)

  await page.getByRole('link', { name: 'Open in your banking app' }).click()
  await page.clock.fastForward(2000)
  await shown(unopened).waitFor()
  await page.getByRole('combobox').selectOption('qr')
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await fixture.press('Save the code')
  expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0)
  await shown(unsaved).waitFor()
  for (const width of [390, 320, 280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(page.url()).toBe(`${shop.url}/`)
  await fixture.heading('Send exactly this amount')
})

test('a frame that may not leave its page offers the address of the payment page', async () => {
  const { page, shop } = fixture
  shop.respondWith(formView)
  await page.clock.install()
  const inside = shop.page('/inside', html(widget))
  const frame = `<iframe sandbox="allow-scripts allow-same-origin" src="${inside}" title="Pay" width="390" height="600"></iframe>`
  await page.goto(shop.page('/', `<!doctype html><html lang="en"><body>${frame}</body></html>`))
  const payment = page.frameLocator('iframe')
  await payment.locator('.another-way > details').waitFor()
  await payment.getByRole('link', { name: 'Continue', exact: true }).click()
  await payment.getByRole('heading', { name: 'Waiting for the result' }).waitFor()
  await page.clock.fastForward(8000)
  await payment.getByRole('heading', { name: 'Continue on the payment page' }).waitFor()
  await payment.getByText(unopened).first().waitFor()
  await payment.getByText('https://form.example/pay?t=1').waitFor()
})

describe('the app', () => {
  const example = (name: string) =>
    readFile(new URL(`../../../docs/examples/${name}`, import.meta.url), 'utf8')

  /** Loads an example of the documentation beside the widget, in a page with the app's bridge. */
  async function openInApp(bridge: string, name: string) {
    fixture.shop.script('/bridge.js', await example(name))
    await fixture.page.addInitScript(`window.received = []; ${bridge}`)
    await fixture.page.clock.install()
    const page = html(`${widget}<script src="/bridge.js"></script>`)
    await fixture.page.goto(fixture.shop.page('/', page, `${strictPolicy}; img-src data:`))
    await fixture.deferredParts()
  }
  const received = () => fixture.page.evaluate(() => Reflect.get(window, 'received'))
  /** The widget says that nothing opened after at most eight seconds. */
  async function expectNoDoubt() {
    await fixture.page.clock.fastForward(8000)
    expect(await fixture.page.getByText(unopened).count()).toBe(0)
    expect(await fixture.page.getByText(unsaved).count()).toBe(0)
  }
  const receive = '{ postMessage: (text) => received.push(JSON.parse(text)) }'

  test.each([
    ['Android or Flutter', `window.PaypaneApp = ${receive}`],
    ['iOS', `window.webkit = { messageHandlers: { PaypaneApp: ${receive} } }`],
    ['React Native', `window.ReactNativeWebView = ${receive}`],
  ])('on %s opens banks and payment pages, and takes the QR code', async (_, bridge) => {
    fixture.shop.respondWith(withApp)
    await openInApp(bridge, 'app-bridge.js')
    await fixture.page.getByRole('link', { name: 'Open in your banking app' }).click()
    await fixture.page.getByRole('combobox').selectOption('qr')
    await fixture.press('Save the code')
    await expect.poll(received).toHaveLength(2)
    expect(await received()).toEqual([
      { type: 'paypane-open', url: upi, kind: 'upi', purpose: 'pay' },
      {
        type: 'paypane-open',
        url: expect.stringMatching(/^data:image\/png;base64,.{200}/),
        kind: 'qr',
        purpose: 'save',
      },
    ])
    await expectNoDoubt()
    fixture.shop.respondWith(formView)
    await fixture.page.getByRole('link', { name: 'Continue', exact: true }).click()
    const { action } = formView
    expect((await received())[2]).toEqual({
      type: 'paypane-redirect',
      url: action?.type === 'redirect' && action.url,
    })
    await fixture.heading('Continue on the payment page')
    await expectNoDoubt()
  })

  test('of Telegram opens HTTPS in the browser, and leaves other schemes to the widget', async () => {
    const nspk = 'https://qr.nspk.ru/A1'
    fixture.shop.respondWith(withApp)
    await openInApp(
      'window.Telegram = { WebApp: { openLink: (url) => received.push(url), onEvent: (_, back) => { window.back = back } } }',
      'telegram-bridge.js',
    )
    await fixture.page.locator(`a[href="${upi}"]`).click()
    fixture.shop.respondWith({
      ...withApp,
      action: { ...emptyDetails, qr: nspk, link: { url: nspk, kind: 'nspk' } },
    })
    await fixture.page.locator(`a[href="${nspk}"]`).click()
    fixture.shop.respondWith(formView)
    await fixture.page.getByRole('link', { name: 'Continue', exact: true }).click()
    expect(await received()).toEqual([nspk, 'https://form.example/pay?t=1'])
    await expect.poll(() => fixture.shop.heldPolls).toBe(1)
    const requestsBefore = fixture.shop.requests.length
    await fixture.page.evaluate(() => Reflect.apply(Reflect.get(window, 'back'), null, []))
    await expect.poll(() => fixture.shop.requests.length).toBeGreaterThan(requestsBefore)
  })
})

const selectedText = (page: Page) =>
  page.evaluate(() => {
    const root: (ShadowRoot & { getSelection?: () => Selection | null }) | null | undefined =
      document.querySelector('pay-pane')?.shadowRoot
    return String(root?.getSelection?.()).replaceAll(' ', '')
  })
