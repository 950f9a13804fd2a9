import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView, TransferAction } from '../../../src/contract/view.ts'
import { buildScriptTag } from '../../support/build-script-tag.ts'
import { isFull } from '../../support/full.ts'
import { newFolder } from '../../support/new-folder.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy, widget } from './shop.ts'
import { failed, formView } from './views.ts'

const fixture = chromiumFixture()
const { heading, press } = fixture

const transferWith = (changed: Partial<TransferAction>): CheckoutView => {
  if (transfer.action?.type !== 'transfer') throw new Error('Expected a transfer')
  return { ...transfer, action: { ...transfer.action, ...changed } }
}

describe('under the strictest content policy', () => {
  test('every screen works without a violation', async () => {
    const policy = strictPolicy.replace(" frame-src 'self';", '')
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'",
    )
    const savedCards = [{ id: 'sc_1', label: '444111******6666' }]
    fixture.shop.respondWith({ ...choosing, savedCards })
    await fixture.page.goto(fixture.shop.page('/', html(widget), policy))
    await heading('How would you like to pay?')
    await press('Remove card 444111******6666')
    await press('Remove card 444111******6666')
    await expect
      .poll(() => fixture.shop.requests)
      .toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/pay/cards/sc_1' }))
    await fixture.page.getByRole('button', { name: 'Transfer' }).click()
    await expect
      .poll(() => fixture.shop.requests.map(({ body }) => body))
      .toContainEqual({ method: 'transfer', after: 0 })
    fixture.shop.respondWith(transfer)
    await heading('Send exactly this amount')
    await press('Copy: Card number')
    await fixture.page.getByRole('status').getByText('Copied: Card number').waitFor({ state: 'attached' })
    await fixture.page.getByRole('combobox').selectOption('qr')
    await Promise.all([fixture.page.waitForEvent('download'), press('Save the code')])
    await press('I’ve sent the money')
    await heading('Checking for your transfer')
    fixture.shop.respondWith(failed)
    await heading('We haven’t received this payment')
    await press('Try again')
    await heading('How would you like to pay?')
    await press('Back')
    fixture.shop.respondWith(formView)
    await heading('Continue on the payment page')
    fixture.shop.respondWith(paid)
    await heading('Paid')
    expect(fixture.takeViolations()).toEqual([])
    expect(fixture.consoleErrors).toEqual([])
  })

  test('a violation is detected', async () => {
    await fixture.page.goto(fixture.shop.page('/', '<!doctype html><title>Shop</title>'))
    await fixture.page.evaluate(() => {
      document.body.setAttribute('style', 'color: red')
      try {
        document.body.innerHTML = '<b></b>'
      } catch {
        // The violation is recorded, too.
      }
    })
    // One may arrive before the other.
    const detected: string[] = []
    await expect
      .poll(() => {
        detected.push(...fixture.takeViolations())
        return detected
      })
      .toEqual(['style-src-attr inline', 'require-trusted-types-for trusted-types-sink'])
  })

  test('loads a locale next to the script', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(
      fixture.shop.page('/', html('<pay-pane endpoint="/pay" order="1042" locale="uk-UA"></pay-pane>')),
    )
    await heading('Перекажіть рівно цю суму')
    expect(fixture.consoleErrors).toEqual([])
  })

  test('loads the code of QR codes only for a QR code', async () => {
    const seenRequests: string[] = []
    fixture.page.on('request', (request) => seenRequests.push(new URL(request.url()).pathname))
    fixture.shop.respondWith(transferWith({ qr: null }))
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Send exactly this amount')
    expect(seenRequests).not.toContain('/paypane-qr.js')
    fixture.shop.respondWith(transferWith({ qr: 'https://pay.example/q' }))
    await fixture.page.waitForRequest(/paypane-qr/)
  })
})

