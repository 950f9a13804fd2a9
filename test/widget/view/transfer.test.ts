// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDetails, paid as succeeded, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { encodeQr } from '../../../src/server/qr/payable-qr.ts'
import { isPayable as isOffered } from '../../../src/server/rules/attempt/payment-details.ts'
import { type DeferredParts, deferredParts } from '../../../src/widget/view/deferred/parts.ts'
import { openPayer, qrCodes } from './payer.ts'

const everything = {
  card: '4441114455556666',
  phone: '+380671234567',
  iban: 'UA213223130000026007233566001',
  accountNumber: '0026007233566001',
  recipient: 'Maximiliana Wilhelmina Konstantinopolskaya-Oleksandrivna von und zu Liechtenstein',
  bank: 'Open Joint-Stock Company Interregional Development Bank of the Carpathian Region',
  scheme: 'SOME_SCHEME_THAT_NOBODY_HAS_HEARD_OF_YET',
  qr: 'https://pay.example/qr',
  formUrl: 'https://form.example/pay?token=one-time',
} as const
type Name = keyof typeof everything

const labels: Partial<Record<Name, string>> = {
  card: 'Card number',
  phone: 'Phone number',
  iban: 'IBAN',
  accountNumber: 'Account number',
  recipient: 'Recipient',
  bank: 'Bank',
}
const names: readonly Name[] = [
  'card',
  'phone',
  'iban',
  'accountNumber',
  'recipient',
  'bank',
  'scheme',
  'qr',
  'formUrl',
]
const payableFields: readonly Name[] = ['card', 'phone', 'iban', 'accountNumber', 'qr']

const viewWithFields = (given: readonly Name[]): CheckoutView => ({
  ...transfer,
  action: { ...emptyDetails, ...Object.fromEntries(given.map((name) => [name, everything[name]])) },
})

/** Whether the server offers these fields to a payer. */
function isPayableByServer(given: readonly Name[]): boolean {
  const of = (name: Name) => (given.includes(name) ? everything[name] : null)
  return isOffered(
    { profile: 'p2p' },
    {
      ...{ card: of('card'), number: of('phone'), iban: of('iban'), accountNumber: of('accountNumber') },
      ...{ fio: of('recipient'), bank: of('bank'), method: of('scheme'), qrUrl: of('qr') },
      ...{ formUrl: of('formUrl'), qr: of('qr'), mismatch: null },
    },
  )
}

/** Phone numbers are shown in groups; those of cards and IBANs are apart by style only. */
const shownAs = (name: Name) => everything[name]

type Payer = Awaited<ReturnType<typeof openPayer>>
const link = ({ widget }: Payer) => widget.queryByRole('link')
const hasQr = ({ place }: Payer) => place.querySelector('.ways > .qr') !== null

test('any combination of fields is shown whole, or as waiting if it cannot be paid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...names]), async (given) => {
      const payer = await openPayer(viewWithFields(given))
      const isPayable = given.some((name) => payableFields.includes(name))
      const hasForm = given.includes('formUrl')
      expect(isPayableByServer(given)).toBe(isPayable || hasForm)
      expect(payer.heading()).toBe(
        isPayable
          ? 'Send exactly this amount'
          : hasForm
            ? 'Continue on the payment page'
            : 'Waiting for confirmation',
      )
      const fields = given.filter((name) => name !== 'bank' && name !== 'scheme')
      const bank = ['bank', 'scheme'].flatMap((name) =>
        given.flatMap((one) => (one === name ? everything[one] : [])),
      )
      const rows = [
        ...fields.flatMap((name) => (labels[name] ? [[labels[name], shownAs(name)]] : [])),
        ...(bank[0] ? [['Bank', bank.join(', ')]] : []),
      ]
      expect(payer.rows()).toEqual(isPayable ? Object.fromEntries(rows) : {})
      expect(hasQr(payer)).toBe(isPayable && given.includes('qr'))
      expect(link(payer)?.getAttribute('href') ?? null).toBe(hasForm ? everything.formUrl : null)
    }),
    { numRuns: 200 },
  )
})

describe('the form that came with the payment details', () => {
  test('is linked beside them, in the top window', async () => {
    const payer = await openPayer(viewWithFields(['card', 'formUrl']))
    expect(payer.heading()).toBe('Send exactly this amount')
    expect(link(payer)?.getAttribute('target')).toBe('_top')
  })

  test('replaces them with `present: form`, if there is a form', async () => {
    const options = { present: 'form' } as const
    const payer = await openPayer(viewWithFields(['card', 'formUrl']), { options })
    expect(payer.heading()).toBe('Continue on the payment page')
    expect(payer.rows()).toEqual({})
    expect((await openPayer(viewWithFields(['card']), { options })).heading()).toBe(
      'Send exactly this amount',
    )
  })
})

