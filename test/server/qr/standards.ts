import fc from 'fast-check'
import { createStaticPix, hasError } from 'pix-utils'
import { anyId, billPayment } from 'promptparse/generate'
import sepaCode from 'sepa-payment-qr-code'
import spayd from 'spayd/cjs'
import { QRPay, VietQRService } from 'vietnam-qr-pay'
import type { PaymentDetails } from '../../../src/service/order.ts'

/** A payment and its code. */
export interface EncodedPayment {
  text: string
  amount: string | null
  currency: string
  /** The payment details that the code has, as the service writes them. */
  details: Partial<PaymentDetails>
}

/** Codes of one standard, made by an encoder that is not ours. */
export interface Standard {
  name: string
  codes: fc.Arbitrary<EncodedPayment>
  /** Any changed character is noticed. */
  hasChecksum?: true
}

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const word = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz '),
  minLength: 3,
  maxLength: 20,
})
const name = word.map((text) => `A${text.trim()}z`)
const hundredths = fc.option(fc.integer({ min: 1, max: 99_999_999 }))
const inWhole = (cents: number) => (cents / 100).toFixed(2)

/** An IBAN with valid check digits. */
const iban = (country: string, length: number) =>
  digits(length).map((account) => {
    const numeric = [...`${account}${country}00`].map((letter) => Number.parseInt(letter, 36)).join('')
    return `${country}${String(98n - (BigInt(numeric) % 97n)).padStart(2, '0')}${account}`
  })

const base64Url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const pix = fc
  .record({ cents: hundredths, phone: digits(9), name })
  .map(({ cents, phone, name: merchantName }): EncodedPayment => {
    const pixKey = `+5561${phone}`
    const transactionAmount = cents === null ? 0 : cents / 100
    const code = createStaticPix({ merchantName, merchantCity: 'Brasilia', pixKey, transactionAmount })
    if (hasError(code)) throw new Error(code.message)
    const amount = cents === null ? null : inWhole(cents)
    return { text: code.toBRCode(), amount, currency: 'BRL', details: { number: pixKey } }
  })

const promptPay = fc
  .record({ cents: hundredths, target: digits(8), isAccount: fc.boolean(), isBill: fc.boolean() })
  .map(({ cents, target, isAccount, isBill }): EncodedPayment => {
    const amount = cents === null ? {} : { amount: cents / 100 }
    const base = { amount: cents === null ? null : inWhole(cents), currency: 'THB' }
    if (isBill)
      return {
        ...base,
        text: billPayment({ billerId: `0${target}123456`, ref1: 'A1', ...amount }),
        details: {},
      }
    if (isAccount)
      return {
        ...base,
        text: anyId({ type: 'BANKACC', target: `004${target}12`, ...amount }),
        details: { accountNumber: `${target}12` },
      }
    const text = anyId({ type: 'MSISDN', target: `08${target}`, ...amount })
    return { ...base, text, details: { number: `+668${target}` } }
  })

const vietQr = fc
  .record({
    dong: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
    number: digits(16),
    byCard: fc.boolean(),
  })
  .map(({ dong, number, byCard }): EncodedPayment => {
    const amount = dong === null ? null : String(dong)
    const service = byCard ? VietQRService.BY_CARD_NUMBER : VietQRService.BY_ACCOUNT_NUMBER
    const options = { bankBin: '970415', bankNumber: number, service, purpose: 'Order 1042' }
    const text = QRPay.initVietQR({ ...options, ...(amount === null ? {} : { amount }) }).build()
    return { text, amount, currency: 'VND', details: byCard ? { card: number } : { accountNumber: number } }
  })

const epc = fc
  .record({ cents: hundredths, account: iban('DE', 18), name })
  .map(({ cents, account, name: recipient }): EncodedPayment => {
    const amount = cents === null ? null : cents / 100
    return {
      text: sepaCode({ name: recipient, iban: account, amount, unstructuredReference: 'Order 1042' }),
      amount: cents === null ? null : inWhole(cents),
      currency: 'EUR',
      details: { iban: account.replace(/(.{4})/g, '$1 ') },
    }
  })

const shortDescriptor = fc
  .record({ cents: hundredths, account: iban('CZ', 20), currency: fc.constantFrom('CZK', 'EUR'), name })
  .map(({ cents, account, currency, name: msg }): EncodedPayment => {
    // The encoder refuses amounts below one.
    const amount = cents === null ? null : inWhole(cents + 100)
    const text = spayd({ acc: account, cc: currency, msg, ...(amount === null ? {} : { am: amount }) })
    return { text, amount, currency, details: { iban: account } }
  })

const upi = fc
  .record({ cents: hundredths, account: fc.option(digits(11)), name })
  .map(({ cents, account, name: pn }): EncodedPayment => {
    const amount = cents === null ? null : inWhole(cents)
    const pa = account === null ? 'shop@okbank' : `${account}@HDFC0000001.ifsc.npci`
    const query = new URLSearchParams({ pa, pn, ...(amount === null ? {} : { am: amount }), cu: 'INR' })
    const details = account === null ? {} : { accountNumber: account }
    return { text: `upi://pay?${query}`, amount, currency: 'INR', details }
  })

const nspk = fc
  .record({
    cents: hundredths,
    id: fc.string({ unit: fc.constantFrom(...'ABCDEF0123456789'), minLength: 32, maxLength: 32 }),
  })
  .map(({ cents, id }): EncodedPayment => {
    const query = cents === null ? 'type=01&bank=100000000001' : `type=02&sum=${cents}&cur=RUB&crc=AB75`
    const amount = cents === null ? null : inWhole(cents)
    return { text: `https://qr.nspk.ru/${id}?${query}`, amount, currency: 'RUB', details: {} }
  })

const nbu = fc
  .record({ cents: hundredths, account: iban('UA', 25), version: fc.constantFrom('001', '002', '003'), name })
  .map(({ cents, account, version, name: recipient }): EncodedPayment => {
    const amount = cents === null ? null : inWhole(cents)
    const total = amount === null ? '' : `UAH${amount}`
    const lines = [
      'BCD',
      version,
      '1',
      'UCT',
      '',
      `${recipient} Олена`,
      account,
      total,
      '12345678',
      '',
      '',
      'Замовлення 1042',
      '',
    ]
    const text =
      version === '001'
        ? `${' '.repeat(23)}\r\n${lines.join('\r\n')}`
        : `https://${version === '002' ? 'bank.gov.ua/qr' : 'qr.bank.gov.ua'}/${base64Url(lines.join('\n'))}`
    return { text, amount, currency: 'UAH', details: { iban: account } }
  })

export const standards: readonly Standard[] = [
  { name: 'Pix', codes: pix, hasChecksum: true },
  { name: 'PromptPay', codes: promptPay, hasChecksum: true },
  { name: 'VietQR', codes: vietQr, hasChecksum: true },
  { name: 'EPC 069-12', codes: epc },
  { name: 'SPAYD', codes: shortDescriptor },
  { name: 'UPI', codes: upi },
  { name: 'NSPK', codes: nspk },
  { name: 'NBU', codes: nbu },
]
