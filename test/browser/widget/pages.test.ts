import { describe, expect, test, vi } from 'vitest'
import { choosing, paid, states, transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView, TransferAction } from '../../../src/contract/view.ts'
import { englishMoney } from '../../../src/widget/view/english-money.ts'
import { inChromium } from './in-chromium.ts'
import { buildScriptFiles } from './script-files.ts'
import { html, pane, strictest } from './shop.ts'
import { failed, formView } from './views.ts'

const at = inChromium()
const { heading, press } = at

const instructions = (changed: Partial<TransferAction>): CheckoutView => {
  if (transfer.action?.type !== 'transfer') throw new Error('The fixed view is a transfer')
  return { ...transfer, action: { ...transfer.action, ...changed } }
}
const png = states
  .flatMap(({ answer }) =>
    typeof answer === 'object' && answer.action?.type === 'transfer' ? [answer.action.qr ?? ''] : [],
  )
  .find((qr) => qr.startsWith('iVBOR'))

describe('the strictest page', () => {
  test('goes the whole way, and no rule of the page is broken', async () => {
    const policy = strictest.replace(" frame-src 'self';", '')
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'",
    )
    const savedCards = [{ id: 'sc_1', label: '444111******6666' }]
    at.shop.say({ ...choosing, savedCards })
    await at.page.goto(at.shop.page('/', html(pane), policy))
    await heading('How would you like to pay?')
    await at.page.locator('summary').click()
    await press('Forget it?')
    await expect
      .poll(() => at.shop.requests.at(-1))
      .toMatchObject({ method: 'DELETE', path: '/pay/cards/sc_1' })
    await at.page.getByRole('button', { name: 'Bank transfer' }).click()
    await expect
      .poll(() => at.shop.requests.map(({ body }) => body))
      .toContainEqual({ method: 'transfer', after: 0 })
    at.shop.say(transfer)
    await heading('Transfer exactly this amount')
    await press('Copy: Card number')
    await at.page.getByRole('status').getByText('Copied: Card number').waitFor({ state: 'attached' })
    await at.page.getByText('QR code').click()
    await Promise.all([at.page.waitForEvent('download'), press('Save')])
    await press('I have paid')
    await heading('Checking for your transfer')
    at.shop.say(failed)
    await heading('We have not received this payment')
    await press('Try again')
    await heading('How would you like to pay?')
    await press('Back')
    at.shop.say(formView)
    await heading('Continue on the payment page')
    at.shop.say(paid)
    await heading('Paid')
    expect(at.takeViolations()).toEqual([])
    expect(at.complaints).toEqual([])
  })

  test('a rule that is broken is noticed', async () => {
    await at.page.goto(at.shop.page('/', '<!doctype html><title>Shop</title>'))
    await at.page.evaluate(() => {
      document.body.setAttribute('style', 'color: red')
      try {
        document.body.innerHTML = '<b></b>'
      } catch {
        // It is only noted, too.
      }
    })
    await expect
      .poll(at.takeViolations)
      .toEqual(['style-src-attr inline', 'require-trusted-types-for trusted-types-sink'])
  })

  test('speaks Ukrainian from a file beside the script', async () => {
    at.shop.say(transfer)
    await at.page.goto(
      at.shop.page('/', html('<pay-pane endpoint="/pay" order="1042" locale="uk-UA"></pay-pane>')),
    )
    await heading('Перекажіть рівно цю суму')
    expect(at.complaints).toEqual([])
  })

  test('asks for the QR encoder only when a code comes as text', async () => {
    const asked: string[] = []
    at.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    at.shop.say(instructions({ qr: png ?? '' }))
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.getByText('QR code').click()
    await at.page.locator('.keep').waitFor()
    expect(asked).not.toContain('/paypane-qr.js')
    at.shop.say(instructions({ qr: 'https://pay.example/q' }))
    await at.page.waitForRequest(/paypane-qr/)
  })
})

