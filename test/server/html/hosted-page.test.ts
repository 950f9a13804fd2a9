import { expect, expectTypeOf, test } from 'vitest'
import { action, failed, form, paid, transfer } from '../../../demo/gallery/views.ts'
import { type CheckoutView, ClaimList } from '../../../src/contract/index.ts'
import { type HostedPagesOptions, hostedPages, widgetStyleHash } from '../../../src/server/html/index.ts'
import { receiptHtml } from '../../../src/server/html/receipt.ts'
import { memoryStore, type OrderTerms, type PaypaneOptions } from '../../../src/server/index.ts'
import type { PageContent } from '../../../src/server/pages.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'
import { waitFor } from '../../support/wait-for.ts'
import { withAnotherLetter } from '../../support/with-another-letter.ts'
import { createTokenShop, saveCard, type TokenShop } from '../checkout/shop.ts'
import { expectDocumented } from '../expect-documented.ts'
import { operator, viewOf } from '../harness.ts'

const createShop = (options: Partial<PaypaneOptions> = {}, terms?: OrderTerms, store?: Store) =>
  createTokenShop({ pages: hostedPages({ name: 'Shop & Co', accent: '#0a7d4b' }), ...options }, terms, store)

const shopUrl = 'http://127.0.0.1:8787'

/** A browser without a script: it fetches pages and submits their forms. */
function createBrowser(shop: TokenShop) {
  let [path, html] = ['', '']
  async function open(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await shop.paypane.fetch(new Request(new URL(address, shopUrl + path), init))
    if (response.status === 303) return open(response.headers.get('location') ?? '')
    ;[path, html] = [address, await response.clone().text()]
    return response
  }
  return {
    open,
    get html() {
      return html
    },
    get path() {
      return path
    },
    /** The value of each visible input, by the key of the field. */
    get typed() {
      return Object.fromEntries(
        [...html.matchAll(/<input [^>]*name="fields\[(\w+)\]" value(?:="([^"]*)")?/g)].map(
          ([, key = '', value = '']) => [key, value],
        ),
      )
    },
    /** The error that each invalid input is described by, by the key of the field. */
    get errors() {
      return Object.fromEntries(
        [
          ...html.matchAll(
            /name="fields\[(\w+)\]"[^>]*aria-invalid="true" aria-describedby="(?:\S+ )?(\S+-error)"/g,
          ),
        ].map(([, key = '', id]) => [key, new RegExp(`id="${id}"><span>([^<]*)`).exec(html)?.[1]]),
      )
    },
    /** Presses the submit button with this text, in a form that was filled in. */
    submit(
      text: string,
      headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
      values: Record<string, string> = {},
      receipts: readonly File[] = [],
    ) {
      const form = [
        ...html.matchAll(/<form(?=[^>]* method="post")[^>]* action="([^"]+)"[^>]*>(.*?)<\/form>/gs),
      ].find(([all]) => all.includes(text))
      const button = new RegExp(`<button type="submit"([^>]*)>(?:(?!</button>).)*${text}`).exec(
        form?.[2] ?? '',
      )
      const inputs = [
        ...(form?.[2] ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"\/?>/g),
        ...Object.entries(values).map(([key, value]) => ['', `fields[${key}]`, value]),
      ]
      const own = / name="([^"]+)"(?: value="([^"]+)")?/.exec(button?.[1] ?? '')
      if (!form || !button) throw new Error(`The page has no button ${text}`)
      const body = form[0].includes(' enctype="multipart/form-data"') ? new FormData() : new URLSearchParams()
      for (const [, name = '', value = ''] of [...inputs, ...(own ? [own] : [])]) body.append(name, value)
      if (body instanceof FormData) for (const file of receipts) body.append('receipt', file)
      return open(form[1] ?? '', { method: 'POST', body, headers })
    },
  }
}

/** A payer's browser on the page of order 1042. */
async function openPage(options: Partial<PaypaneOptions> = {}) {
  const shop = createShop(options)
  const browser = createBrowser(shop)
  await browser.open(`/o/${await shop.token('1042')}`)
  return { shop, browser }
}

test('an order is paid without a script: choose, see the details, paid', async () => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const token = await shop.token('1042')
  expect((await browser.open(`/o/${token}`)).status).toBe(200)
  expect(browser.html).toContain('How would you like to pay?')
  await browser.open(`/o/${token}`)
  expect(shop.sandbox.orders()).toHaveLength(0)

  await browser.submit('Transfer')
  expect(browser.path).toBe(`/pay/o/${token}`)
  expect(browser.html).toContain('Send exactly this amount')
  expect(browser.html).toContain('<noscript><meta http-equiv="refresh"')
  expect(shop.sandbox.orders()).toHaveLength(1)

  await shop.payNewest()
  await browser.open(`/return/success?order=${token}`)
  expect(browser.html).toContain('Receipt')
  expect(browser.html).not.toContain('http-equiv="refresh"')
})

