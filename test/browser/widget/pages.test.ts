import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { states, transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView, TransferAction } from '../../../src/contract/view.ts'
import { launchChromium } from '../chromium.ts'
import { buildScriptFiles, html, openShop, pane, strictest } from './shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

let browser: Browser
let shop: Shop
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  await buildScriptFiles()
  browser = await launchChromium()
})
afterAll(() => browser.close())

beforeEach(async () => {
  shop = await openShop()
  context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 390, height: 844 },
  })
  page = await newPage()
})
afterEach(async () => {
  await context.close()
  await shop.close()
})

async function newPage() {
  const opened = await context.newPage()
  complaints = []
  opened.on('pageerror', (error) => complaints.push(String(error)))
  opened.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await opened.addInitScript(() => {
    Reflect.set(window, 'violations', [])
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, 'violations').push(`${violatedDirective} ${blockedURI}`)
    })
  })
  return opened
}

const heading = (words: string) => page.getByRole('heading', { name: words }).waitFor({ timeout: 8000 })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
const choosing: CheckoutView = { ...transfer, status: 'choosing', method: null, attempt: 0, action: null }
const paid: CheckoutView = {
  ...transfer,
  status: 'succeeded',
  final: true,
  pollAfter: null,
  action: null,
  paid: transfer.amount,
}
const instructions = (changed: Partial<TransferAction>): CheckoutView => {
  if (transfer.action?.type !== 'transfer') throw new Error('The fixed view is a transfer')
  return { ...transfer, action: { ...transfer.action, ...changed } }
}
const formView: CheckoutView = {
  ...transfer,
  method: 'form',
  action: { type: 'redirect', url: 'https://form.example/pay?t=1' },
}
const png = states
  .flatMap(({ answer }) =>
    typeof answer === 'object' && answer.action?.type === 'transfer' ? [answer.action.qr ?? ''] : [],
  )
  .find((qr) => qr.startsWith('iVBOR'))

describe('the strictest page', () => {
  test('goes the whole way, and no rule of the page is broken', async () => {
    shop.say(choosing)
    await page.goto(shop.page('/', html(pane)))
    await heading('How would you like to pay?')
    shop.say(transfer)
    await heading('Transfer exactly this amount')
    await page.getByText('QR code').click()
    await page.locator('.keep').waitFor()
    await press('I have paid')
    await heading('Checking for your transfer')
    shop.say(paid)
    await heading('Paid')
    expect(await page.evaluate(() => Reflect.get(window, 'violations'))).toEqual([])
    expect(complaints).toEqual([])
  })

  test('speaks Ukrainian from a file beside the script', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html('<pay-pane endpoint="/pay" order="1042" locale="uk-UA"></pay-pane>')))
    await heading('Перекажіть рівно цю суму')
    expect(complaints).toEqual([])
  })

  test('asks for the QR encoder only when a code comes as text', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    shop.say(instructions({ qr: png ?? '' }))
    await page.goto(shop.page('/', html(pane)))
    await page.getByText('QR code').click()
    await page.locator('.keep').waitFor()
    expect(asked).not.toContain('/paypane-qr.js')
    shop.say(instructions({ qr: 'https://pay.example/q' }))
    await page.waitForRequest(/paypane-qr/)
  })
})

describe('a code', () => {
  const pixels = () =>
    page.locator('canvas').evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return []
      const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
      return [...new Set(Array.from(data).filter((_, place) => place % 4 === 0))].sort((a, b) => a - b)
    })

  test.each([
    ['an image', () => png ?? ''],
    ['text', () => 'https://pay.example/q'],
  ])('from %s is painted black on white', async (_, qr) => {
    shop.say(instructions({ qr: qr() }))
    await page.goto(shop.page('/', html(pane)))
    await page.getByText('QR code').click()
    await page.locator('.keep').waitFor()
    expect(await pixels()).toEqual([0, 255])
  })

  test('that is broken folds into words, and so does a drawing where images are forbidden', async () => {
    for (const qr of [
      'data:image/png;base64,AAAA',
      btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="pwned=1"/>'),
    ]) {
      shop.say(instructions({ qr }))
      await page.goto(shop.page('/', html(pane)))
      await page.getByText('QR code', { exact: true }).click()
      await page.getByText('The QR code cannot be shown.').waitFor()
    }
  })

  test('is saved as a file', async () => {
    shop.say(instructions({ qr: png ?? '' }))
    await page.goto(shop.page('/', html(pane)))
    await page.getByText('QR code').click()
    const [download] = await Promise.all([page.waitForEvent('download'), press('Save')])
    expect(download.suggestedFilename()).toBe('payment-qr.png')
  })
})