test('an amount in English is written as this browser would write it, in every currency that it knows', async () => {
  const byBrowser = await at.page.evaluate(() =>
    Intl.supportedValuesOf('currency').map((currency): [string, string] => [
      currency,
      new Intl.NumberFormat('en', {
        style: 'currency',
        currency,
        minimumFractionDigits: 2,
      }).format('1234567.50'),
    ]),
  )
  expect(byBrowser.length).toBeGreaterThan(100)
  const others = byBrowser.filter(([currency, text]) => {
    const written = englishMoney({ value: '1234567.50', currency }, 'en')
    return written !== null && written !== text.replace(/(\.50)0*$/, '$1')
  })
  expect(others).toEqual([])
})

describe('a code', () => {
  const pixels = () =>
    at.page.locator('canvas').evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return []
      const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
      return [...new Set(Array.from(data).filter((_, place) => place % 4 === 0))].sort((a, b) => a - b)
    })

  test.each([
    ['an image', () => png ?? ''],
    ['text', () => 'https://pay.example/q'],
  ])('from %s is painted black on white', async (_, qr) => {
    at.shop.say(instructions({ qr: qr() }))
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.getByText('QR code').click()
    await at.page.locator('.keep').waitFor()
    expect(await pixels()).toEqual([0, 255])
  })

  test('that is broken folds into words, and so does a drawing where images are forbidden', async () => {
    for (const qr of [
      'data:image/png;base64,AAAA',
      btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="pwned=1"/>'),
    ]) {
      at.shop.say(instructions({ qr }))
      await at.page.goto(at.shop.page('/', html(pane)))
      await at.page.getByText('QR code', { exact: true }).click()
      await at.page.getByText('The QR code cannot be shown.').waitFor()
    }
    expect(at.takeViolations()).toContain('img-src data')
  })

  test('is saved as a file', async () => {
    at.shop.say(instructions({ qr: png ?? '' }))
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.getByText('QR code').click()
    const [download] = await Promise.all([at.page.waitForEvent('download'), press('Save')])
    expect(download.suggestedFilename()).toBe('payment-qr.png')
  })
})

