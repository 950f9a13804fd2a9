import { describe, expect, test } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/views.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, widget } from './shop.ts'

const fixture = chromiumFixture()
const { heading } = fixture
const seenRequests = () => fixture.shop.requests.map(({ method, path, body }) => ({ method, path, body }))
const empty = html('<main></main>')

describe('the script tag', () => {
  test('defines one global and the element', async () => {
    await fixture.page.goto(fixture.shop.page('/', '<!doctype html><html lang="en"><body></body></html>'))
    const before = await fixture.page.evaluate(() => Object.getOwnPropertyNames(window))
    await fixture.page.goto(fixture.shop.page('/', empty))
    const left = await fixture.page.evaluate(
      (existing) => ({
        names: Object.getOwnPropertyNames(window).filter((name) => !existing.includes(name)),
        inside: Object.keys(Reflect.get(window, 'Paypane')),
        isDefined: customElements.get('pay-pane') !== undefined,
      }),
      before,
    )
    expect(left).toEqual({ names: ['Paypane'], inside: ['mount'], isDefined: true })
  })

  test('loads the page’s locale only, and none on an English page', async () => {
    const files: string[] = []
    fixture.page.on('request', (request) => files.push(new URL(request.url()).pathname))
    fixture.shop.respondWith({ ...transfer, action: null })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Waiting for confirmation')
    expect(files.filter((file) => file.startsWith('/locales/'))).toEqual([])
    await fixture.page.goto(fixture.shop.page('/', html(widget).replace('lang="en"', 'lang="pl-PL"')))
    await fixture.page.locator('.widget[lang=pl-PL]').waitFor()
    expect(localeFiles(files)).toEqual(polishFiles)
  })

  test('loads a locale once for several widgets', async () => {
    const files: string[] = []
    fixture.page.on('request', (request) => files.push(new URL(request.url()).pathname))
    fixture.shop.respondWith({ ...transfer, action: null })
    const polish = widget.replace('>', ' locale="pl">')
    await fixture.page.goto(fixture.shop.page('/', html(polish + polish)))
    await expect.poll(() => fixture.page.locator('.widget[lang=pl]').count()).toBe(2)
    expect(localeFiles(files)).toEqual(polishFiles)
  })

  test('shows the loading screen in English until a slow locale is there', async () => {
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
    await fixture.context.route('**/pay/**', () => undefined)
    await fixture.context.route('**/locales/pl.json', async (route) => {
      await isHeld
      await route.continue()
    })
    await fixture.page.goto(fixture.shop.page('/', html(widget.replace('>', ' locale="pl">'))))
    await heading('Loading the payment')
    release()
    await heading('Wczytujemy płatność')
  })

  test('falls back to English if the locale fails to load', async () => {
    fixture.shop.respondWith({ ...transfer, action: null })
    await fixture.context.route('**/locales/pl.json', (route) => route.abort())
    await fixture.page.goto(
      fixture.shop.page('/', html('<pay-pane endpoint="/pay" order="1042" locale="pl"></pay-pane>')),
    )
    await heading('Waiting for confirmation')
    expect(await fixture.page.locator('.widget').getAttribute('lang')).toBe('en')
  })
})

describe('an attribute', () => {
  const open = (attributes: string) =>
    fixture.page.goto(fixture.shop.page('/', html(`<pay-pane endpoint="/pay" ${attributes}></pay-pane>`)))

  test('checkout selects the checkout', async () => {
    fixture.shop.respondWith(transfer)
    await open(`checkout="${transfer.id}"`)
    await heading('Send exactly this amount')
    expect(seenRequests()[0]).toEqual({ method: 'GET', path: `/pay/checkouts/${transfer.id}`, body: null })
  })

  test('method selects the payment method', async () => {
    fixture.shop.respondWith(transfer)
    await open('order="1042" method="transfer"')
    await heading('Send exactly this amount')
    expect(seenRequests()[0]?.body).toEqual({ order: '1042', method: 'transfer' })
  })

  test('present shows the form instead of the payment details', async () => {
    fixture.shop.respondWith(transfer)
    await open('order="1042" present="form"')
    await heading('Continue on the payment page')
  })

  test('initial-view is shown before any response', async () => {
    const view = JSON.stringify(choosing).replaceAll('"', '&quot;')
    await fixture.context.route('**/pay/**', () => undefined)
    await open(`checkout="${choosing.id}" initial-view="${view}"`)
    await heading('How would you like to pay?')
  })

  test('initial-view is ignored if it is invalid', async () => {
    fixture.shop.respondWith(transfer)
    await open('order="1042" initial-view="{&quot;id&quot;:"')
    await heading('Send exactly this amount')
  })
})