test('without a script the end of the time to pay has its day, unless it is near', async () => {
  for (const [seconds, text] of [
    [1800, 'Time to pay ends: 12:30 AM UTC'],
    [2 * 86_400, 'Time to pay ends: January 3 at 12:00 AM UTC'],
  ] as const) {
    const shop = createShop({ checkoutTtlSeconds: seconds })
    const browser = createBrowser(shop)
    await browser.open(`/o/${await shop.token('1042')}`)
    await browser.submit('Transfer')
    expect(browser.html.replaceAll('\u202f', ' ')).toContain(text)
  }
})

test.each([
  ['details', 1],
  ['form', 0],
] as const)(
  'present: %s shows %i images of a QR code to a browser without a script',
  async (present, count) => {
    const shop = createShop({ pages: hostedPages({ name: 'Shop', present }) })
    const browser = createBrowser(shop)
    await browser.open(`/o/${await shop.token('1042')}`)
    await browser.submit('Transfer')
    expect(browser.html.match(/<figure>/g) ?? []).toHaveLength(count)
  },
)

const fieldTerms: OrderTerms = {
  amount: '1250.00',
  currency: 'UAH',
  fields: {
    transfer: [
      { key: 'email', kind: 'email' },
      { key: 'phone', kind: 'tel', label: { en: 'Your phone', uk: 'Ваш телефон' } },
      { key: 'nickname', kind: 'text', required: false },
    ],
  },
}
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

test('payer fields are filled in without a script: errors beside the field, what was typed is kept', async () => {
  const shop = createShop({}, fieldTerms)
  const browser = createBrowser(shop)
  const token = await shop.token('1042')
  await browser.open(`/o/${token}`)
  await browser.submit('Transfer')
  expect(browser.path).toBe(`/pay/o/${token}?method=transfer`)
  expect(browser.html).toContain('Your details')
  expect(browser.html).toContain('Your phone')
  expect(browser.typed).toEqual({ email: '', phone: '', nickname: '' })
  expect(browser.errors).toEqual({})

  const typed = { email: 'olena@', phone: '+380 (67) 123-45-67', nickname: '"Olena" & co' }
  const refused = await browser.submit('Continue', sameOrigin, typed)
  expect(refused.status).toBe(422)
  expect(browser.errors).toEqual({ email: 'Please enter an e-mail address.' })
  expect(browser.typed).toEqual({ ...typed, nickname: '&quot;Olena&quot; &amp; co' })
  expect((await browser.submit('Continue', sameOrigin, { email: '' })).status).toBe(422)
  expect(browser.errors).toEqual({
    email: 'Please fill in this field.',
    phone: 'Please fill in this field.',
  })
  expect(shop.sandbox.orders()).toHaveLength(0)

  await browser.submit('Back')
  expect(browser.html).toContain('How would you like to pay?')
  await browser.submit('Transfer')
  await browser.submit('Continue', sameOrigin, { ...typed, email: 'olena@shop.example' })
  expect(browser.path).toBe(`/pay/o/${token}`)
  expect(browser.html).toContain('Send exactly this amount')
  expect(shop.sandbox.orders()).toHaveLength(1)
})

test('a single method shows its form at once, in the language of the page', async () => {
  const shop = createShop({}, { ...fieldTerms, methods: ['transfer'] })
  const browser = createBrowser(shop)
  await browser.open(`/o/${await shop.token('1042')}`, { headers: { 'accept-language': 'uk' } })
  expect(browser.html).toContain('Ваш телефон')
  expect(browser.html).not.toContain('name="back"')
})

test('a form of optional fields is shown before an attempt starts', async () => {
  const shop = createShop(
    {},
    { ...fieldTerms, fields: { form: [{ key: 'nickname', kind: 'text', required: false }] } },
  )
  const browser = createBrowser(shop)
  await browser.open(`/o/${await shop.token('1042')}`)
  await browser.submit('Card')
  expect(shop.sandbox.orders()).toHaveLength(0)
  await browser.submit('Continue', sameOrigin, { nickname: '' })
  expect(shop.sandbox.orders()).toHaveLength(1)
})