describe('leaving for the payment page', () => {
  test('the page hears of it first, and may keep the payer', async () => {
    at.shop.say(formView)
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.evaluate(() =>
      addEventListener('paypane:redirect', (event) => {
        event.preventDefault()
        if (event instanceof CustomEvent) document.title = event.detail.url
      }),
    )
    await at.page.getByRole('link', { name: 'Continue' }).click()
    expect(await at.page.title()).toBe('https://form.example/pay?t=1')
    await heading('Continue on the payment page')
  })

  test('from a frame it takes the whole window; coming back, the result is waited for', async () => {
    await at.context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    at.shop.say(formView)
    at.shop.page('/inside', html(pane))
    await at.page.goto(
      at.shop.page('/', '<!doctype html><iframe src="/inside" width="380" height="800"></iframe>'),
    )
    await at.page.frameLocator('iframe').getByRole('link', { name: 'Continue' }).click()
    await at.page.waitForURL('https://form.example/pay?t=1')
    await at.page.goBack()
    await at.page.frameLocator('iframe').getByRole('heading', { name: 'Waiting for the result' }).waitFor()
  })

  test('a page that keeps the payer is asked once', async () => {
    at.shop.say(formView)
    await at.page.addInitScript(() => {
      Reflect.set(window, 'asked', 0)
      addEventListener('paypane:redirect', (event) => {
        event.preventDefault()
        Reflect.set(window, 'asked', Reflect.get(window, 'asked') + 1)
      })
    })
    await at.page.goto(
      at.shop.page('/', html('<pay-pane endpoint="/pay" order="1042" redirect="auto"></pay-pane>')),
    )
    await heading('Continue on the payment page')
    at.shop.say({ ...formView, methods: ['form'] })
    at.shop.say({ ...formView, retry: true })
    at.shop.say(paid)
    await heading('Paid')
    expect(await at.page.evaluate(() => Reflect.get(window, 'asked'))).toBe(1)
  })

  test('the address is taken as it came, to the last sign', async () => {
    const url = 'https://form.example/pay;v=1/%2Fa?t=a%2Bb+c%20d&&x=[1]&sum=1.50#/step?2'
    const gone: string[] = []
    await at.context.route('https://form.example/**', async (route) => {
      await route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' })
    })
    at.page.on('framenavigated', (frame) => gone.push(frame.url()))
    at.shop.say({ ...formView, action: { type: 'redirect', url } })
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.getByRole('link', { name: 'Continue' }).click()
    await at.page.getByRole('heading', { name: 'Form' }).waitFor()
    expect(gone.at(-1)).toBe(url)
    await at.page.goto(
      at.shop.page('/auto', html('<pay-pane endpoint="/pay" order="1042" redirect="auto"></pay-pane>')),
    )
    at.shop.say({ ...formView, attempt: 2, action: { type: 'redirect', url } })
    await at.page.getByRole('heading', { name: 'Form' }).waitFor()
    expect(gone.at(-1)).toBe(url)
  })

  test('by itself from a frame it takes the whole window, too', async () => {
    await at.context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    at.shop.say(formView)
    at.shop.page('/inside', html('<pay-pane endpoint="/pay" order="1042" redirect="auto"></pay-pane>'))
    await at.page.goto(at.shop.page('/', '<!doctype html><iframe src="/inside"></iframe>'))
    await at.page.waitForURL('https://form.example/pay?t=1')
  })

  test('by itself out of a frame of another site, which browsers refuse, it stays a button that works', async () => {
    await at.context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    at.shop.say(formView)
    const inside = at.shop.page(
      '/inside',
      html('<pay-pane endpoint="/pay" order="1042" redirect="auto"></pay-pane>'),
    )
    const outside = at.shop.page('/', `<!doctype html><iframe src="${inside}" height="800"></iframe>`, '')
    await at.page.goto(outside.replace('127.0.0.1', 'localhost'))
    const refused = /^Unsafe attempt to initiate navigation/
    await expect.poll(() => at.complaints).toEqual([expect.stringMatching(refused)])
    const frame = at.page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Continue on the payment page' }).waitFor()
    await frame.getByRole('link', { name: 'Continue' }).click()
    await at.page.waitForURL('https://form.example/pay?t=1')
  })

  test('plain HTTP is followed on this machine only', async () => {
    const url = `${at.shop.page('/form', '<!doctype html><h1>Form</h1>')}?t=1`
    at.shop.say({ ...formView, action: { type: 'redirect', url } })
    await at.page.goto(at.shop.page('/', html(pane)))
    await at.page.getByRole('link', { name: 'Continue' }).click()
    await at.page.waitForURL(url)
    await at.context.route('http://shop.test/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: at.shop.url + pathname + search }) })
    })
    await at.page.goto('http://shop.test/')
    await heading('Payment is not available right now')
    expect(await at.page.locator('a').count()).toBe(0)
  })

  test('by itself only once for an attempt', async () => {
    await at.context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    at.shop.say(formView)
    const auto = at.shop.page('/', html('<pay-pane endpoint="/pay" order="1042" redirect="auto"></pay-pane>'))
    await at.page.goto(auto)
    await at.page.waitForURL('https://form.example/pay?t=1')
    await at.page.goto(auto)
    await heading('Waiting for the result')
    at.shop.say({ ...formView, attempt: 2 })
    await at.page.waitForURL('https://form.example/pay?t=1')
  })
})

describe('a page that holds the file to its hash', () => {
  const open = async (hash: string) => {
    const script = `<script src="/paypane.js" integrity="${hash}" crossorigin="anonymous"></script>`
    at.shop.say(transfer)
    await at.page.goto(
      at.shop.page('/', `<!doctype html><html lang="en"><body>${pane}${script}</body></html>`),
    )
  }

  test('runs what integrity.json names, and nothing else', async () => {
    const hashes: unknown = await (await at.page.request.get(`${at.shop.url}/integrity.json`)).json()
    const hash = String(Reflect.get(Object(hashes), 'paypane.js'))
    expect(hash).toMatch(/^sha384-/)
    await open(hash)
    await heading('Transfer exactly this amount')
    expect(at.complaints).toEqual([])
    await open(hash.replace(/-(.)/, (_, first) => (first === 'A' ? '-B' : '-A')))
    expect(await at.page.evaluate(() => customElements.get('pay-pane') === undefined)).toBe(true)
  })

  test('can keep to it: built again, where the environment is another, it is the same to the byte', async () => {
    const file = async () => await (await at.page.request.get(`${at.shop.url}/paypane.js`)).text()
    const before = await file()
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('TZ', 'Asia/Tokyo')
    vi.stubEnv('VITE_ENDPOINT', 'https://elsewhere.example')
    try {
      await buildScriptFiles()
    } finally {
      vi.unstubAllEnvs()
    }
    expect(await file()).toBe(before)
  })
})

