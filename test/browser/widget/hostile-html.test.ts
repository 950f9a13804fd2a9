import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { choosing, emptyDetails, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy, widget } from './shop.ts'
import { failed } from './views.ts'

const fixture = chromiumFixture()
const { heading } = fixture

const clientSecret = `${transfer.id}_secret_8sK2vXq9`
const attribute = (view: object) => JSON.stringify(view).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const genuine: CheckoutView = { ...transfer, action: { ...emptyDetails, card: '4441114455556666' } }

/** Records what the widget shows, in every frame. */
const recordTexts = () =>
  fixture.page.addInitScript(() => {
    const texts: string[] = []
    Reflect.set(window, 'shownTexts', texts)
    const record = () => {
      texts.push(document.querySelector('pay-pane')?.shadowRoot?.querySelector('.widget')?.textContent ?? '')
      requestAnimationFrame(record)
    }
    record()
  })
const shownTexts = () => fixture.page.evaluate((): string => Reflect.get(window, 'shownTexts').join('\n'))

describe('an initial-view in injected HTML', () => {
  const card = '5555444433332222'
  const shownCard = /5555\s?4444/
  const inject = (view: Partial<CheckoutView>, attributes = '') =>
    fixture.page.goto(
      fixture.shop.page(
        '/',
        html(
          `<pay-pane endpoint="/pay" order="1042" ${attributes} initial-view="${attribute({
            ...transfer,
            action: { ...emptyDetails, card },
            ...view,
          })}"></pay-pane>`,
        ),
      ),
    )

  test('never shows its card, even with the version of the genuine view', async () => {
    await recordTexts()
    fixture.shop.respondWith(genuine)
    await inject({ version: 'W/"1"', clientSecret })
    await heading('Send exactly this amount')
    await fixture.page.locator('bdi', { hasText: /^4441\s?1144/ }).waitFor()
    expect(await shownTexts()).not.toMatch(shownCard)
    expect(fixture.shop.requests[0]).toMatchObject({
      path: `/pay/checkouts/${transfer.id}`,
      secret: clientSecret,
    })
  })

  test('shows its order and amount while the server has not responded', async () => {
    await recordTexts()
    await fixture.context.route('**/pay/**', () => undefined)
    await inject({})
    await heading('Loading the payment')
    expect(await fixture.page.locator('.order bdi, .amount').allTextContents()).toEqual([
      'Order 1042',
      'UAH\u00a01,250.00',
    ])
    expect(await fixture.page.locator('.widget a, .widget button').count()).toBe(0)
    expect(await shownTexts()).not.toMatch(shownCard)
  })

  test.each([
    ['is unknown', { status: 404, text: '{"code":"checkout_unknown"}' }, 'We can’t find this payment'],
    ['cannot be checked', { status: 503, text: '' }, 'Loading the payment'],
  ])('never shows the card of a checkout that %s', async (_, failure, words) => {
    await recordTexts()
    fixture.shop.fail(failure)
    await inject({ version: 'W/"1"' })
    await heading(words)
    // A second request: the page has dealt with the first response.
    if (failure.status === 503) await expect.poll(() => fixture.shop.requests.length).toBeGreaterThan(1)
    await heading(words)
    expect(await shownTexts()).not.toMatch(shownCard)
  })

  test('never opens its payment page', async () => {
    fixture.shop.respondWith(genuine)
    await inject({ action: { type: 'redirect', url: 'https://attacker.example/form' } })
    await heading('Send exactly this amount')
    expect(fixture.page.url()).toBe(`${fixture.shop.url}/`)
    expect(await fixture.page.locator('a').count()).toBe(0)
  })

  test('never says "paid"', async () => {
    await recordTexts()
    fixture.shop.respondWith(genuine)
    await inject({ ...paid, version: 'W/"1"' })
    await heading('Send exactly this amount')
    expect(await shownTexts()).not.toContain('Paid')
  })

  test('never shows its saved cards', async () => {
    await recordTexts()
    fixture.shop.respondWith(choosing)
    await inject({ ...choosing, savedCards: [{ id: 'card_1', label: '555544******2222' }] })
    await heading('How would you like to pay?')
    expect(await shownTexts()).not.toContain('555544')
  })
})