test('two browsers on one link show the same checkout, and both see it paid', async () => {
  const shop = createShop()
  const [phone, laptop] = [createBrowser(shop), createBrowser(shop)]
  const address = `/o/${await shop.token('1042')}`
  await phone.open(address)
  await laptop.open(address)
  await phone.submit('Transfer')
  // The other browser's form is out of date: it starts nothing, and shows what the first one started.
  await laptop.submit('Card')
  expect(laptop.html).toContain('Send exactly this amount')
  expect(shop.sandbox.orders()).toHaveLength(1)

  const polls = [phone, laptop].map(({ html }) => {
    const secret = /checkout="(co_[^"]+_secret_[^"]+)"/.exec(html)?.[1] ?? ''
    const [id = ''] = secret.split('_secret_')
    return { id, secret }
  })
  expect(polls[0]?.id).toBe(polls[1]?.id)
  // Before the payment: the poll of a page that shows it already has nothing to wait for.
  const etags = await Promise.all(
    polls.map(async ({ id, secret }) => (await shop.read(id, secret)).headers.get('etag') ?? ''),
  )
  const waiting = polls.map(async ({ id, secret }, index) => {
    const headers = { 'checkout-secret': secret, 'if-none-match': etags[index] ?? '' }
    return (await viewOf(await shop.get(`/checkouts/${id}?wait=25`, headers))).status
  })
  await shop.payNewest()
  expect(await Promise.all(waiting)).toEqual(['succeeded', 'succeeded'])
})

test('the page of a paid checkout is a receipt', async () => {
  const { shop, browser } = await openPage()
  await browser.submit('Transfer')
  expect(browser.html).not.toContain('class="receipt"')
  await shop.payNewest()
  await browser.open(browser.path)
  expect(browser.html).toContain('>Paid · Order 1042 · Shop &amp; Co</title>')
  const receipt = /<section class="receipt .*<\/section>/s.exec(browser.html)?.[0] ?? ''
  const rows = [...receipt.matchAll(/<dt>([^<]*)<\/dt><dd><bdi>([^<]*)/g)].map(([, label, value]) => [
    label,
    value?.replaceAll('\u00a0', ' '),
  ])
  expect(rows).toEqual([
    ['Order reference', '1042'],
    ['Received', 'UAH 1,250.00'],
    ['Date', expect.stringMatching(/^\w+ \d+, 20\d\d at .* UTC$/)],
    ['Payment method', 'Transfer'],
    ['Payment reference', shop.sandbox.orders()[0]?.externalId],
  ])
  expect(receipt).toContain('<h2 id="receipt">Receipt</h2>')
  expect(receipt.replaceAll('\u00a0', ' ')).toContain('<b>UAH 1,250.00</b> Paid')
  expect(browser.html).toContain('<h1><bdi>Shop &amp; Co</bdi></h1>')
})

test('after a failure the payer chooses again, and an old form starts nothing twice', async () => {
  const { shop, browser } = await openPage()
  const first = browser.submit('Card')
  const again = browser.submit('Card')
  await Promise.all([first, again])
  expect(shop.sandbox.orders()).toHaveLength(1)
  await shop.failNewest()
  await browser.open(browser.path)
  await browser.submit('Try again')
  expect(browser.html).toContain('How would you like to pay?')
  await browser.submit('Transfer')
  expect(browser.html).toContain('Send exactly this amount')
  expect(shop.sandbox.orders()).toHaveLength(2)
})

test('without a script the payer reports the money as sent, and takes it back', async () => {
  const { browser } = await openPage()
  await browser.submit('Transfer')
  await browser.submit('I’ve sent the money')
  expect(browser.html).toContain('Checking for your transfer')
  expect(browser.html).not.toContain('Pay another way')
  await browser.submit('I haven’t sent it yet')
  expect(browser.html).toContain('Send exactly this amount')
})

test('a form that reports the money, and says no more, reports it as sent', async () => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const page = `/o/${await shop.token('1042')}`
  await browser.open(page)
  await browser.submit('Transfer')
  await browser.open(page, { method: 'POST', body: new URLSearchParams({ act: 'sent', after: '1' }) })
  expect(browser.html).toContain('Checking for your transfer')
})

test('without a script the end of the time to pay is not shown to a payer who has sent the money', async () => {
  const { browser } = await openPage()
  await browser.submit('Transfer')
  expect(browser.html).toContain('Time to pay ends:')
  await browser.submit('I’ve sent the money')
  expect(browser.html).toContain('Checking for your transfer')
  expect(browser.html).not.toContain('Time to pay ends:')
})

const reload = 'http-equiv="refresh"'

/** The page while the view is this one. */
async function pageOf(view: CheckoutView, progress: PageContent['progress']): Promise<string> {
  const site = { base: '/pay', publicUrl: undefined }
  const page = await hostedPages({ name: 'Shop' }).page(new Request(shopUrl), site)
  const content = { view, problem: null, receipt: null, formAction: '/pay/o/1', noReloadUrl: '?noreload' }
  return await page.rest({ ...content, progress })
}