describe('a QR code', () => {
  test('that is broken, or an SVG where images are forbidden, is replaced by a message', async () => {
    for (const qr of [
      'data:image/png;base64,AAAA',
      btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="pwned=1"/>'),
    ]) {
      fixture.shop.respondWith(transferWith({ qr }))
      await fixture.page.goto(fixture.shop.page('/', html(widget)))
      await fixture.page.getByRole('combobox').selectOption('qr')
      await fixture.page.getByText('We can’t show this QR code.').waitFor()
    }
    await expect.poll(fixture.takeViolations).toContain('img-src data')
  })
})

describe('redirecting to the payment page', () => {
  test('the page receives the event first and may cancel', async () => {
    fixture.shop.respondWith(formView)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.evaluate(() =>
      addEventListener('paypane-redirect', (event) => {
        event.preventDefault()
        if (event instanceof CustomEvent) document.title = event.detail.url
      }),
    )
    await fixture.page.getByRole('link', { name: 'Continue' }).click()
    expect(await fixture.page.title()).toBe('https://form.example/pay?t=1')
    await heading('Continue on the payment page')
  })

  test('from a frame uses the top window', async () => {
    await fixture.context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    fixture.shop.respondWith(formView)
    fixture.shop.page('/inside', html(widget))
    await fixture.page.goto(
      fixture.shop.page('/', '<!doctype html><iframe src="/inside" width="380" height="800"></iframe>'),
    )
    await fixture.page.frameLocator('iframe').getByRole('link', { name: 'Continue' }).click()
    await fixture.page.waitForURL('https://form.example/pay?t=1')
  })

  test('uses the URL exactly as received', async () => {
    const url = 'https://form.example/pay;v=1/%2Fa?t=a%2Bb+c%20d&&x=[1]&sum=1.50#/step?2'
    const gone: string[] = []
    await fixture.context.route('https://form.example/**', async (route) => {
      await route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' })
    })
    fixture.page.on('framenavigated', (frame) => gone.push(frame.url()))
    fixture.shop.respondWith({ ...formView, action: { type: 'redirect', url } })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.getByRole('link', { name: 'Continue' }).click()
    await fixture.page.getByRole('heading', { name: 'Form' }).waitFor()
    expect(gone.at(-1)).toBe(url)
  })

  test('plain HTTP is permitted on loopback only', async () => {
    const url = `${fixture.shop.page('/form', '<!doctype html><h1>Form</h1>')}?t=1`
    fixture.shop.respondWith({ ...formView, action: { type: 'redirect', url } })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await fixture.page.getByRole('link', { name: 'Continue' }).click()
    await fixture.page.waitForURL(url)
    await fixture.context.route('http://shop.test/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: fixture.shop.url + pathname + search }) })
    })
    await fixture.page.goto('http://shop.test/')
    await heading('Payment isn’t available right now')
    expect(await fixture.page.locator('a').count()).toBe(0)
  })
})

describe('subresource integrity', () => {
  const open = async (hash: string) => {
    const script = `<script src="/paypane.js" integrity="${hash}" crossorigin="anonymous"></script>`
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(
      fixture.shop.page('/', `<!doctype html><html lang="en"><body>${widget}${script}</body></html>`),
    )
  }

  test('the hash in integrity.json matches the script', async () => {
    const hashes: unknown = await (
      await fixture.page.request.get(`${fixture.shop.url}/integrity.json`)
    ).json()
    const hash = String(Reflect.get(Object(hashes), 'paypane.js'))
    expect(hash).toMatch(/^sha384-/)
    await open(hash)
    await heading('Send exactly this amount')
    expect(fixture.consoleErrors).toEqual([])
    await open(hash.replace(/-(.)/, (_, first) => (first === 'A' ? '-B' : '-A')))
    expect(await fixture.page.evaluate(() => customElements.get('pay-pane') === undefined)).toBe(true)
  })

  test('the build is reproducible in another environment', async () => {
    // Other tests load the files of `dist` meanwhile.
    const folder = newFolder(onTestFinished)
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('TZ', 'Asia/Tokyo')
    vi.stubEnv('VITE_ENDPOINT', 'https://elsewhere.example')
    try {
      await buildScriptTag(folder)
    } finally {
      vi.unstubAllEnvs()
    }
    const served = await fixture.page.request.get(`${fixture.shop.url}/paypane.js`)
    expect(await readFile(join(folder, 'paypane.js'), 'utf8')).toBe(await served.text())
  })
})