describe('copying', () => {
  const fields = [
    ['Amount', '1250.00'],
    ['Card number', '4441114455556666'],
    ['Phone number', '+380671234567'],
    ['IBAN', 'UA213223130000026007233566001'],
    ['Account number', '0026007233566001'],
    ['Recipient', 'Олена Коваленко'],
    ['Bank', 'monobank'],
    ['Payment system', 'P2P'],
  ] as const

  const withoutClipboard = () => {
    const real = navigator.clipboard
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    Reflect.set(window, 'readClipboard', () => real.readText())
  }

  test('gives every field as it came, and says so for a while', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html(pane)))
    for (const [label, value] of fields) {
      await press(`Copy: ${label}`)
      await page.getByRole('status').getByText(`Copied: ${label}`).waitFor({ state: 'attached' })
      expect(await clipboard()).toBe(value)
    }
  })

  test.each([
    ['a plain page', pane],
    ['a modal dialog', `<dialog>${pane}</dialog>`],
  ])('works on %s without a clipboard of its own', async (_, body) => {
    shop.say(transfer)
    await page.addInitScript(withoutClipboard)
    await page.goto(shop.page('/', html(body)))
    await page.evaluate(() => document.querySelector('dialog')?.showModal())
    for (const [label, value] of fields) {
      await press(`Copy: ${label}`)
      await page.getByRole('status').getByText(`Copied: ${label}`).waitFor({ state: 'attached' })
      expect(await page.evaluate(() => Reflect.get(window, 'readClipboard')())).toBe(value)
    }
  })

  test('that is refused says so, and leaves the text selected', async () => {
    shop.say(transfer)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      Object.defineProperty(document, 'execCommand', { value: () => true })
    })
    await page.goto(shop.page('/', html(pane)))
    await press('Copy: Card number')
    await page.getByText('Could not copy').waitFor({ state: 'attached' })
    expect(await page.locator('.copied').count()).toBe(0)
    const selected = await page.evaluate(() => {
      const root: (ShadowRoot & { getSelection?: () => Selection | null }) | null | undefined =
        document.querySelector('pay-pane')?.shadowRoot
      return String(root?.getSelection?.())
    })
    expect(selected).toBe('4441114455556666')
  })

  test('works inside a frame', async () => {
    shop.say(transfer)
    shop.page('/inside', html(pane))
    await page.goto(
      shop.page(
        '/',
        '<!doctype html><iframe src="/inside" allow="clipboard-write" width="380" height="800"></iframe>',
      ),
    )
    await page.frameLocator('iframe').getByRole('button', { name: 'Copy: Card number' }).click()
    await page.frameLocator('iframe').getByText('Copied: Card number').waitFor({ state: 'attached' })
  })
})

describe('a hostile page', () => {
  const everything =
    '* { all: revert !important; letter-spacing: 9px !important; display: none !important; color: lime !important }'

  test.each([
    [
      'with rules for everything',
      { head: `<style>${everything} pay-pane { display: none; opacity: 0 }</style>` },
    ],
    ['in quirks mode', { doctype: '' }],
  ])('%s does not reach into the pane', async (_, options) => {
    shop.say(transfer)
    const policy = `${strictest}; style-src 'unsafe-inline'`
    await page.goto(shop.page('/', html(`<div>${pane}</div>`, options), policy))
    // The page's own boxes are its own business.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('html, body, div')) {
        element.style.setProperty('display', 'block', 'important')
      }
    })
    await heading('Transfer exactly this amount')
    const style = await page
      .locator('.number')
      .first()
      .evaluate((element) => {
        const { letterSpacing, color, fontSize } = getComputedStyle(element)
        return { letterSpacing, color, fontSize, isShown: element.getBoundingClientRect().height > 10 }
      })
    expect(style).toEqual({
      letterSpacing: 'normal',
      color: 'rgb(22, 26, 34)',
      fontSize: '16px',
      isShown: true,
    })
  })

  test('whose translator replaced every text still shows what is new', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    await page.evaluate(() => {
      const root = document.querySelector('pay-pane')?.shadowRoot
      const walker = document.createTreeWalker(root ?? document, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) {
        const font = document.createElement('font')
        font.textContent = 'übersetzt'
        text.parentNode?.replaceChild(font, text)
      }
    })
    shop.say(paid)
    await heading('Paid')
    expect(complaints).toEqual([])
  })
})