test.each([
  ['a transfer', transfer],
  ['a card', form],
])(
  'a payer who returns from the payment page of %s waits for the result, and can go back there',
  async (_, view) => {
    const html = await pageOf(view, { returned: true })
    expect(html).toContain('Waiting for the result')
    expect(html).toMatch(/<a [^>]*href="https:\/\/form[^>]*>Continue on the payment page<\/a>/)
    expect(html).not.toContain('Send exactly this amount')
    expect(html).toContain('<meta http-equiv="refresh" content="10">')
    // The address of the order would show them as one who has not paid.
    expect(html).toContain('<a href="">Check again</a>')
  },
)

test.each<[string, CheckoutView, number | null]>([
  ['until the time to pay is over', transfer, 29 * 60 + 41],
  ['until more time is offered', { ...transfer, canExtend: true }, 24 * 60 + 41],
  [
    'until it is over, once more time is offered',
    { ...transfer, canExtend: true, expiresAt: '2026-11-20T12:04:30.000Z' },
    4 * 60 + 30,
  ],
  ['on the way to a payment page', form, 29 * 60 + 41],
  ['without an end', { ...transfer, expiresAt: null }, null],
])(
  'without a script a payer who has something to do is not interrupted, and can look again: %s',
  async (_, view, seconds) => {
    const html = await pageOf(view, {})
    expect(/<noscript><meta http-equiv="refresh" content="(\d+)">/.exec(html)?.[1]).toBe(seconds?.toString())
    expect(html).toContain('<noscript><p class="notice"><a href="">Check again</a></p></noscript>')
    expect(html).not.toContain('Stop automatic reloading')
  },
)

test.each<[string, CheckoutView]>([
  ['may start another attempt', { ...failed, retry: true }],
  ['may claim', { ...failed, retry: false, canClaim: true }],
])('without a script nor is a payer interrupted who %s', async (_, view) => {
  const html = await pageOf(view, {})
  expect(html).toContain('<form')
  expect(html).not.toContain('http-equiv="refresh"')
  expect(html).toContain('>Check again</a>')
})

test('without a script the page of a payer who has sent the money is loaded again', async () => {
  const html = await pageOf({ ...transfer, reportedSentAt: transfer.now }, {})
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>')
  // A browser may be set not to load pages again by themselves.
  expect(html).toContain('>Check again</a>')
})

test.each([
  ['of an order', (token: string) => `/o/${token}`, '?noreload'],
  ['of a return', (token: string) => `/return/success?order=${token}`, '?order=1042&amp;noreload'],
])(
  'without a script a payer can stop a page %s that loads itself again, and still look again',
  async (_, path, address) => {
    const shop = createShop()
    const browser = createBrowser(shop)
    const token = await shop.token('1042')
    await browser.open(`/o/${token}`)
    await browser.submit('Transfer')
    await browser.submit('I’ve sent the money')
    await browser.open(path(token))
    const link = `<noscript><p class="notice"><a href="${address.replace('1042', token)}">Stop automatic reloading</a></p></noscript>`
    // Before the widget: with a screen reader it is reached in time.
    const [before, after] = browser.html.split('<pay-pane')
    expect(before).toContain(link)
    expect(before).toContain(reload)
    expect(after).toContain('>Check again</a>')
    await browser.open(`${path(token)}${path(token).includes('?') ? '&' : '?'}noreload`)
    expect(browser.html).not.toContain(reload)
    expect(browser.html).not.toContain('Stop automatic reloading')
    expect(browser.html).toContain('<a href="">Check again</a>')
  },
)

test('a payer who returns has no payment page to go back to if there is none', async () => {
  const html = await pageOf({ ...transfer, action: { ...action, formUrl: null } }, { returned: true })
  expect(html).toContain('Send exactly this amount')
})

test('the address of a return says that the payer has returned', async () => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const token = await shop.token('1042')
  await browser.open(`/o/${token}`)
  await browser.submit('Card')
  expect(browser.html).not.toContain('"redirectedFor"')
  await browser.open(`/return/processing?order=${token}`)
  expect(browser.html).toContain('"redirectedFor":1')
})

test('a payer who returns after reporting the money as sent still reads that it is being checked', async () => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const token = await shop.token('1042')
  await browser.open(`/o/${token}`)
  await browser.submit('Transfer')
  await browser.submit('I’ve sent the money')
  await browser.open(`/return/processing?order=${token}`)
  expect(browser.html).toContain('Checking for your transfer')
})

test('without a script an old page reports the attempt that it shows, not a later one', async () => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const token = await shop.token('1042')
  await browser.open(`/o/${token}`)
  await browser.submit('Transfer')
  const other = createBrowser(shop)
  await other.open(`/o/${token}`)
  await other.submit('I haven’t sent money: choose another way')
  await other.submit('Card')
  expect(shop.sandbox.orders()).toHaveLength(2)
  await browser.submit('I’ve sent the money')
  const entry = await shop.store.entryByRef('checkout', '1042')
  expect(entry?.attempts.map(({ reportedSentAt }) => reportedSentAt !== null)).toEqual([true, false])
})