describe('the payment details', () => {
  test('are numbers of which the payer selects one; a single one is not selected', async () => {
    const several = await openPayer(viewWithFields(['card', 'phone', 'recipient']))
    expect(several.hint()).toBe('Send it in your banking app, then come back here.')
    expect(several.widget.getByRole('combobox', { name: 'Send to' })).toBeTruthy()
    const single = await openPayer(viewWithFields(['card', 'recipient']))
    expect(single.widget.queryByRole('combobox')).toBeNull()
  })

  test('lead on: once a number is copied, "I’ve sent the money" is the main action', async () => {
    const payer = await openPayer(viewWithFields(['card', 'phone', 'recipient']))
    const main = () => [
      payer.place.querySelector('.primary')?.textContent,
      payer.place.querySelector('.leading') !== null,
    ]
    expect(main()).toEqual([undefined, true])
    await payer.press('Copy: Recipient')
    expect(main()).toEqual([undefined, true])
    await payer.press('Copy: Phone number')
    expect(main()).toEqual(['I’ve sent the money', false])
  })

  test('say what the bank must show once a number is copied, since malware swaps copied numbers', async () => {
    const payer = await openPayer(viewWithFields(['card', 'iban', 'recipient']))
    await payer.press('Copy: Card number')
    expect(payer.hint()).toBe('Your bank must show: \u2066…\u20606666\u2069, Maximiliana Wilhelmina…')
    await payer.press('Copy: IBAN')
    expect(payer.hint()).toContain(': \u2066…\u20606001\u2069')
    const short = await openPayer({
      ...transfer,
      action: { ...emptyDetails, card: everything.card, recipient: 'Olena van Kovalenko' },
    })
    await short.press('Copy: Card number')
    expect(short.hint()).toBe('Your bank must show: \u2066…\u20606666\u2069, Olena van Kovalenko')
    const nameless = await openPayer(viewWithFields(['phone']))
    await nameless.press('Copy: Phone number')
    expect(nameless.hint()).toBe('Your bank must show: \u2066…\u20604567\u2069')
  })

  test('name the payment system beside the bank, unless it is a plain transfer', async () => {
    const rowOf = async (scheme: string, bank: string | null) =>
      (
        await openPayer({ ...transfer, action: { ...emptyDetails, card: everything.card, bank, scheme } })
      ).rows()
    expect(await rowOf('SBP', 'Savings')).toMatchObject({ Bank: 'Savings, SBP' })
    expect(await rowOf('SBP', null)).toMatchObject({ Bank: 'SBP' })
    expect(await rowOf('P2P', 'Savings')).toMatchObject({ Bank: 'Savings' })
    expect(await rowOf('P2P', null)).not.toHaveProperty('Bank')
  })

  test('offer each number that was returned, the first one selected', async () => {
    const { widget, place } = await openPayer(viewWithFields(names))
    const ways = widget.getByRole<HTMLSelectElement>('combobox')
    expect([ways.value, ways.options.length]).toEqual(['card', 5])
    expect(place.querySelectorAll('.ways > :is(.way, .qr)')).toHaveLength(5)
  })

  test('have a copy button for what is typed, and not for bank and payment system', async () => {
    const { widget } = await openPayer(viewWithFields(['card', 'recipient', 'bank', 'scheme']))
    expect(
      widget.getAllByRole('button', { name: /^Copy: / }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Copy: Amount', 'Copy: Card number', 'Copy: Recipient', 'Copy: Order reference'])
  })
})

test('what is shown besides the payment details is requested before the first view', async () => {
  let requests = 0
  await openPayer('hanging', {
    loadDeferred: async () => {
      requests += 1
      return deferredParts
    },
  })
  expect(requests).toBe(1)
})

test('a QR code that the server encoded is painted with the numbers, before the rest is loaded', async () => {
  const qr = 'upi://pay?pa=shop@okbank&am=1250.00'
  const action = { ...emptyDetails, card: everything.card, qr, code: encodeQr(qr) }
  const payer = await openPayer({ ...transfer, action }, { loadDeferred: () => new Promise(() => undefined) })
  expect(payer.rows()).toEqual({ 'Card number': everything.card })
  expect(payer.place.querySelector('.qr-image path')).not.toBeNull()
})

describe('if the code of later screens cannot be loaded', () => {
  const loadDeferred = () => Promise.reject(new Error('offline'))
  const open = (view: CheckoutView) => openPayer(view, { loadDeferred })

  test('numbers can be paid to, and the QR code is not offered', async () => {
    const payer = await open(viewWithFields(['card', 'phone', 'qr']))
    expect(payer.heading()).toBe('Send exactly this amount')
    expect(payer.rows()).toEqual({ 'Card number': everything.card, 'Phone number': everything.phone })
    expect(hasQr(payer)).toBe(false)
    expect(payer.widget.getAllByRole('option')).toHaveLength(2)
  })

  test('a QR code alone is unavailable until a later try', async () => {
    let isOffline = true
    const payer = await openPayer(viewWithFields(['qr']), {
      loadDeferred: () => (isOffline ? loadDeferred() : Promise.resolve(deferredParts)),
    })
    expect(payer.heading()).toBe('Payment isn’t available right now')
    isOffline = false
    await payer.press('Try again')
    expect(payer.heading()).toBe('Send exactly this amount')
    expect(hasQr(payer)).toBe(true)
  })

  test('"I’ve sent the money" waits for the result', async () => {
    const payer = await open(transfer)
    await payer.press('I’ve sent the money')
    expect(payer.heading()).toBe('Waiting for confirmation')
  })

  test('less than asked waits for the result', async () => {
    const payer = await open({ ...transfer, action: null, paid: { value: '1.00', currency: 'UAH' } })
    expect(payer.heading()).toBe('Waiting for confirmation')
  })

  test('a success says that it is paid, with the received amount', async () => {
    const paid = { value: '1200.00', currency: 'UAH' }
    const payer = await open({ ...succeeded, paid })
    expect(payer.heading()).toBe('Paid')
    expect(payer.place.querySelector('.amount')?.textContent).toContain('1,200.00')
  })

  test.each(['failed', 'expired'] as const)(
    '%s warns against sending again, and can be tried again',
    async (status) => {
      const payer = await open(transfer)
      await payer.respondWith({ ...transfer, status, action: null, retry: true })
      expect(payer.heading()).toBe('Payment isn’t available right now')
      expect(payer.hint()).toBe('Already sent the money? Please don’t send it again.')
      expect(payer.widget.getByRole('button', { name: 'Try again' })).toBeTruthy()
    },
  )
})

describe('the QR code', () => {
  test('is one of the alternatives, and the last', async () => {
    const tabs = (payer: Payer) => payer.widget.queryAllByRole('option').map(({ textContent }) => textContent)
    expect(tabs(await openPayer(viewWithFields(['card', 'qr'])))).toEqual(['Card number', 'QR code'])
    expect(tabs(await openPayer(viewWithFields(['card', 'recipient', 'bank'])))).toEqual([])
    expect(tabs(await openPayer(viewWithFields(['qr', 'recipient', 'bank'])))).toEqual([])
  })

  test('has amount and recipient as its accessible name', async () => {
    const { widget } = await openPayer(transfer)
    expect(widget.getByRole('img', { hidden: true }).getAttribute('aria-label')).toBe(
      'QR code, UAH\u00a01,250.00, Олена Коваленко',
    )
  })

  test('shows a text instead if it is unreadable, and keeps the fields', async () => {
    const payer = await openPayer({
      ...transfer,
      action: { ...emptyDetails, card: everything.card, qr: 'data:image/png;base64,%%%' },
    })
    expect(payer.widget.getByText('We can’t show this QR code.')).toBeTruthy()
    expect(payer.rows()).toEqual({ 'Card number': everything.card })
    expect(payer.widget.queryByRole('button', { name: 'Save', hidden: true })).toBeNull()
  })

  test.each([
    ['text', btoa('upi://pay?am=1250.00'), 'upi://pay?am=1250.00'],
    ['image', `data:image/png;base64,${btoa('\x89PNG\r\n\x1a\n')}`, undefined],
  ])(
    'whose code cannot be loaded is a text to copy, unless it is an image, until it can: %s',
    async (_, qr, text) => {
      let isOffline = true
      const payer = await openPayer(
        { ...transfer, action: { ...emptyDetails, qr } },
        { loadQr: () => (isOffline ? Promise.reject(new Error('offline')) : Promise.resolve(qrCodes)) },
      )
      const shown = () => ({
        message: payer.widget.queryByText('We can’t show this QR code.') !== null,
        text: payer.place.querySelector('.qr .field-list:not(.narrow) bdi')?.textContent,
      })
      expect(shown()).toEqual({ message: true, text })
      expect(payer.loadedQr()).toBe(1)
      isOffline = false
      payer.page.emitPageEvent('return')
      await payer.page.advance(1000)
      expect(shown()).toEqual({ message: false, text: undefined })
      expect(payer.place.querySelector('.qr canvas, .qr img')).not.toBeNull()
      expect(payer.widget.getByRole('button', { name: 'Save the code' })).toBeTruthy()
      expect(payer.loadedQr()).toBe(2)
    },
  )
})

describe('the code of a transfer', () => {
  const action = { ...emptyDetails, card: everything.card, qr: 'upi://pay?pa=shop@okbank&am=1250.00' }
  const link = { url: action.qr, kind: 'upi' }
  const openLink = ({ widget }: Payer) => widget.queryByRole('link', { name: 'Open in your banking app' })

  test('can be opened in the banking app, by a link that the page may cancel', async () => {
    const payer = await openPayer({ ...transfer, action: { ...action, link } })
    const button = openLink(payer)
    expect(button?.getAttribute('href')).toBe(action.qr)
    expect(button?.closest('.narrow')).not.toBeNull()
    button?.addEventListener('click', (event) => event.preventDefault())
    button?.click()
    expect(payer.events).toContainEqual({ type: 'open', ...link, purpose: 'pay' })
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'http://qr.nspk.ru/A1',
    'tel:1',
  ])('opens nothing for %j', async (url) => {
    expect(
      openLink(await openPayer({ ...transfer, action: { ...action, link: { url, kind: 'upi' } } })),
    ).toBeNull()
  })

  test('can be copied on a phone, as the text in the code', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockClear().mockResolvedValue()
    const payer = await openPayer({ ...transfer, action: { ...action, qr: btoa(action.qr) } })
    await payer.press('Copy: Payment code')
    expect(write).toHaveBeenCalledWith(action.qr)
    expect(payer.events).toContainEqual({ type: 'copy', field: 'qr' })
  })

  test('that the server encoded is shown before more code is loaded', async () => {
    const { size, modules } = encodeQr(action.qr) ?? { size: 0, modules: '' }
    const encoded = await openPayer({ ...transfer, action: { ...action, code: { size, modules } } })
    expect(encoded.loadedQr()).toBe(0)
    const cut = { size, modules: modules.slice(1) }
    const broken = await openPayer({ ...transfer, action: { ...action, code: cut } })
    expect(broken.loadedQr()).toBeGreaterThan(0)
  })
})

describe('the amount', () => {
  test.each(['en', 'uk', 'ar', 'fa', 'bn'])('is copied in %s as the server sent it', async (locale) => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockClear().mockResolvedValue()
    const amounts = ['1250.00', '12345678901.12345678', '0.0000005']
    for (const value of amounts) {
      const payer = await openPayer({ ...transfer, amount: { value, currency: 'USDT_TRC20' } }, { locale })
      await payer.press('Copy: Amount')
    }
    expect(write.mock.calls.flat()).toEqual(amounts)
  })
})