describe('the element', () => {
  const seenRequests = () => fixture.shop.requests.filter(({ method }) => method === 'POST').length

  test('accepts properties that were set before it was defined', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(
      fixture.shop.page('/', '<!doctype html><body></body>', "default-src 'self' 'unsafe-inline'"),
    )
    await fixture.page.evaluate(() => {
      const element = document.createElement('pay-pane')
      Object.assign(element, {
        endpoint: '/pay',
        order: '1042',
        theme: 'dark',
        messages: { transfer: 'Send this' },
      })
      document.body.append(element)
      const script = document.createElement('script')
      script.src = '/paypane.js'
      document.body.append(script)
    })
    await heading('Send this')
    expect(await fixture.page.locator('.widget').getAttribute('class')).toContain('dark')
  })

  test('continues when moved, stops when removed, resumes when reinserted', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(fixture.shop.page('/', html(`${widget}<main></main>`)))
    await heading('Send exactly this amount')
    await fixture.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      if (element) document.querySelector('main')?.append(element)
    })
    await heading('Send exactly this amount')
    expect(seenRequests()).toBe(1)
    const isEmpty = await fixture.page.evaluate(async () => {
      const element = document.querySelector('pay-pane')
      element?.remove()
      await Promise.resolve()
      const { length } = element?.shadowRoot?.textContent ?? ''
      if (element) document.body.append(element)
      return length === 0
    })
    expect(isEmpty).toBe(true)
    await heading('Send exactly this amount')
    // What the element had requested would have arrived before.
    await fixture.page.evaluate(() => fetch('/pay/marker'))
    expect(seenRequests()).toBe(1)
  })

  test('works twice on a page, with the script loaded twice', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(
      fixture.shop.page('/', html(`${widget}${widget}<script src="/paypane.js"></script>`)),
    )
    await fixture.page.locator('.field-row').nth(13).waitFor()
    expect(seenRequests()).toBe(2)
    await fixture.page
      .locator('pay-pane')
      .first()
      .evaluate((element) => element.setAttribute('order', '1043'))
    await expect
      .poll(
        () =>
          fixture.shop.requests.at(-1)?.body ?? fixture.shop.requests.filter(({ body }) => body).at(-1)?.body,
      )
      .toEqual({ order: '1043' })
    expect(fixture.consoleErrors).toEqual([])
  })

  test('works beside another version of the script, which keeps the element', async () => {
    const script = await (await fetch(`${fixture.shop.url}/paypane.js`)).text()
    fixture.shop.script(
      '/older.js',
      script.replace('Waiting for confirmation', 'Waiting, in the older version'),
    )
    fixture.shop.respondWith({ ...transfer, action: null })
    const head = '<script src="/older.js"></script>'
    await fixture.page.goto(fixture.shop.page('/', html(`${widget}<main></main>`, { head })))
    await fixture.page.evaluate(() =>
      Reflect.get(window, 'Paypane').mount('main', { endpoint: '/pay', order: '1042' }),
    )
    await heading('Waiting, in the older version')
    await heading('Waiting for confirmation')
    fixture.shop.respondWith(paid)
    await expect.poll(() => fixture.page.getByRole('heading', { name: 'Paid' }).count()).toBe(2)
    expect(fixture.consoleErrors).toEqual([])
  })

  test('emits each change once, through shadow roots, with the view', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.addInitScript(() => {
      Reflect.set(window, 'recorded', [])
      for (const name of ['ready', 'change', 'success', 'fail', 'expire', 'error', 'copy']) {
        addEventListener(`paypane-${name}`, (event) => {
          if (event instanceof CustomEvent)
            Reflect.get(window, 'recorded').push([name, event.detail.view?.status ?? event.detail.field])
        })
      }
    })
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await press('Copy: Card number')
    await fixture.page.locator('.copied').waitFor()
    fixture.shop.respondWith(failed)
    await heading('We haven’t received this payment')
    fixture.shop.respondWith(paid)
    await heading('Paid')
    expect(await fixture.page.evaluate(() => Reflect.get(window, 'recorded'))).toEqual([
      ['ready', 'pending'],
      ['copy', 'card'],
      ['change', 'failed'],
      ['fail', 'failed'],
      ['change', 'succeeded'],
      ['success', 'succeeded'],
    ])
  })

  test('is usable by keyboard; the payer’s action moves the focus', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Send exactly this amount')
    const focused = () =>
      fixture.page.evaluate(() => document.querySelector('pay-pane')?.shadowRoot?.activeElement?.textContent)
    for (let step = 0; step < 20 && (await focused()) !== 'I’ve sent the money'; step++)
      await fixture.page.keyboard.press('Tab')
    await fixture.page.keyboard.press('Enter')
    await heading('Checking for your transfer')
    expect(await focused()).toContain('Checking for your transfer')
  })
})