/** A browser on the page of a failed transfer that the payer has reported as sent. */
async function openClaim() {
  const { shop, browser } = await openPage()
  await browser.submit('Transfer')
  await shop.failNewest()
  await browser.open(browser.path)
  await browser.submit('I’ve sent the money')
  const claims = async () => {
    const response = await shop.get('/admin/claims', operator)
    return ClaimList.parse(await response.json()).claims.map(({ claim }) => claim)
  }
  return { shop, browser, claims }
}
const receipt = (content = '%PDF-1.7') => new File([content], 'receipt.pdf', { type: 'application/pdf' })
test('without a script a claim is filled in undisturbed, and one that is refused gives back what was typed', async () => {
  const { browser, claims } = await openClaim()
  expect(browser.html).not.toContain(reload)
  expect(browser.html).toContain('>Check again</a>')
  expect(browser.typed).toEqual({ amount: '1250.00', sentAt: '', bank: '', lastDigits: '', note: '' })
  expect(browser.errors).toEqual({})

  const typed = { amount: 'about 1250', sentAt: '2026-11-20T12:00', bank: 'My & Bank', lastDigits: '42' }
  const note = 'n'.repeat(1000)
  const refused = await browser.submit('Send details', sameOrigin, { ...typed, note }, [receipt()])
  expect(refused.status).toBe(422)
  expect(browser.typed).toEqual({ ...typed, bank: 'My &amp; Bank', note })
  const wrong = 'This doesn’t look right. Please check it.'
  expect(browser.errors).toEqual({ amount: wrong, lastDigits: wrong })
  expect(browser.html).toContain('<p class="notice" role="alert">That didn’t work.')
  expect(browser.html).toContain('Not uploaded. Choose the file again.')
  expect(browser.html).not.toContain(reload)
  expect(await claims()).toMatchObject([{ content: null, receipts: [] }])

  await browser.submit(
    'Send details',
    sameOrigin,
    { ...typed, note, amount: '1 250,00', lastDigits: '٤٢ ٤٢' },
    [receipt()],
  )
  expect(browser.html).not.toContain('Send details')
  expect(browser.html).toContain(reload)
  const content = { amount: '1250.00', bank: 'My & Bank', lastDigits: '4242' }
  const [claim] = await claims()
  expect(claim).toMatchObject({ content, receipts: [{ type: 'application/pdf' }] })
  expect(claim?.content?.note).toBe(`${note}\nSent at (the payer's clock): 20 Nov 2026 12:00`)
})

test.each([
  ['a web page', [receipt('<script>')], 'This file can’t be used.'],
  ['more than 5 MB', [receipt(`%PDF-${'x'.repeat(5 * 1024 * 1024)}`)], 'This file can’t be used.'],
  [
    'four files',
    ['1', '2', '3', '4'].map((n) => receipt(`%PDF-${n}`)),
    'Not uploaded. Choose the file again.',
  ],
])('without a script a claim is refused beside its files for %s', async (_what, receipts, text) => {
  const { browser, claims } = await openClaim()
  const refused = await browser.submit('Send details', sameOrigin, { bank: 'My Bank' }, receipts)
  expect(refused.status).toBe(422)
  expect(browser.typed).toMatchObject({ bank: 'My Bank' })
  expect(browser.errors).toEqual({})
  const [, error] =
    /name="receipt"[^>]* aria-invalid="true" aria-describedby="\S+ (\S+)"/.exec(browser.html) ?? []
  expect(browser.html).toContain(`id="${error}">${text}`)
  expect(await claims()).toMatchObject([{ content: null, receipts: [] }])
})

test('without a script the form of a late transfer stays open with its errors', async () => {
  const { browser } = await openPage({ claimAfterMinutes: 0 })
  await browser.submit('Transfer')
  expect(browser.html).toContain(reload)
  await browser.submit('I’ve sent the money')
  expect(browser.html).toContain('<details><summary>Add details or a receipt')
  expect(browser.html).not.toContain(reload)
  await browser.submit('Send details', sameOrigin, { lastDigits: '42' })
  expect(browser.errors).toHaveProperty('lastDigits')
  expect(browser.html).toContain('<details open><summary>Add details or a receipt')
})

test('without a script the payer replaces an open payment', async () => {
  const { shop, browser } = await openPage()
  await browser.submit('Transfer')
  expect(browser.html).toContain('http-equiv="refresh"')
  await browser.submit('I haven’t sent money: choose another way')
  expect(browser.html).toContain('These details will stop being valid for this order.')
  expect(browser.html).not.toContain('http-equiv="refresh"')
  expect(shop.sandbox.orders()).toHaveLength(1)
  await browser.submit('Card')
  expect(browser.html).toContain('"method":"form"')
  expect(browser.html).not.toContain('Card number')
  expect(shop.sandbox.orders()).toHaveLength(2)
})