test('an initialView set as a property is shown at once', async () => {
  await fixture.context.route('**/pay/**', () => undefined)
  await fixture.page.goto(fixture.shop.page('/', html('<main></main>')))
  await fixture.page.evaluate((initialView) => {
    const element = document.createElement('pay-pane')
    Object.assign(element, { endpoint: '/pay', order: '1042', initialView })
    document.querySelector('main')?.append(element)
  }, genuine)
  await fixture.page.locator('bdi', { hasText: /^4441\s?1144/ }).waitFor()
})

describe('the client secret', () => {
  /** Where the page, its logs and its history could find it. */
  const traces = () =>
    fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      return JSON.stringify([
        document.documentElement.outerHTML,
        element?.shadowRoot?.innerHTML,
        Reflect.get(element ?? {}, 'view'),
        Reflect.get(window, 'seenEvents'),
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        performance.getEntriesByType('resource').map(({ name }) => name),
        location.href,
      ])
    })
  const recordEvents = () =>
    fixture.page.addInitScript(() => {
      const seen: unknown[] = []
      Reflect.set(window, 'seenEvents', seen)
      for (const type of ['ready', 'change', 'success', 'fail', 'copy', 'redirect', 'error']) {
        addEventListener(`paypane-${type}`, (event) => seen.push(type, Reflect.get(event, 'detail')))
      }
    })

  test('is sent in a header, and is in no URL, storage, markup, event or view', async () => {
    await recordEvents()
    fixture.shop.respondWith({ ...choosing, clientSecret })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('How would you like to pay?')
    await fixture.page.getByRole('button', { name: 'Transfer' }).click()
    fixture.shop.respondWith({ ...genuine, clientSecret })
    await fixture.press('Copy: Card number')
    fixture.shop.respondWith({
      ...genuine,
      method: 'form',
      action: { type: 'redirect', url: 'https://form.example/pay' },
      clientSecret,
    })
    await heading('Continue on the payment page')
    fixture.shop.respondWith({ ...paid, clientSecret })
    await heading('Paid')
    const found = await traces()
    expect(found).toContain('"success"')
    expect(found).not.toContain('_secret_')
    const [create, ...others] = fixture.shop.requests
    expect(create?.secret).toBeNull()
    expect(new Set(others.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']))
    expect(others.filter(({ secret }) => secret !== clientSecret)).toEqual([])
    expect(fixture.consoleErrors).toEqual([])
  })

  test('in the attribute checkout opens it', async () => {
    fixture.shop.respondWith(genuine)
    const body = `<pay-pane endpoint="/pay" checkout="${clientSecret}"></pay-pane>`
    await fixture.page.goto(fixture.shop.page('/', html(body)))
    await heading('Send exactly this amount')
    await expect.poll(() => fixture.shop.heldPolls).toBe(1)
    expect(fixture.shop.requests.map(({ path, secret }) => ({ path, secret }))).toEqual(
      Array(2).fill({ path: `/pay/checkouts/${transfer.id}`, secret: clientSecret }),
    )
  })

  test('is sent again after the element was removed and inserted', async () => {
    fixture.shop.respondWith({ ...failed, clientSecret })
    await fixture.page.goto(fixture.shop.page('/', html(`${widget}<main></main>`)))
    await heading('We haven’t received this payment')
    await fixture.page.evaluate(async () => {
      const element = document.querySelector('pay-pane')
      element?.remove()
      await new Promise((resolve) => setTimeout(resolve))
      document.querySelector('main')?.append(element ?? '')
    })
    await fixture.page.locator('main pay-pane h2').waitFor()
    const before = fixture.shop.requests.length
    await fixture.press('Try again')
    await fixture.page.getByRole('button', { name: 'Card' }).click()
    await expect
      .poll(() => fixture.shop.requests.slice(before).find(({ method }) => method === 'POST'))
      .toMatchObject({
        path: `/pay/checkouts/${transfer.id}/attempts`,
        secret: clientSecret,
      })
  })
})