describe('an element created after the script', () => {
  /** Sets the properties a moment later, as frameworks do. Returns whether the element waited for them. */
  const createElement = async (properties = {}) => {
    fixture.shop.respondWith({ ...transfer, action: null })
    await fixture.page.goto(fixture.shop.page('/', empty))
    return await fixture.page.evaluate(async (later) => {
      const element = document.createElement('pay-pane')
      element.setAttribute('endpoint', '/pay')
      document.querySelector('main')?.append(element)
      // In the page: an element that is without an order for some seconds logs a warning.
      await new Promise((resolve) => setTimeout(resolve))
      const hasWaited = !element.shadowRoot?.querySelector('.widget')
      Object.assign(element, later)
      return hasWaited
    }, properties)
  }
  const set = (properties: object) =>
    fixture.page.evaluate(
      (given) => Object.assign(document.querySelector('pay-pane') ?? {}, given),
      properties,
    )
  const variant = () => fixture.page.locator('.widget').getAttribute('class')

  test('waits for an order, and follows changed and removed attributes and properties', async () => {
    expect(await createElement({ order: '1042' })).toBe(true)
    await heading('Waiting for confirmation')
    await set({ messages: { pending: 'A moment' }, theme: 'dark' })
    await heading('A moment')
    expect(await variant()).toContain('dark')
    await fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      element?.setAttribute('theme', 'light')
      element?.setAttribute('locale', 'uk')
    })
    await heading('A moment')
    await fixture.page.locator('.widget.light[lang=uk]').waitFor()
    await fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      element?.removeAttribute('theme')
      element?.removeAttribute('locale')
    })
    await fixture.page.locator('.widget.auto[lang=en]').waitFor()
    await set({ messages: undefined })
    await heading('Waiting for confirmation')
    expect(seenRequests().filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(fixture.consoleErrors).toEqual([])
  })

  test('exposes its options and the view, and can be refreshed', async () => {
    await createElement()
    await fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      Reflect.set(element ?? {}, 'fetch', (url: string, init: RequestInit) =>
        fetch(url, { ...init, headers: { ...init.headers, 'x-shop': '1' } }),
      )
    })
    const [request] = await Promise.all([fixture.page.waitForRequest(/checkouts$/), set({ order: '1042' })])
    expect(request.headers()['x-shop']).toBe('1')
    await heading('Waiting for confirmation')
    const reported = await fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      return ['endpoint', 'order'].map((name) => Reflect.get(element ?? {}, name))
    })
    expect(reported).toEqual(['/pay', '1042'])
    const status = () =>
      fixture.page.evaluate(() => Reflect.get(document.querySelector('pay-pane') ?? {}, 'view')?.status)
    expect(await status()).toBe('pending')
    await expect.poll(() => fixture.shop.heldPolls).toBe(1)
    const before = seenRequests().length
    await fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      Reflect.apply(Reflect.get(element ?? {}, 'refresh'), element, [])
    })
    await expect.poll(() => seenRequests().length).toBeGreaterThan(before)
    fixture.shop.respondWith(paid)
    await heading('Paid')
    expect(await status()).toBe('succeeded')
  })
})

/** The locale twice: with its hash it is read from the browser's cache. */
const polishFiles = ['/locales/hashes.json', '/locales/pl.json', '/locales/pl.json']
const localeFiles = (files: string[]) => files.filter((file) => file.startsWith('/locales/')).sort()

test('moving the element keeps its screen and sends no request', async () => {
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html(`${widget}<main></main>`)))
  await expect.poll(() => fixture.shop.heldPolls).toBe(1)
  const requestsBefore = seenRequests().length
  await fixture.press('I’ve sent the money')
  await heading('Checking for your transfer')
  // The report, one immediate request, then a long poll.
  await expect.poll(() => [seenRequests().length, fixture.shop.heldPolls]).toEqual([requestsBefore + 3, 1])
  const before = seenRequests().length
  await fixture.page.evaluate(() => {
    const element = document.querySelector('pay-pane')
    element?.remove()
    document.querySelector('main')?.append(element ?? '')
  })
  await fixture.page.locator('main pay-pane h2').waitFor()
  await heading('Checking for your transfer')
  expect(fixture.shop.heldPolls).toBe(1)
  // What the element had requested would have arrived before.
  await fixture.page.evaluate(() => fetch('/pay/marker'))
  expect(seenRequests().slice(before)).toMatchObject([{ path: '/pay/marker' }])
  fixture.shop.respondWith(paid)
  await heading('Paid')
})