test('a form of another site, with another type or content is refused on the page', async () => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const address = `/o/${await shop.token('1042')}`
  await browser.open(address)
  expect((await browser.submit('Card', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const post = (body: string, type = 'application/x-www-form-urlencoded') =>
    browser.open(address, { method: 'POST', body, headers: { 'content-type': type } })
  expect((await post('act=start&method=form&after=0', 'text/plain')).status).toBe(415)
  expect((await post('act=start&method=cash&after=0')).status).toBe(400)
  expect((await post('act=start&method=form')).status).toBe(400)
  expect(browser.html).toContain('role="alert"')
  expect(shop.sandbox.orders()).toHaveLength(0)
})

test('nor is a claim of another site made', async () => {
  const { browser, claims } = await openClaim()
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  expect((await browser.submit('Send details', crossSite, { bank: 'My Bank' }, [receipt()])).status).toBe(403)
  expect(await claims()).toMatchObject([{ content: null, receipts: [] }])
})

test('a claim is not made for an attempt that another page has started since', async () => {
  const { shop, browser, claims } = await openClaim()
  const other = createBrowser(shop)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await other.open(browser.path, { method: 'POST', body: 'act=start&method=transfer&after=1', headers })
  await shop.failNewest()
  expect(shop.sandbox.orders()).toHaveLength(2)
  const refused = await browser.submit('Send details', sameOrigin, { bank: 'My Bank' }, [receipt()])
  expect(refused.status).toBe(400)
  expect(await claims()).toMatchObject([{ attempt: 1, content: null, receipts: [] }])
})

test('a token in an address proves no customer', async () => {
  const shop = createShop()
  await saveCard(shop, 'c-7')
  const browser = createBrowser(shop)
  await browser.open(`/o/${await shop.token('1044', { customer: 'c-7' })}`)
  expect(browser.html).not.toContain('******')
  const secret = /checkout="(co_[^"]+_secret_[^"]+)"/.exec(browser.html)?.[1] ?? ''
  const [id = ''] = secret.split('_secret_')
  const read = await shop.read(id, secret)
  expect(read.status).toBe(200)
  expect(await read.json()).not.toHaveProperty('savedCards')
})

test('forged, unknown and expired tokens show no order and start nothing', async () => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const token = await shop.token('1042')
  const expired = await shop.token('1042', { expiresAt: new Date(shop.clock.now() - 1000) })
  for (const [given, status, text] of [
    [withAnotherLetter(token, -2), 404, 'We can’t find this payment'],
    ['1042', 404, 'We can’t find this payment'],
    [await shop.token('9999'), 404, 'We can’t find this payment'],
    [expired, 403, 'This payment link has expired'],
  ] as const) {
    expect((await browser.open(`/o/${given}`)).status).toBe(status)
    expect(browser.html).toContain(text)
    expect(browser.html).not.toContain('<pay-pane')
  }
  const body = 'act=start&method=form&after=0'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await browser.open(`/o/${expired}`, { method: 'POST', body, headers })).status).toBe(403)
  expect(shop.sandbox.orders()).toHaveLength(0)
})

test('a page that cannot open its order leads back to the shop, with links in the payer’s language', async () => {
  const links = [{ text: { en: 'Help', uk: 'Довідка' }, url: '/help' }]
  const shop = createShop({ pages: hostedPages({ name: 'Shop', home: 'https://shop.example/', links }) })
  const open = async (language: string) => {
    const browser = createBrowser(shop)
    await browser.open('/o/forged', { headers: { 'accept-language': language } })
    return browser.html
  }
  expect(await open('en')).toContain('<a class="button" href="https://shop.example/">Back to Shop</a>')
  expect(await open('uk-UA')).toContain('<a href="/help">Довідка</a>')
  expect(await open('fr')).toContain('<a href="/help">Help</a>')
})

test.each([
  ['zh-TW,zh;q=0.9', 'en'],
  ['zh-TW,zh;q=0.9,uk;q=0.8', 'uk'],
  ['zh-CN,zh;q=0.9,zh-TW;q=0.8', 'zh-CN'],
  ['zh', 'zh'],
  ['pt_BR,pt', 'pt'],
])('a payer who accepts %s is addressed in %s', async (accepted, language) => {
  const shop = createShop()
  const browser = createBrowser(shop)
  const headers = { 'accept-language': accepted }
  await browser.open(`/o/${await shop.token('1042')}`, { headers })
  expect(browser.html).toMatch(new RegExp(`<html lang="${language}`))
})

test('the page has a strict policy, and belongs to its payer alone', async () => {
  const shop = createShop({ basePath: '/pay', publicUrl: 'https://shop.example/sub' })
  const browser = createBrowser(shop)
  const response = await browser.open(`/pay/o/${await shop.token('1042')}`, {
    headers: { 'accept-language': 'xx, uk;q=0.9, en;q=0.8' },
  })
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(widgetStyleHash)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(browser.html).toContain('<html lang="uk" dir="ltr">')
  expect(browser.html).toContain('<script src="/sub/pay/paypane.js" async></script>')
  expect(browser.html).toContain('action="/sub/pay/o/')
  expect(browser.html).toContain('Shop &amp; Co')
  expect(browser.html).not.toMatch(/ style=| on[a-z]+=/)
  const framed = hostedPages({ name: 'Shop', frameAncestors: ['https://shop.example'] })
  const { headers } = await framed.page(new Request(shopUrl), { base: '', publicUrl: undefined })
  expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example;')
})