test('the page below moves only after an action of the payer, and the widget ends with its content', async () => {
  const heightOf = (selector: string) =>
    fixture.page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html(widget)))
  await heading('Send exactly this amount')
  const before = await heightOf('pay-pane')
  await press('I’ve sent the money')
  await heading('Checking for your transfer')
  expect(await heightOf('pay-pane')).toBeLessThan(before)
  await fixture.page.reload()
  await heading('Send exactly this amount')
  fixture.shop.respondWith(paid)
  await heading('Paid')
  expect(await heightOf('pay-pane')).toBeCloseTo(before, 0)
  const spaceBelow = await fixture.page.locator('.widget').evaluate((element) => {
    const end = element.querySelector('.body')?.lastElementChild?.getBoundingClientRect().bottom
    return element.getBoundingClientRect().bottom - (end ?? 0)
  })
  expect(spaceBelow).toBeLessThan(20)
})

describe('a screen that the payer did not request', () => {
  const filler = '<div style="height: 400px">Basket</div>'
  const openScrolled = async () => {
    await fixture.page.setViewportSize({ width: 320, height: 568 })
    fixture.shop.respondWith(transfer)
    const styled = `${strictPolicy}; style-src 'unsafe-inline'`
    await fixture.page.goto(fixture.shop.page('/', html(filler + widget + filler.repeat(3)), styled))
    await heading('Send exactly this amount')
  }
  const top = (selector: string) =>
    fixture.page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)

  test('is in sight of a payer who had scrolled down to the end of the previous one', async () => {
    await openScrolled()
    await fixture.page.locator('.actions button.secondary').evaluate((button) => button.scrollIntoView())
    expect(await top('h2')).toBeLessThan(0)
    fixture.shop.respondWith(paid)
    await heading('Paid')
    expect(await top('.amount')).toBeGreaterThanOrEqual(0)
    expect(await top('h2')).toBeLessThan(200)
  })

  test.each([
    ['above', 0],
    ['below', 10_000],
  ])('does not scroll a page whose payer is %s the widget', async (_, y) => {
    await openScrolled()
    await fixture.page.evaluate((to) => scrollTo(0, to), y)
    const before = await top('h2')
    fixture.shop.respondWith(paid)
    await heading('Paid')
    expect(await top('h2')).toBeCloseTo(before, 0)
  })
})

test('after an action the present screen stays until what follows is loaded', async () => {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await fixture.page.route('**/paypane-deferred.js', async (route) => {
    await isHeld
    await route.continue()
  })
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html(widget)), { waitUntil: 'commit' })
  await heading('Send exactly this amount')
  await fixture.page.locator('h2').evaluate((element) => {
    const headings: (string | null)[] = []
    Reflect.set(window, 'headings', headings)
    new MutationObserver(() => headings.push(element.textContent)).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
  await press('I’ve sent the money')
  await expect.poll(() => fixture.shop.requests.map(({ body }) => body)).toContainEqual({ sent: true })
  release()
  await heading('Checking for your transfer')
  expect(await fixture.page.evaluate(() => Reflect.get(window, 'headings'))).toEqual([
    'Checking for your transfer',
  ])
  expect(
    await fixture.page.evaluate(
      () => document.querySelector('pay-pane')?.shadowRoot?.activeElement?.localName,
    ),
  ).toBe('h2')
})

