import { beforeEach, describe, expect, it } from 'vitest'
import { testCards } from '../../src/sandbox/cards.ts'
import { createMerchant, type Merchant } from './merchant.ts'

let merchant: Merchant
beforeEach(() => {
  merchant = createMerchant()
})

type DepositProfile = 'p2p' | 'form' | 'token'

/** A payer in front of the page of a new order. */
async function payerOf(profile: DepositProfile, extra: object = {}) {
  const { externalId } = await merchant.place(profile, '10.00', extra)
  const path = (merchant.order(externalId).formUrl ?? '').replace('http://sandbox.test', '')
  const codesBefore = merchant.order(externalId).history.length
  return {
    open: () => merchant.call(path),
    async submit(fields: Record<string, string>) {
      const { headers, text, status } = await merchant.call(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
      })
      return { status, text, location: headers.get('location') }
    },
    status: () => merchant.order(externalId).status,
    /** The codes that the payer's deeds wrote. */
    codes: () =>
      merchant
        .order(externalId)
        .history.slice(codesBefore)
        .map(({ newCode }) => newCode),
    order: () => merchant.order(externalId),
  }
}

const card = (number: string) => ({ number, expiry: '12/30', code: '123', holder: 'Olena Kovalenko' })
const shop = (page: string) => `https://shop.test/${page}`

describe('every page', () => {
  it.each(['p2p', 'form', 'token'] as const)('of %s uses no external resources', async (profile) => {
    const { headers, text } = await (await payerOf(profile)).open()
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(text).not.toMatch(/<script|style=|onclick/)
  })

  it('rejects a wrong token', async () => {
    expect(await merchant.call('/core/form?token=none')).toMatchObject({ status: 404 })
    expect(await merchant.call('/init/form', { method: 'POST' })).toMatchObject({ status: 404 })
  })

  it('escapes the values of the merchant', async () => {
    const payer = await payerOf('form', {
      successRedirectUrl: 'https://shop.test/"><script>alert(1)</script>',
    })
    await payer.submit(card('4111111111111111'))
    expect((await payer.open()).text).not.toContain('<script>')
  })

  it('logs repeated visits once', async () => {
    const payer = await payerOf('p2p')
    await payer.open()
    await payer.open()
    expect(payer.codes()).toEqual(['3.0.1.51'])
  })

  it('of a final order leads back to the shop', async () => {
    const payer = await payerOf('p2p')
    await payer.submit({ do: 'pay' })
    const { text } = await payer.open()
    expect(text).toContain('The payment succeeded')
    expect(text).toContain(`href="${shop('success')}"`)
  })
})

describe('the P2P form', () => {
  it('shows all payment details', async () => {
    const payer = await payerOf('p2p')
    const { text } = await payer.open()
    const { card, iban, number, accountNumber, qrUrl } = payer.order().paymentDetails ?? {}
    for (const value of [accountNumber, qrUrl]) expect(text).toContain(value)
    for (const value of [card, iban]) expect(text).toContain(value?.match(/.{1,4}/g)?.join(' '))
    expect(text).toContain(number?.slice(1))
  })

  it.each([
    ['pay', 'Success', 'success', ['3.1.1.55', '5.1.3.00']],
    ['submit', 'Processing', 'processing', ['3.1.1.55']],
    ['cancel', 'Failed', 'failed', ['3.0.4.54']],
    ['leave', 'Processing', 'processing', ['3.0.1.52']],
  ])('%s: the order is %s, the payer is sent to the %s address', async (step, status, location, codes) => {
    const payer = await payerOf('p2p')
    expect(await payer.submit({ do: step })).toMatchObject({ status: 303, location: shop(location) })
    expect(payer.status()).toBe(status)
    expect(payer.codes()).toEqual(codes)
  })
})