test.each([
  ['shows the order', () => ({ amount: '1250.00', currency: 'UAH' }), 'How would you like to pay?'],
  [
    'shows that it cannot be paid now',
    () => {
      throw new Error('The shop is down')
    },
    'Payment isn’t available right now',
  ],
] as const)('the head of a page is sent before a slow order is read; the rest %s', async (_, terms, text) => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const shop = createShop({
    order: async () => {
      await isRead
      return terms()
    },
  })
  const opening = shop.paypane.fetch(new Request(`${shopUrl}/o/${await shop.token('1042')}`))
  await waitFor(async () => {
    shop.clock.advance(50)
    expect(await Promise.race([opening, null])).not.toBeNull()
  })
  const reader = (await opening).body?.pipeThrough(new TextDecoderStream()).getReader()
  const head = (await reader?.read())?.value
  expect(head).toContain('<script src="/pay/paypane.js" async></script>')
  expect(head).not.toContain('<body>')
  read()
  let rest = ''
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) rest += part.value
  expect(rest).toMatch(/^<title>.*<body>.*<\/html>\n$/s)
  expect(rest).toContain(text)
})

test.each([
  ['fails', () => Promise.reject(new Error('no connection'))],
  ['returns what cannot be paid', () => ({ amount: '-1', currency: 'UAH' })],
])('where order() %s the page has a documented status', async (_, order) => {
  const shop = createShop({ order })
  const address = `${shopUrl}/o/${await shop.token('1042')}`
  for (const method of ['GET', 'POST'] as const) {
    const body = method === 'POST' ? new URLSearchParams({ act: 'start', method: 'form', after: '0' }) : null
    const response = await shop.paypane.fetch(new Request(address, { method, body }))
    expect(response.status).toBe(500)
    await expectDocumented(method, '/o/1042', response)
  }
})

test.each([
  ['the order', '1042', 200],
  ['an unknown order', 'unknown', 404],
])('a return address with another outcome is the page of %s', async (_, order, status) => {
  const shop = createShop({ orderSecret: undefined, allowPlainOrders: true })
  const response = await shop.paypane.fetch(new Request(`${shopUrl}/return/bogus?order=${order}`))
  expect(response.status).toBe(status)
  await expectDocumented('GET', '/return/bogus', response)
})

test('a reference that is too long has a documented status', async () => {
  const shop = createShop({ orderSecret: undefined, allowPlainOrders: true })
  const long = '1'.repeat(513)
  for (const [path, address] of [
    ['/o/1042', `/o/${long}`],
    ['/return/success', `/return/success?order=${long}`],
  ] as const) {
    const response = await shop.paypane.fetch(new Request(`${shopUrl}${address}`))
    expect(response.status).toBe(400)
    await expectDocumented('GET', path, response)
  }
})

test('a refused form has its status although the order is read slowly', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const shop = createShop({
    order: async () => {
      await isRead
      return { amount: '1250.00', currency: 'UAH' }
    },
  })
  const address = `${shopUrl}/o/${await shop.token('1042')}`
  const headers = { 'sec-fetch-site': 'cross-site' }
  const refusal = shop.paypane.fetch(new Request(address, { method: 'POST', headers }))
  await waitFor(async () => {
    shop.clock.advance(50)
    expect(await Promise.race([refusal, null])).not.toBeNull()
  })
  expect((await refusal).status).toBe(403)
  read()
  expect(await (await refusal).text()).toContain('role="alert"')
})

test('GET /checkouts/{id} gives the widget rendered where HTML is accepted', async () => {
  const shop = createShop()
  const { id, clientSecret = '' } = await shop.open('1042', {}, { method: 'transfer' })
  const headers = { 'checkout-secret': clientSecret, accept: 'text/html' }
  const response = await shop.get(`/checkouts/${id}`, headers)
  const etag = response.headers.get('etag') ?? ''
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toMatch(
    /^<pay-pane endpoint="\/pay" checkout="co_.*Send exactly this amount/s,
  )
  expect(etag).not.toBe(
    (await shop.get(`/checkouts/${id}`, { 'checkout-secret': clientSecret })).headers.get('etag'),
  )
  const unchanged = await shop.get(`/checkouts/${id}`, { ...headers, 'if-none-match': etag })
  expect(unchanged.status).toBe(304)
  const ukrainian = { 'accept-language': 'uk', 'if-none-match': etag }
  expect((await shop.get(`/checkouts/${id}`, { ...headers, ...ukrainian })).status).toBe(200)
  expect((await shop.get(`/checkouts/${id}`, { accept: 'text/html', 'checkout-secret': 'x' })).status).toBe(
    404,
  )
})

