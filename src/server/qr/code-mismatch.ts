import type { CodeMismatch } from '../../contract/activity.ts'
import type { Money } from '../../contract/money.ts'
import { roundHalfUp, sameAmount } from '../../service/amount.ts'
import type { PaymentDetails } from '../../service/order.ts'
import { separators } from '../../widget/view/fields.ts'
import { readEmv } from './emv.ts'
import {
  type CodeAccount,
  type PaymentCode,
  readCreditTransfer,
  readSpayd,
  UnreadableCodeError,
} from './payment-code.ts'
import { readPaymentLink } from './payment-link.ts'

/** The payment details that a code's accounts are compared with. Names are transliterated, so they are not compared. */
export type AccountDetails = Pick<PaymentDetails, 'card' | 'number' | 'iban' | 'accountNumber'>

/** Compares a code's text with the payment that it is for. Null: it agrees, or is not a payment code. */
export function codeMismatch(text: string, requested: Money, details: AccountDetails): CodeMismatch | null {
  try {
    const code = readPaymentCode(text)
    if (code === null) return contradictsAsAccount(text, details) ? 'account' : null
    // The service rounds the amount of a transfer in the same way.
    if (code.amount !== null && !sameAmount(code.amount, roundHalfUp(requested.value, 2))) return 'amount'
    if (code.currency !== null && !isCurrencyOf(code.currency, requested.currency)) return 'currency'
    return code.accounts.every((account) => agrees(account, details)) ? null : 'account'
  } catch (error) {
    if (error instanceof UnreadableCodeError) return 'unreadable'
    throw error
  }
}

/** A currency key may have more than the currency's letters, such as `UAH_CARD`. */
const isCurrencyOf = (code: string, key: string): boolean =>
  alphabeticCurrency(code).toUpperCase() === key.toUpperCase().split(/[^A-Z]/)[0]

/** The text is only a card number or an IBAN, and another than that of the payment details. */
function contradictsAsAccount(text: string, details: AccountDetails): boolean {
  const value = compactAccount(text)
  const kind = isCardNumber(value) ? 'card' : /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value) ? 'iban' : null
  if (kind === null || agrees({ kind, value }, details)) return false
  // A number of another kind may look like a card number.
  const { card, number, iban, accountNumber } = details
  return ![card, number, iban, accountNumber].some((detail) => detail !== null && sameAccount(value, detail))
}

/** 13 to 19 digits with a valid check digit (Luhn). */
function isCardNumber(text: string): boolean {
  if (!/^\d{13,19}$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const agrees = ({ kind, value }: CodeAccount, details: AccountDetails): boolean =>
  detailsOf(kind, details).every((detail) =>
    kind === 'phone' ? samePhone(value, detail) : sameAccount(value, detail),
  )

/** The payment details of a kind. The account number may be an IBAN. */
function detailsOf(kind: CodeAccount['kind'], details: AccountDetails): string[] {
  const { card, number, iban, accountNumber } = details
  const isIban = /^\s*[A-Z]{2}\d{2}/i.test(accountNumber ?? '')
  const sameKind = {
    card: [card],
    phone: [number],
    iban: [iban, isIban ? accountNumber : null],
    accountNumber: [isIban ? null : accountNumber],
  }[kind]
  return sameKind.flatMap((detail) => (detail && !isMasked(detail) ? [detail] : []))
}

/** A masked number cannot be compared. */
const isMasked = (text: string): boolean => /[*•#]|X{3}/i.test(text)

/** Leading zeros are often left out. */
const sameAccount = (a: string, b: string): boolean => compactAccount(a) === compactAccount(b)

const compactAccount = (text: string): string =>
  text.toUpperCase().replace(separators, '').replaceAll('/', '').replace(/^0+/, '')

/** Either number may lack the prefix of the country. */
function samePhone(a: string, b: string): boolean {
  const [left, right] = [compactPhone(a), compactPhone(b)]
  const [longer, shorter] = left.length > right.length ? [left, right] : [right, left]
  return shorter.length >= 7 && longer.endsWith(shorter)
}

/** Without leading zeros. In Russia and Kazakhstan 8 is dialled for +7. */
const compactPhone = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .replace(/^8(?=\d{10}$)/, '7')

/**
 * Reads a payment code: EMV merchant-presented, EPC 069-12, NBU, SPAYD, or a link of a payment system. Null if the text
 * is in another format. Throws `UnreadableCodeError`.
 */
function readPaymentCode(text: string): PaymentCode | null {
  const code = readEmv(text) ?? readCreditTransfer(text) ?? readSpayd(text) ?? readPaymentLink(text)
  if (code === null && misplacedMark.test(text))
    throw new UnreadableCodeError('something precedes the mark of the format')
  return code
}

/** A banking app may skip what precedes the mark (a byte order mark, a space), and would pay a code that was not compared. */
const misplacedMark = /^.{1,16}?(?:BCD\s*[\r\n]|SPD\s*\*|000201\d\d)/is

/** Active currencies of ISO 4217: letters and digits. */
const codes = `
  AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048 BIF108
  BMD060 BND096 BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152 CNY156 COP170
  CRC188 CUP192 CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826
  GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IQD368
  IRR364 ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418
  LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462
  MWK454 MXN484 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608
  PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654
  SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780
  TWD901 TZS834 UAH980 UGX800 USD840 UYU858 UZS860 VED926 VES928 VND704 VUV548 WST882 XAF950 XCD951 XCG532
  XOF952 XPF953 YER886 ZAR710 ZMW967 ZWG924
`

const alphabetic = new Map(
  Array.from(codes.matchAll(/([A-Z]{3})(\d{3})/g), ([, letters, digits]) => [digits, letters]),
)

/** The letters of a numeric currency code; other text and unknown codes as they are. */
const alphabeticCurrency = (currency: string): string => alphabetic.get(currency) ?? currency