describe('hostile data', () => {
  const nasty: readonly string[] = [
    '<img src=x onerror="pwned=1"><script>pwned=1</script>',
    'javascript:pwned=1',
    '\u202e\u2066drow\u202e'.repeat(20),
    'W'.repeat(10_000),
    '\ud800\udfff\ud800'.repeat(5),
    ['$', '{1}`"--><!--'].join(''),
  ]

  test.each(nasty.map((text) => [text.slice(0, 12), text] as const))(
    '%j in every field runs nothing and holds its place',
    async (_, text) => {
      shop.say({
        ...transfer,
        order: text,
        amount: { value: '1250.00', currency: text },
        action: {
          type: 'transfer',
          card: text,
          recipient: text,
          bank: text,
          phone: text,
          iban: text,
          accountNumber: text,
          qr: text,
          scheme: text,
          formUrl: text,
        },
      })
      await page.goto(shop.page('/', html(pane)))
      await heading('Transfer exactly this amount')
      const found = await page.evaluate(() => {
        const root = document.querySelector('pay-pane')?.shadowRoot
        return {
          pwned: Reflect.get(window, 'pwned'),
          foreign: root?.querySelectorAll('script, img, a, iframe').length,
          tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }
      })
      expect(found).toEqual({ pwned: undefined, foreign: 0, tooWide: 0 })
      expect(complaints).toEqual([])
    },
  )

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://form.example/pay',
    '//form.example',
    'ftp://form.example',
  ])('%s is not followed', async (url) => {
    shop.say({ ...formView, action: { type: 'redirect', url } })
    await page.goto(shop.page('/', html(pane)))
    await heading('Payment is not available right now')
    expect(await page.locator('a').count()).toBe(0)
  })
})

describe('leaving for the payment page', () => {
  test('the page hears of it first, and may keep the payer', async () => {
    shop.say(formView)
    await page.goto(shop.page('/', html(pane)))
    await page.evaluate(() =>
      addEventListener('paypane:redirect', (event) => {
        event.preventDefault()
        if (event instanceof CustomEvent) document.title = event.detail.url
      }),
    )
    await page.getByRole('link', { name: 'Continue' }).click()
    expect(await page.title()).toBe('https://form.example/pay?t=1')
    await heading('Continue on the payment page')
  })

  test('from a frame it takes the whole window; coming back, the result is waited for', async () => {
    await context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    shop.say(formView)
    shop.page('/inside', html(pane))
    await page.goto(shop.page('/', '<!doctype html><iframe src="/inside" width="380" height="800"></iframe>'))
    await page.frameLocator('iframe').getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL('https://form.example/pay?t=1')
    await page.goBack()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Waiting for the result' }).waitFor()
  })

  test('a page that keeps the payer is asked once', async () => {
    shop.say(formView)
    await page.addInitScript(() => {
      Reflect.set(window, 'asked', 0)
      addEventListener('paypane:redirect', (event) => {
        event.preventDefault()
        Reflect.set(window, 'asked', Reflect.get(window, 'asked') + 1)
      })
    })
    await page.goto(
      shop.page('/', html('<pay-pane endpoint="/pay" order="1042" redirect="auto"></pay-pane>')),
    )
    await heading('Continue on the payment page')
    shop.say({ ...formView, methods: ['form'] })
    shop.say({ ...formView, retry: true })
    shop.say(paid)
    await heading('Paid')
    expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBe(1)
  })

  test('by itself only once for an attempt', async () => {
    await context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    shop.say(formView)
    const auto = shop.page('/', html('<pay-pane endpoint="/pay" order="1042" redirect="auto"></pay-pane>'))
    await page.goto(auto)
    await page.waitForURL('https://form.example/pay?t=1')
    await page.goto(auto)
    await heading('Waiting for the result')
    shop.say({ ...formView, attempt: 2 })
    await page.waitForURL('https://form.example/pay?t=1')
  })
})

const statuses = [
  'choosing',
  'preparing',
  'transfer',
  'redirect',
  'pending',
  'succeeded',
  'failed-transfer',
  'expired',
]
const reloaded = states.flatMap(({ name, answer }) =>
  statuses.includes(name) && typeof answer === 'object' ? [[name, answer] as const] : [],
)

describe('bad networks', () => {
  test('offline and back: the instructions stay, and the payment is seen at once', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    await context.setOffline(true)
    const lost = page.getByText('Connection lost. Still checking…').first()
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        return lost.isVisible()
      })
      .toBe(true)
    await heading('Transfer exactly this amount')
    shop.say(paid)
    await context.setOffline(false)
    await heading('Paid')
  })

  test('a page kept by the browser holds nothing open, and asks as soon as it is shown again', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    await expect.poll(() => shop.held).toBe(1)
    const turn = (type: string) =>
      page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
    await turn('pagehide')
    await expect.poll(() => shop.held).toBe(0)
    shop.say(paid)
    await turn('pageshow')
    await heading('Paid')
  })

  test('a page of HTML in the middle is no failure', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    shop.fail({ status: 200, text: '<!doctype html><h1>Sign in</h1>' })
    await page.getByText('Connection lost. Still checking…').first().waitFor()
    shop.say(paid)
    await heading('Paid')
  })

  test.each(reloaded)('a reload while %s comes back to the same screen', async (_, answer) => {
    if (typeof answer !== 'object') return
    shop.say(answer)
    await page.goto(shop.page('/', html(pane)))
    await page.locator('.amount').filter({ hasText: /\d/ }).waitFor()
    const before = await page.locator('h2').textContent()
    await page.reload()
    await page.locator('.amount').filter({ hasText: /\d/ }).waitFor()
    expect(await page.locator('h2').textContent()).toBe(before)
  })
})

