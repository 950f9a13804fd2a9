import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payableQr } from '../../../src/server/qr/payable-qr.ts'
import type { PaymentDetails } from '../../../src/service/order.ts'
import { noDetails } from './payment-details.ts'
import { type EncodedPayment, standards } from './standards.ts'

/** `QR_CODES=10000` tests more codes of each standard. */
const numRuns = Number(process.env['QR_CODES'] ?? 100)

const detailsOf = ({ text, details }: EncodedPayment): PaymentDetails => ({
  ...noDetails,
  ...details,
  qrUrl: text,
})
const requestOf = ({ amount, currency }: EncodedPayment) => ({ value: amount ?? '12.30', currency })

const mismatchOf = (...given: Parameters<typeof payableQr>) => payableQr(...given).mismatch

/** Replaces the last digit. */
const withOtherDigit = (text: string): string =>
  text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))

describe.each(standards)('$name', ({ codes }) => {
  test('a code of the same payment is shown', () => {
    fc.assert(
      fc.property(codes, (code) => mismatchOf(detailsOf(code), requestOf(code)) === null),
      { numRuns },
    )
    fc.assert(
      fc.property(codes, (code) => {
        const { qr, code: modules } = payableQr(detailsOf(code), requestOf(code))
        expect([qr, modules]).toEqual([code.text, expect.any(Object)])
      }),
      { numRuns: 10 },
    )
  })

  test('a code of another payment is not shown', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const details = detailsOf(code)
        const { value, currency } = requestOf(code)
        if (code.amount !== null)
          expect(mismatchOf(details, { value: withOtherDigit(value), currency })).toBe('amount')
        expect(mismatchOf(details, { value, currency: 'USDT_TRC20' })).toBe('currency')
        for (const [field, account] of Object.entries(code.details)) {
          const other = { ...details, [field]: withOtherDigit(account ?? '') }
          expect(mismatchOf(other, { value, currency })).toBe('account')
          expect(payableQr(other, { value, currency })).toMatchObject({ qr: null, code: null, link: null })
        }
      }),
      { numRuns },
    )
  })
})

test.each(standards.filter(({ hasChecksum }) => hasChecksum))(
  '$name: a damaged code is not shown',
  ({ codes }) => {
    const damaged = fc.tuple(codes, fc.nat(), fc.constantFrom(...'0123456789'))
    fc.assert(
      fc.property(damaged, ([code, at, digit]) => {
        // The first field makes it an EMV code.
        const index = 6 + (at % (code.text.length - 6))
        const text = code.text.slice(0, index) + digit + code.text.slice(index + 1)
        fc.pre(text !== code.text)
        expect(mismatchOf(detailsOf({ ...code, text }), requestOf(code))).not.toBeNull()
      }),
      { numRuns },
    )
  },
)