describe('the card form, with each test card', () => {
  const entered = ['3.0.1.53', '3.1.1.55']
  const sent = [...entered, '2.1.1.00']

  it.each([
    ['4111111111111111', 'Success', 'success', [...sent, '5.1.3.00']],
    ['4000000000009995', 'Failed', 'failed', [...sent, '4.1.4.63']],
    ['4000000000000002', 'Failed', 'failed', [...sent, '4.1.4.61']],
    ['4000000000000069', 'Failed', 'failed', [...sent, '4.1.4.62']],
    ['4100000000000019', 'Failed', 'failed', [...sent, '4.1.4.41']],
    ['4000000000000127', 'Failed', 'failed', [...sent, '4.1.4.00']],
    ['5105105105105100', 'Processing', 'processing', sent],
  ])('%s: %s', async (number, status, location, codes) => {
    const payer = await payerOf('form')
    expect(await payer.submit(card(number))).toMatchObject({ status: 303, location: shop(location) })
    expect(payer.status()).toBe(status)
    expect(payer.codes()).toEqual(codes)
  })

  it.each([
    ['4000000000003220', { do: 'pay' }, 'Success', 'success', ['2.1.1.00', '5.1.3.00']],
    ['4000000000003220', { do: 'refuse' }, 'Failed', 'failed', ['3.2.4.56']],
    ['4000000000003220', { do: 'leave' }, 'Created', 'processing', ['3.0.1.58']],
    ['4000000000003063', { do: 'pay' }, 'Failed', 'failed', ['3.2.4.56']],
    ['5555555555554444', { code: '123456' }, 'Success', 'success', ['2.1.1.00', '5.1.3.00']],
    ['5555555555554444', { code: '000000' }, 'Failed', 'failed', ['3.2.4.57']],
    ['5555555555554444', { do: 'leave' }, 'Created', 'processing', ['3.0.1.58']],
    ['5200828282828210', { code: '123456' }, 'Failed', 'failed', ['3.2.4.57']],
  ])('%s, then %o: %s', async (number, step, status, location, codes) => {
    const payer = await payerOf('form')
    expect((await payer.submit(card(number))).location).toBe(payer.order().formUrl)
    expect(payer.status()).toBe('Created')
    expect(await payer.submit({ ...step })).toMatchObject({ status: 303, location: shop(location) })
    expect(payer.status()).toBe(status)
    expect(payer.codes()).toEqual([...entered, ...codes])
  })

  it('has no untested card', () => {
    const covered = /4111111111111111|9995$|0002$|0069$|0019$|0127$|5100$|3220$|3063$|4444$|8210$/
    expect(testCards.filter(({ number }) => !covered.test(number))).toEqual([])
  })

  it.each([
    ['cancel', 'Failed', 'failed', ['3.0.4.54']],
    ['leave', 'Init', 'processing', ['3.0.1.52']],
  ])('%s: %s', async (step, status, location, codes) => {
    const payer = await payerOf('form')
    expect((await payer.submit({ do: step })).location).toBe(shop(location))
    expect(payer.status()).toBe(status)
    expect(payer.codes()).toEqual(codes)
  })

  it.each([
    ['a card that is no test card', { number: '4242424242424242' }, 'Never enter a real card'],
    ['a wrong expiry date', { expiry: '13/30' }, 'The expiry date'],
    ['a wrong security code', { code: '1' }, 'The security code'],
    ['no name', { holder: ' ' }, 'The name on the card'],
  ])('rejects %s without echoing it', async (_, mismatched, words) => {
    const payer = await payerOf('form')
    const { status, text } = await payer.submit({ ...card('4111 1111 1111 1111'), ...mismatched })
    expect(status).toBe(200)
    expect(text).toContain(words)
    expect(text).not.toContain('4242424242424242')
    expect(payer.status()).toBe('Init')
  })

  it('keeps what may be shown again after a mistake', async () => {
    const payer = await payerOf('form')
    const wrongDate = await payer.submit({ ...card('4111111111111111'), expiry: '13/30' })
    for (const value of ['4111 1111 1111 1111', '13/30', 'Olena Kovalenko'])
      expect(wrongDate.text).toContain(`value="${value}"`)
    expect(wrongDate.text).not.toContain('value="123"')
    expect(wrongDate.text).toMatch(/name="expiry"[^>]* autofocus/)
    const wrongCard = await payer.submit(card('4242424242424242'))
    expect(wrongCard.text).toContain('value="Olena Kovalenko"')
    expect(wrongCard.text).toMatch(/name="number"[^>]* autofocus/)
  })

  it('names the shop and its order, and groups the digits of the amount', async () => {
    const address = 'https://fern.test/back?order='
    const { externalId } = await merchant.place('form', '1250000.50', {
      successRedirectUrl: `${address}1042`,
    })
    const { text } = await merchant.call(
      merchant.order(externalId).formUrl?.replace('http://sandbox.test', '') ?? '',
    )
    for (const shown of ['fern.test', '<dd>1042</dd>', '1250000.50']) expect(text).toContain(shown)
    const signed = await merchant.place('form', '10.00', { successRedirectUrl: `${address}a.signed.token` })
    expect(merchant.order(signed.externalId)).toMatchObject({ externalTransactionId: expect.any(String) })
    const page = await merchant.call(
      merchant.order(signed.externalId).formUrl?.replace('http://sandbox.test', '') ?? '',
    )
    expect(page.text).not.toContain('signed.token')
  })

  it('without redirect addresses ends on a result page', async () => {
    const none = {
      processingRedirectUrl: undefined,
      failedRedirectUrl: undefined,
      successRedirectUrl: undefined,
    }
    const payer = await payerOf('form', none)
    const { status, text } = await payer.submit(card('4111111111111111'))
    expect(status).toBe(200)
    expect(text).toContain('You may close this page.')
  })

  it('sends a callback for each status', async () => {
    const payer = await payerOf('form')
    await payer.submit(card('4111111111111111'))
    await merchant.advance(0)
    expect(merchant.received.map(({ type }) => type)).toEqual(['Created', 'Processing', 'Success'])
  })
})

