import { describe, expect, it } from 'vitest'
import { createMerchant } from './merchant.ts'

describe('create responses, row by row', () => {
  it('P2P deposit: Processing with payment details', async () => {
    const { body } = await createMerchant().create('p2p', '10.00')
    expect(body).toEqual({
      externalId: expect.any(String),
      orderStatus: 'Processing',
      paymentDetails: expect.objectContaining({ formUrl: expect.any(String) }),
    })
  })

  it('form deposit: Init with a formUrl on its own host', async () => {
    const { body } = await createMerchant().create('form', '10.00')
    expect(body).toEqual({
      externalId: expect.any(String),
      orderStatus: 'Init',
      formUrl: expect.stringMatching(/^http:\/\/sandbox\.test\/init\/form\?token=/),
    })
  })

  it.each([
    ['url', { formUrl: expect.stringMatching(/^http:\/\/sandbox\.test\/token\/form\?token=/) }],
    ['null', { formUrl: null }],
    ['absent', undefined],
  ])('token deposit: Processing, formUrl %s', async (tokenForm, paymentDetails) => {
    const merchant = createMerchant({ config: { tokenForm: tokenForm as 'url' } })
    const { body } = await merchant.create('token', '10.00')
    expect(body).toEqual({ externalId: expect.any(String), orderStatus: 'Processing', paymentDetails })
  })

  it('payout: Created', async () => {
    const { body } = await createMerchant().create('payout', '10.00')
    expect(body).toEqual({ externalId: expect.any(String), orderStatus: 'Created' })
  })
})

describe('payment details', () => {
  const details = async (paymentDetails: object) => {
    const merchant = createMerchant()
    await merchant.control('config', { paymentDetails })
    const { body } = await merchant.create('p2p', '10.00')
    return body
  }

  it('are as configured, others are absent', async () => {
    expect(await details({ fields: ['iban', 'qrUrl'] })).toMatchObject({
      paymentDetails: { formUrl: expect.any(String), iban: expect.any(String), qrUrl: expect.any(String) },
    })
    expect(await details({ fields: ['iban'] })).not.toHaveProperty('paymentDetails.card')
  })

  it.each([
    ['null', null],
    ['empty', ''],
  ])('unfilled members can be %s', async (unfilled, value) => {
    expect(await details({ fields: [], unfilled })).toMatchObject({
      paymentDetails: { formUrl: expect.any(String), card: value, number: value, qrUrl: value },
    })
  })

  it.each([
    ['png', /^iVBORw0KGgo/],
    ['data-uri', /^data:image\/png;base64,iVBORw0KGgo/],
    ['text', /^SANDBOX\|UA\d{27}\|000\d{11}\|10\.00\|UAH$/],
    ['base64-text', /^U0FOREJPWHxV/],
  ])('the QR code can be %s', async (qr, form) => {
    expect(await details({ qr })).toMatchObject({ paymentDetails: { qrUrl: expect.stringMatching(form) } })
  })

  it('differ from order to order, and the IBAN and the card pass their checks', async () => {
    const merchant = createMerchant()
    for (const _ of Array(20)) await merchant.create('p2p', '10.00')
    const issued = merchant.sandbox.orders().map(({ paymentDetails }) => paymentDetails)
    for (const field of ['card', 'number', 'iban', 'accountNumber', 'qrUrl', 'formUrl'] as const)
      expect(new Set(issued.map((one) => one?.[field])).size).toBe(20)
    for (const one of issued) {
      const iban = one?.iban ?? ''
      const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((letter) => Number.parseInt(letter, 36))
      expect(BigInt(digits.join('')) % 97n).toBe(1n)
      const sum = [...(one?.card ?? '')].reverse().reduce((total, digit, place) => {
        const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
        return total + (value > 9 ? value - 9 : value)
      }, 0)
      expect(sum % 10).toBe(0)
    }
  })
})

describe('amounts', () => {
  it.each([
    ['p2p', '1.005', '1.01'],
    ['p2p', '1.0049', '1.00'],
    ['p2p', '1250.00', '1250.00'],
    ['p2p', '7', '7'],
    ['form', '0.00012345', '0.00012345'],
    ['payout', '1.5e2', '150'],
    ['form', '"12.50"', '12.50'],
  ] as const)('%s: %s is stored and returned as %s', async (profile, sent, held) => {
    const merchant = createMerchant()
    const { externalId } = await merchant.place(profile, sent, { currency: 'BTC' })
    expect(merchant.order(externalId).amount).toBe(held)
    const lookUp = profile === 'payout' ? merchant.payoutStatus : merchant.depositStatus
    expect((await lookUp(profile, externalId)).text).toContain(`"amount":${held}`)
  })
})

describe('additional fields', () => {
  it.each([
    ['6212345678901234567', '6212345678901234567'],
    ['1e400', '1e400'],
    ['1.50', 1.5],
  ])('a number keeps its digits: %s', async (sent, stored) => {
    const merchant = createMerchant()
    const { status } = await merchant.call('/core/api/v1/integration/withdrawal-order/', {
      method: 'POST',
      headers: { ...merchant.authorization('payout'), 'content-type': 'application/json' },
      body: `{"amount":10,"currency":"UAH","externalTransactionId":"a","additionalFields":[{"key":"cardNumber","value":${sent}}]}`,
    })
    expect(status).toBe(200)
    expect(merchant.sandbox.orders()).toMatchObject([{ additionalFields: [{ value: stored }] }])
  })
})

describe('a seed', () => {
  const run = async (seed: string) => {
    const merchant = createMerchant({ seed })
    await merchant.place('p2p', '10.00')
    await merchant.place('form', '20.00')
    await merchant.control('orders/placed-1', { do: 'pay' })
    await merchant.advance(3600)
    return { orders: merchant.sandbox.orders(), received: merchant.received }
  }

  it('makes a run repeatable', async () => {
    const first = await run('one')
    expect(await run('one')).toEqual(first)
    expect((await run('two')).orders[0]?.externalId).not.toBe(first.orders[0]?.externalId)
  })

  it('does not repeat ids after a reset', async () => {
    const merchant = createMerchant()
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control('reset', {})
    expect(merchant.sandbox.orders()).toEqual([])
    expect((await merchant.place('p2p', '10.00')).externalId).not.toBe(externalId)
  })
})