describe('files beside paypane.js', () => {
  const ukrainian = widget.replace('>', ' locale="uk">')
  const withTextCode: CheckoutView = {
    ...transfer,
    action: { ...emptyDetails, card: '4441114455556666', qr: 'https://pay.example/q' },
  }
  const expectPlainEnglish = async () => {
    await fixture.page.locator('.widget[lang=en]').waitFor()
    await heading('Send exactly this amount')
    await fixture.page.getByRole('button', { name: 'Copy: Card number' }).waitFor()
    expect(await fixture.page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
  }

  const expectNoCode = async () => {
    await fixture.page.getByRole('combobox').selectOption('qr')
    await fixture.page.getByText('We can’t show this QR code.').waitFor()
    expect(await fixture.page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
  }

  test('with other content than those of its version are not used', async () => {
    const dist = new URL('../../../dist/', import.meta.url)
    const locale = await readFile(new URL('locales/uk.json', dist), 'utf8')
    fixture.shop.script('/locales/uk.json', `${locale} `)
    fixture.shop.script('/locales/uk.js', 'top.pwned = 1; export const messages = {}')
    const encoder = await readFile(new URL('paypane-qr.js', dist), 'utf8')
    fixture.shop.script('/paypane-qr.js', `top.pwned = 1;${encoder}`)
    fixture.shop.respondWith(withTextCode)
    await fixture.page.goto(fixture.shop.page('/', html(ukrainian)))
    await expectPlainEnglish()
    await expectNoCode()
  })

  test('with other content are not used either if the page has preloaded them', async () => {
    fixture.shop.script('/locales/uk.json', '{}')
    fixture.shop.script('/paypane-qr.js', 'top.pwned = 1; export const paintText = () => { top.pwned = 1 }')
    const head =
      '<link rel="modulepreload" href="/paypane-qr.js">' +
      '<link rel="preload" as="script" crossorigin href="/paypane-qr.js">' +
      '<link rel="preload" as="fetch" crossorigin href="/locales/uk.json">'
    fixture.shop.respondWith(withTextCode)
    await fixture.page.goto(fixture.shop.page('/', html(ukrainian, { head })))
    await expectPlainEnglish()
    await expectNoCode()
  })

  test('are requested once if the page has preloaded them, and the locale again with its hash', async () => {
    const seen: string[] = []
    fixture.page.on('request', (request) => seen.push(new URL(request.url()).pathname))
    const hashes = JSON.parse(
      await readFile(new URL('../../../dist/integrity.json', import.meta.url), 'utf8'),
    )
    const head =
      `<link rel="preload" as="script" crossorigin href="/paypane-qr.js" integrity="${hashes['paypane-qr.js']}">` +
      '<link rel="preload" as="fetch" crossorigin href="/locales/uk.json">'
    fixture.shop.respondWith(withTextCode)
    await fixture.page.goto(fixture.shop.page('/', html(ukrainian, { head })))
    await heading('Перекажіть рівно цю суму')
    await fixture.page.getByRole('combobox').selectOption('qr')
    await fixture.page.locator('.qr-actions:not(.hidden)').waitFor()
    expect(seen.filter((path) => /uk\.json|paypane-qr/.test(path)).sort()).toEqual([
      '/locales/uk.json',
      // From the browser's cache.
      '/locales/uk.json',
      '/paypane-qr.js',
    ])
  })

  test.each([
    ['an image', '<img name="currentScript">'],
    ['a form', '<form name="currentScript" src="/uploads/x"></form>'],
    ['a frame', '<iframe name="currentScript" src="/uploads/frame"></iframe>'],
  ])('are not loaded if %s takes the place of the current script', async (_, injected) => {
    fixture.shop.page('/uploads/frame', '')
    const seen: string[] = []
    fixture.page.on('request', (request) => seen.push(new URL(request.url()).pathname))
    for (const file of ['locales/uk.js', 'paypane-qr.js']) {
      fixture.shop.script(`/uploads/${file}`, 'top.pwned = 1')
    }
    fixture.shop.respondWith(withTextCode)
    const body = ukrainian + injected
    const page = html(body, { head: '<base href="/uploads/">' }).replace('/paypane.js', '/paypane.js?1')
    await fixture.page.goto(fixture.shop.page('/', page))
    await expectPlainEnglish()
    // Until the code is known to be missing, a QR code is offered.
    await fixture.page.getByRole('combobox').waitFor({ state: 'detached' })
    expect(seen.filter((path) => /locales|paypane-qr/.test(path))).toEqual([])
    expect(fixture.consoleErrors).toEqual([])
  })

  test('the QR encoder loads where the policy names its Trusted Types policy, and not where it permits no policy', async () => {
    fixture.shop.respondWith(withTextCode)
    const open = (path: string, directive: string) =>
      fixture.page.goto(fixture.shop.page(path, html(widget), `${strictPolicy}; ${directive}`))
    const ways = fixture.page.getByRole('combobox')
    await open('/named', 'trusted-types paypane')
    await ways.selectOption('qr')
    await fixture.page.locator('.qr-actions:not(.hidden)').waitFor()
    await open('/none', "trusted-types 'none'")
    await fixture.page.getByRole('button', { name: 'Copy: Card number' }).waitFor()
    await ways.locator('[value=qr]').waitFor({ state: 'detached' })
    // Each rendering tries to load the code, so the last violation comes after what it has rendered.
    await fixture.page.goto('about:blank')
    expect(new Set(fixture.takeViolations())).toEqual(new Set(['trusted-types trusted-types-policy']))
  })
})

describe('the endpoint in injected HTML', () => {
  const other = 'https://evil.example'
  const requestsTo = (origin: string) => {
    const urls: string[] = []
    fixture.page.on('request', (request) => {
      if (request.url().startsWith(origin)) urls.push(request.url())
    })
    return urls
  }
  const open = (body: string) => fixture.page.goto(fixture.shop.page('/', html(body)))

  test('is on the page’s origin, whatever <base> says', async () => {
    fixture.shop.respondWith(genuine)
    const sent = requestsTo(other)
    await open('')
    await fixture.page.evaluate((href) => {
      const [base, element] = [document.createElement('base'), document.createElement('pay-pane')]
      base.href = href
      element.setAttribute('endpoint', '/pay')
      element.setAttribute('order', '1042')
      document.body.append(base, element)
    }, `${other}/`)
    await heading('Send exactly this amount')
    expect(fixture.shop.requests[0]).toMatchObject({ path: '/pay/checkouts' })
    expect(sent.filter((url) => url.includes('checkouts'))).toEqual([])
  })

  test('is so for a claim in a frame without an address of its own, too', async () => {
    const open = { number: '7K2M9-QXT4H', state: 'open' as const, at: '2026-11-20T12:00:00.000Z' }
    fixture.shop.respondWith({ ...failed, canClaim: true, claim: open })
    const sent = requestsTo(other)
    const inside = `${html(widget)}<base href='${other}/'>`.replaceAll('"', '&quot;')
    await fixture.page.goto(fixture.shop.page('/', `<iframe srcdoc="${inside}"></iframe>`, ''))
    const claimed = fixture.page.waitForRequest((request) => request.url().endsWith('/claim'))
    await fixture.page.frameLocator('iframe').getByRole('button', { name: 'Send details' }).click()
    expect(new URL((await claimed).url()).origin).toBe(fixture.shop.url)
    expect(sent.filter((url) => url.includes('checkouts'))).toEqual([])
  })

  test.each([`${other}/pay`, '//evil.example/pay', '\\\\evil.example/pay', ' https:evil.example'])(
    'is not an attribute of another origin: %s',
    async (endpoint) => {
      fixture.shop.respondWith(genuine)
      const sent = requestsTo(other)
      const logged = fixture.page.waitForEvent('console', (message) =>
        message.text().includes('data-origins'),
      )
      await open(`<pay-pane endpoint="${endpoint}" order="1042"></pay-pane>`)
      await logged
      await heading('We can’t find this payment')
      expect(sent).toEqual([])
    },
  )
})