describe('saved cards', () => {
  it('status and callback of a success have the token, masked number and holder', async () => {
    const payer = await payerOf('form')
    await payer.submit(card('4000000000009995'))
    expect(payer.order().externalParams).toBeNull()
    const second = await payerOf('form')
    await second.submit(card('4111111111111111'))
    await merchant.advance(0)
    const externalParams = {
      cardToken: expect.any(String),
      cardStorageToken: expect.stringMatching(/^cst_1111_\w{20}$/),
      cardHolder: 'Olena Kovalenko',
      cardNumber: '411111******1111',
    }
    const { body } = await merchant.depositStatus('form', second.order().externalId)
    expect(body).toMatchObject({ externalParams })
    expect(JSON.parse(merchant.received.at(-1)?.body ?? '')).toMatchObject({ externalParams })
  })

  it('a card has the same token in every sandbox', async () => {
    const tokenOf = async () => {
      const payer = await payerOf('form')
      await payer.submit(card('4111111111111111'))
      return payer.order().externalParams?.cardStorageToken
    }
    const token = await tokenOf()
    merchant = createMerchant({ seed: 'another' })
    expect(await tokenOf()).toBe(token)
  })

  it.each([
    ['123', 'Success', 'success', '5.1.3.00'],
    ['000', 'Failed', 'failed', '4.1.4.00'],
    ['041', 'Failed', 'failed', '4.1.4.41'],
    ['061', 'Failed', 'failed', '4.1.4.61'],
    ['062', 'Failed', 'failed', '4.1.4.62'],
    ['063', 'Failed', 'failed', '4.1.4.63'],
  ])('security code %s: %s', async (code, status, location, newest) => {
    const payer = await payerOf('token')
    expect((await payer.open()).text).not.toContain('name="number"')
    expect((await payer.submit({ code })).location).toBe(shop(location))
    expect(payer.status()).toBe(status)
    expect(payer.codes()).toEqual(['3.0.1.51', '3.1.1.55', newest])
  })

  it('shows the form again after an invalid code', async () => {
    const payer = await payerOf('token')
    expect((await payer.submit({ code: 'abc' })).text).toContain('three or four digits')
    expect(payer.status()).toBe('Processing')
  })

  it.each([
    ['cancel', 'Failed', 'failed'],
    ['leave', 'Processing', 'processing'],
  ])('%s: %s', async (step, status, location) => {
    const payer = await payerOf('token')
    expect((await payer.submit({ do: step })).location).toBe(shop(location))
    expect(payer.status()).toBe(status)
  })

  it('a foreign token is accepted or fails the order, as configured', async () => {
    const foreign = { additionalFields: [{ key: 'cardStorageToken', value: 'made-up' }] }
    expect((await merchant.place('token', '10.00', foreign)).orderStatus).toBe('Processing')
    await merchant.control('config', { foreignTokens: 'failed' })
    expect((await merchant.place('token', '10.00', foreign)).orderStatus).toBe('Failed')
  })
})