describe('the element', () => {
  const asked = () => at.shop.requests.filter(({ method }) => method === 'POST').length

  test('takes properties that were set before it was defined', async () => {
    at.shop.say(transfer)
    await at.page.goto(
      at.shop.page('/', '<!doctype html><body></body>', "default-src 'self' 'unsafe-inline'"),
    )
    await at.page.evaluate(() => {
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
    expect(await at.page.locator('.pane').getAttribute('class')).toContain('dark')
  })

  test('moved in the page it goes on; removed it stops; put back it shows what it showed', async () => {
    at.shop.say(transfer)
    await at.page.goto(at.shop.page('/', html(`${pane}<main></main>`)))
    await heading('Transfer exactly this amount')
    await at.page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      if (element) document.querySelector('main')?.append(element)
    })
    await heading('Transfer exactly this amount')
    expect(asked()).toBe(1)
    const isEmpty = await at.page.evaluate(async () => {
      const element = document.querySelector('pay-pane')
      element?.remove()
      await Promise.resolve()
      const { length } = element?.shadowRoot?.textContent ?? ''
      if (element) document.body.append(element)
      return length === 0
    })
    expect(isEmpty).toBe(true)
    await heading('Transfer exactly this amount')
    expect(asked()).toBe(1)
  })

  test('two on one page, the script loaded twice, and another order in the first', async () => {
    at.shop.say(transfer)
    await at.page.goto(at.shop.page('/', html(`${pane}${pane}<script src="/paypane.js"></script>`)))
    await at.page.locator('.detail').nth(13).waitFor()
    expect(asked()).toBe(2)
    await at.page
      .locator('pay-pane')
      .first()
      .evaluate((element) => element.setAttribute('order', '1043'))
    await expect
      .poll(() => at.shop.requests.at(-1)?.body ?? at.shop.requests.filter(({ body }) => body).at(-1)?.body)
      .toEqual({ order: '1043' })
    expect(at.complaints).toEqual([])
  })

  test('beside another version of itself: the element stays the first one’s, and each follows its own', async () => {
    const script = await (await fetch(`${at.shop.url}/paypane.js`)).text()
    at.shop.script('/older.js', script.replace('Waiting for confirmation', 'Waiting, as it was said then'))
    at.shop.say({ ...transfer, action: null })
    const head = '<script src="/older.js"></script>'
    await at.page.goto(at.shop.page('/', html(`${pane}<main></main>`, { head })))
    await at.page.evaluate(() =>
      Reflect.get(window, 'Paypane').mount('main', { endpoint: '/pay', order: '1042' }),
    )
    await heading('Waiting, as it was said then')
    await heading('Waiting for confirmation')
    at.shop.say(paid)
    await expect.poll(() => at.page.getByRole('heading', { name: 'Paid' }).count()).toBe(2)
    expect(at.complaints).toEqual([])
  })

  test('tells each change once, across shadow borders, with the view', async () => {
    at.shop.say(transfer)
    await at.page.addInitScript(() => {
      Reflect.set(window, 'heard', [])
      for (const name of ['ready', 'change', 'success', 'fail', 'expire', 'error', 'copy']) {
        addEventListener(`paypane:${name}`, (event) => {
          if (event instanceof CustomEvent)
            Reflect.get(window, 'heard').push([name, event.detail.view?.status ?? event.detail.field])
        })
      }
    })
    await at.page.goto(at.shop.page('/', html(pane)))
    await press('Copy: Card number')
    at.shop.say(failed)
    await heading('We have not received this payment')
    at.shop.say(paid)
    await heading('Paid')
    expect(await at.page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
      ['ready', 'pending'],
      ['copy', 'card'],
      ['change', 'failed'],
      ['fail', 'failed'],
      ['change', 'succeeded'],
      ['success', 'succeeded'],
    ])
  })

  test('is walked by keyboard, and what the payer did takes the focus along', async () => {
    at.shop.say(transfer)
    await at.page.goto(at.shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    const focused = () =>
      at.page.evaluate(() => document.querySelector('pay-pane')?.shadowRoot?.activeElement?.textContent)
    for (let step = 0; step < 20 && (await focused()) !== 'I have paid'; step++)
      await at.page.keyboard.press('Tab')
    await at.page.keyboard.press('Enter')
    await heading('Checking for your transfer')
    expect(await focused()).toContain('Checking for your transfer')
    at.shop.say(paid)
    await heading('Paid')
    expect(
      await at.page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.localName,
      ),
    ).not.toBe('h2')
  })
})