describe('the element', () => {
  const asked = () => shop.requests.filter(({ method }) => method === 'POST').length

  test('takes properties that were set before it was defined', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', '<!doctype html><body></body>', "default-src 'self' 'unsafe-inline'"))
    await page.evaluate(() => {
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
    expect(await page.locator('.pane').getAttribute('class')).toContain('dark')
  })

  test('moved in the page it goes on; removed it stops; put back it shows what it showed', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html(`${pane}<main></main>`)))
    await heading('Transfer exactly this amount')
    await page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      if (element) document.querySelector('main')?.append(element)
    })
    await heading('Transfer exactly this amount')
    expect(asked()).toBe(1)
    const isEmpty = await page.evaluate(async () => {
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
    shop.say(transfer)
    await page.goto(shop.page('/', html(`${pane}${pane}<script src="/paypane.js"></script>`)))
    await page.locator('.detail').nth(13).waitFor()
    expect(asked()).toBe(2)
    await page
      .locator('pay-pane')
      .first()
      .evaluate((element) => element.setAttribute('order', '1043'))
    await expect
      .poll(() => shop.requests.at(-1)?.body ?? shop.requests.filter(({ body }) => body).at(-1)?.body)
      .toEqual({ order: '1043' })
    expect(complaints).toEqual([])
  })

  test('tells each change once, across shadow borders, with the view', async () => {
    shop.say(transfer)
    await page.addInitScript(() => {
      Reflect.set(window, 'heard', [])
      for (const name of ['ready', 'change', 'success', 'fail', 'expire', 'error', 'copy']) {
        addEventListener(`paypane:${name}`, (event) => {
          if (event instanceof CustomEvent)
            Reflect.get(window, 'heard').push([name, event.detail.view?.status ?? event.detail.field])
        })
      }
    })
    await page.goto(shop.page('/', html(pane)))
    await press('Copy: Card number')
    shop.say({ ...transfer, status: 'failed', action: null, retry: true })
    await heading('We have not received this payment')
    shop.say(paid)
    await heading('Paid')
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
      ['ready', 'pending'],
      ['copy', 'card'],
      ['change', 'failed'],
      ['fail', 'failed'],
      ['change', 'succeeded'],
      ['success', 'succeeded'],
    ])
  })

  test('is walked by keyboard, and what the payer did takes the focus along', async () => {
    shop.say(transfer)
    await page.goto(shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    const focused = () =>
      page.evaluate(() => document.querySelector('pay-pane')?.shadowRoot?.activeElement?.textContent)
    for (let step = 0; step < 20 && (await focused()) !== 'I have paid'; step++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading('Checking for your transfer')
    expect(await focused()).toContain('Checking for your transfer')
    shop.say(paid)
    await heading('Paid')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.localName,
      ),
    ).not.toBe('h2')
  })
})

test('what follows by itself is no lower than what was there; what the payer asks for is as low as it is', async () => {
  const height = () => page.locator('.pane').evaluate((shown) => shown.getBoundingClientRect().height)
  shop.say(transfer)
  await page.goto(shop.page('/', html(pane)))
  await heading('Transfer exactly this amount')
  const before = await height()
  await press('I have paid')
  await heading('Checking for your transfer')
  expect(await height()).toBeLessThan(before)
  await page.reload()
  await heading('Transfer exactly this amount')
  shop.say(paid)
  await heading('Paid')
  expect(await height()).toBeCloseTo(before, 0)
}, 30_000)

test('five hundred mounts and unmounts leave nothing', async () => {
  shop.say(transfer)
  await page.goto(shop.page('/', html('<main></main>')))
  await page.evaluate(() => {
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
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const measure = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  const round = (times: number) =>
    page.evaluate(async (count) => {
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
  const after = await measure()
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(grown('Nodes')).toBeLessThan(30)
  expect(grown('JSEventListeners')).toBeLessThan(5)
  expect(grown('JSHeapUsedSize') / 500).toBeLessThan(600)
}, 60_000)