test('a page that a limit refuses has Retry-After', async () => {
  const shop = createShop({ rateLimits: { unknownOrders: 1 } })
  const browser = createBrowser(shop)
  // Requests without a known address share a limit ten times as high.
  for (let n = 0; n < 10; n += 1) expect((await browser.open('/o/unknown')).status).toBe(404)
  const limited = await browser.open('/o/unknown')
  expect(limited.status).toBe(429)
  expect(limited.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(browser.html).toMatch(/Too many unknown orders\. Try again in \d+ s\./)
  expect((await browser.open('/return/success?order=unknown')).status).toBe(429)
  expect((await browser.open('/o/unknown', { method: 'POST', body: 'act=start' })).status).toBe(429)
  // A right token is still accepted.
  expect((await browser.open(`/o/${await shop.token('1042')}`)).status).toBe(200)
})

test('without a proof of the order a form is not read', async () => {
  const shop = createShop()
  const request = new Request('http://shop.test/o/forged', { method: 'POST', body: 'act=start' })
  const response = await shop.paypane.fetch(request)
  expect(response.status).toBe(404)
  expect(request.bodyUsed).toBe(false)
})

test('a failure of the store is a page for the payer, not a JSON document', async () => {
  const store = memoryStore()
  const shop = createShop({}, undefined, store)
  const browser = createBrowser(shop)
  const address = `/o/${await shop.token('1042')}`
  await browser.open(address)
  store.entryByRef = () => Promise.reject(new Error('The database is unavailable'))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const response of [
    await browser.open(address),
    await browser.open(address, { method: 'POST', headers, body: 'act=start&method=form&after=0' }),
    await browser.open(address, { method: 'POST', headers, body: 'act=sent&after=1&sent=true' }),
  ]) {
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('Payment isn’t available right now')
  }
  const message = 'payment page failed: Error: The database is unavailable'
  expect(shop.logs).toContainEqual(expect.objectContaining({ level: 'error', message }))
})

test('a color, an address or an origin that is not one is refused at the start', () => {
  const notAnAddress = 'is neither https, mailto, tel nor a path'
  for (const [options, message] of [
    [{ accent: 'red; } body { display: none' }, 'accent is not a CSS color'],
    [{ logo: 'javascript:alert(1)' }, `javascript:alert(1) ${notAnAddress}`],
    [{ home: 'http://shop.example' }, `http://shop.example ${notAnAddress}`],
    [{ timeZone: 'Kyiv' }, 'Kyiv is not a time zone such as Europe/Kyiv'],
    [{ links: [{ text: 'Help', url: '//evil.example' }] }, `//evil.example ${notAnAddress}`],
    [{ frameAncestors: ['*'] }, '* is not an origin'],
  ] as const)
    expect(() => hostedPages({ name: 'Shop', ...options })).toThrow(new TypeError(`hostedPages: ${message}`))
})

test('the view names the shop and its support, so the page has no options for them', () => {
  // The compiler is what fails here.
  expectTypeOf<HostedPagesOptions>().toHaveProperty('theme')
  expectTypeOf<HostedPagesOptions>().not.toHaveProperty('merchant')
  expectTypeOf<HostedPagesOptions>().not.toHaveProperty('support')
})

test('a receipt has the refunds that are being sent or have been', () => {
  const refunds = [
    { amount: { value: '100.00', currency: 'UAH' }, state: 'succeeded' },
    { amount: { value: '77.00', currency: 'UAH' }, state: 'requested' },
  ] as const
  const html = receiptHtml(
    { ...paid, refunds: [...refunds] },
    { at: new Date(0), reference: 'f7' },
    createTranslator('en'),
    'Europe/Kyiv',
  )
  expect(html).toContain('January 1, 1970 at 3:00:00')
  expect(html.replaceAll('\u00a0', ' ')).toContain(
    '<dt>Refund of UAH 100.00</dt><dd><bdi>The refund has been sent to you.</bdi></dd>',
  )
  expect(html).not.toContain('77.00')
})

test('a receipt has what was received, beside another amount that was asked for', () => {
  const html = receiptHtml(
    { ...paid, amount: { value: '1250.00', currency: 'UAH' }, paid: { value: '1300.00', currency: 'UAH' } },
    { at: new Date(0), reference: 'f7' },
    createTranslator('en'),
    'UTC',
  ).replaceAll('\u00a0', ' ')
  expect(html).toContain('<b>UAH 1,300.00</b>')
  expect(html).toContain('<dt>Received</dt><dd><bdi>UAH 1,300.00</bdi></dd>')
  expect(html).toContain('<dt>Amount</dt><dd><bdi>UAH 1,250.00</bdi></dd>')
})