test('the order reference is copied exactly', async () => {
  const order = ' INV-2026/11 №42 '
  fixture.shop.respondWith({ ...failed, order })
  await fixture.page.goto(fixture.shop.page('/', html(widget)))
  await press('Copy: Order reference')
  await fixture.page.getByRole('status').getByText('Copied: Order reference').waitFor({ state: 'attached' })
  expect(await fixture.page.evaluate(() => navigator.clipboard.readText())).toBe(order)
})

test('a session replaced in the same task emits no events', async () => {
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html('<main></main>')))
  const reported = await fixture.page.evaluate(
    async (initialView) => {
      const { mount } = Reflect.get(window, 'Paypane')
      const ids: string[] = []
      const ready = new Promise<void>((resolve) =>
        addEventListener('paypane-ready', (event) => {
          if (event instanceof CustomEvent) ids.push(event.detail.view.id)
          if (ids.at(-1) !== 'co_before') resolve()
        }),
      )
      const widget = mount('main', { endpoint: '/pay', order: '1041', initialView })
      widget.update({ order: '1042', initialView: undefined })
      await ready
      return ids
    },
    { ...transfer, id: 'co_before' },
  )
  expect(reported).toEqual([transfer.id])
})

test.runIf(isFull)('five hundred mounts and unmounts leak nothing', async () => {
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html('<main></main>')))
  await fixture.page.evaluate(() => {
    const { setTimeout: set, clearTimeout: clear } = window
    const timers = new Set<unknown>()
    Reflect.set(window, 'timers', timers)
    Reflect.set(window, 'setTimeout', (run: () => void, ms: number) => {
      const timer: number = Number(
        set(() => {
          timers.delete(timer)
          run()
        }, ms),
      )
      timers.add(timer)
      return timer
    })
    Reflect.set(window, 'clearTimeout', (timer: number) => {
      timers.delete(timer)
      clear(timer)
    })
  })
  const devtools = await fixture.context.newCDPSession(fixture.page)
  await devtools.send('Performance.enable')
  const measure = async () => {
    // Chromium keeps the nodes of its last frame until the next one.
    await fixture.page.evaluate(async () => {
      document.body.append(' ')
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    })
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  const round = (times: number) =>
    fixture.page.evaluate(async (count) => {
      const place = document.querySelector('main')
      const {
        mount,
      }: { mount: (place: Element | null, options: object) => { unmount: () => void; view: unknown } } =
        Reflect.get(window, 'Paypane')
      for (let turn = 0; turn < count; turn++) {
        const mounted = mount(place, { endpoint: '/pay', checkout: 'co_1', locale: turn % 2 ? 'uk' : 'en' })
        if (turn % 10 === 0) while (!mounted.view) await new Promise(requestAnimationFrame)
        mounted.unmount()
      }
      return place?.childNodes.length
    }, times)
  // The first mounts grow caches and compiled code.
  await round(500)
  const before = await measure()
  expect(await round(500)).toBe(0)
  await expect.poll(() => fixture.page.evaluate(() => Reflect.get(window, 'timers').size)).toBe(0)
  await expect.poll(() => fixture.shop.heldPolls).toBe(0)
  const limits = { Nodes: 30, JSEventListeners: 5, JSHeapUsedSize: 500 * 600 }
  await expect
    .poll(async () => {
      const after = await measure()
      const grown = Object.keys(limits).map(
        (name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const,
      )
      return grown.filter(([name, growth]) => growth >= Number(Reflect.get(limits, name)))
    })
    .toEqual([])
})