test('what follows by itself is no lower than what was there; what the payer asks for is as low as it is', async () => {
  const height = () => at.page.locator('.pane').evaluate((shown) => shown.getBoundingClientRect().height)
  at.shop.say(transfer)
  await at.page.goto(at.shop.page('/', html(pane)))
  await heading('Transfer exactly this amount')
  const before = await height()
  await press('I have paid')
  await heading('Checking for your transfer')
  expect(await height()).toBeLessThan(before)
  await at.page.reload()
  await heading('Transfer exactly this amount')
  at.shop.say(paid)
  await heading('Paid')
  expect(await height()).toBeCloseTo(before, 0)
}, 30_000)

test('the reference of the order is copied as it came', async () => {
  const order = ' INV-2026/11 №42 '
  at.shop.say({ ...failed, order })
  await at.page.goto(at.shop.page('/', html(pane)))
  await press('Copy: Order reference')
  await at.page.getByRole('status').getByText('Copied: Order reference').waitFor({ state: 'attached' })
  expect(await at.page.evaluate(() => navigator.clipboard.readText())).toBe(order)
})

test('what was given up in the turn in which it began is not told', async () => {
  at.shop.say(transfer)
  await at.page.goto(at.shop.page('/', html('<main></main>')))
  const told = await at.page.evaluate(
    async (initialView) => {
      const { mount } = Reflect.get(window, 'Paypane')
      const ids: string[] = []
      const ready = new Promise<void>((resolve) =>
        addEventListener('paypane:ready', (event) => {
          if (event instanceof CustomEvent) ids.push(event.detail.view.id)
          if (ids.at(-1) !== 'co_before') resolve()
        }),
      )
      const pane = mount('main', { endpoint: '/pay', order: '1041', initialView })
      pane.update({ order: '1042', initialView: undefined })
      await ready
      return ids
    },
    { ...transfer, id: 'co_before' },
  )
  expect(told).toEqual([transfer.id])
})

test('five hundred mounts and unmounts leave nothing', async () => {
  at.shop.say(transfer)
  await at.page.goto(at.shop.page('/', html('<main></main>')))
  await at.page.evaluate(() => {
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
  const devtools = await at.context.newCDPSession(at.page)
  await devtools.send('Performance.enable')
  const measure = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  const round = (times: number) =>
    at.page.evaluate(async (count) => {
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
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { timers: Reflect.get(window, 'timers').size, left: place?.childNodes.length }
    }, times)
  await round(50)
  const before = await measure()
  expect(await round(500)).toEqual({ timers: 0, left: 0 })
  await expect.poll(() => at.shop.held).toBe(0)
  const after = await measure()
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(grown('Nodes')).toBeLessThan(30)
  expect(grown('JSEventListeners')).toBeLessThan(5)
  expect(grown('JSHeapUsedSize') / 500).toBeLessThan(600)
}, 60_000)