test('a copy is confirmed for as long again after another press', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const payer = await openPayer(transfer)
  for (const waitMs of [2000, 2000]) {
    await payer.press('Copy: Card number')
    expect(payer.place.querySelector('#copy-card.copied')).not.toBeNull()
    await payer.page.advance(waitMs)
    expect(payer.place.querySelector('#copy-card.copied')).not.toBeNull()
  }
  await payer.page.advance(1000)
  expect(payer.place.querySelector('#copy-card.copied')).toBeNull()
})

describe('a copy in a page without a clipboard, before the deferred parts are there', () => {
  beforeEach(() => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new TypeError('no clipboard'))
    return () => write.mockRestore()
  })

  test('is made by command once they are', async () => {
    const parts = Promise.withResolvers<DeferredParts>()
    const payer = await openPayer(transfer, { loadDeferred: () => parts.promise })
    await payer.press('Copy: Card number')
    expect(payer.widget.queryByText(/Not copied/)).toBeNull()
    const byCommand: string[] = []
    const copyByCommand = (text: string) => byCommand.push(text) > 0
    parts.resolve({ ...deferredParts, copyByCommand })
    await payer.page.advance(0)
    expect(byCommand).toEqual(['4441114455556666'])
    expect(payer.status()).toBe('Copied: Card number')
  })

  test('says that nothing was copied if they cannot be loaded', async () => {
    const payer = await openPayer(transfer, { loadDeferred: () => Promise.reject(new Error('offline')) })
    await payer.press('Copy: Card number')
    expect(payer.status()).toMatch(/^Not copied/)
  })
})

test('"I’ve sent the money" changes the text, not the outcome or the fields', async () => {
  const payer = await openPayer(transfer)
  const before = payer.rows()
  await payer.press('I’ve sent the money')
  expect(payer.heading()).toBe('Checking for your transfer')
  expect(payer.rows()).toEqual(before)
  expect(payer.widget.getByRole('button', { name: 'Copy: Amount' })).toBeTruthy()
  await payer.page.advance(600_000)
  expect(payer.heading()).toBe('Checking for your transfer')
  expect(payer.requestsSent()).toEqual([
    { method: 'POST', path: `/pay/checkouts/${transfer.id}/attempts/1/sent`, body: { sent: true } },
  ])
  await payer.respondWith({ ...transfer, status: 'failed', action: null })
  expect(payer.heading()).toBe('We haven’t received this payment')
})
