import { decodeBase64 } from '../../widget/view/qr/read-qr.ts'
import { bankLinkOf } from './bank-link.ts'
import {
  accountOf,
  type PaymentCode,
  readCodeAmount,
  readCreditTransfer,
  UnreadableCodeError,
  uniqueFields,
} from './payment-code.ts'

/** Reads the payment in a link of a payment system. Null if the text is not one. */
export function readPaymentLink(text: string): PaymentCode | null {
  const link = bankLinkOf(text)
  if (link !== null) return readers.get(link.kind)?.(new URL(link.url)) ?? null
  if (/^upi:/i.test(text)) throw new UnreadableCodeError('the link asks for more than one payment')
  return null
}

const readers = new Map<string, (url: URL) => PaymentCode>([
  ['upi', readUpi],
  ['nspk', readNspk],
  ['nbu', readNbu],
])

/** The payee is `ACCOUNT@IFSC.ifsc.npci`, or an address without an account number. */
function readUpi(url: URL): PaymentCode {
  const query = queryOf(url)
  const account = /^(\d+)@[A-Z]{4}0[A-Z\d]{6}\.ifsc\.npci$/i.exec(query.get('pa') ?? '')?.[1]
  return {
    amount: readCodeAmount(query.get('am')),
    currency: query.get('cu') || 'INR',
    accounts: accountOf('accountNumber', account),
  }
}

/** The sum is in kopecks. */
function readNspk(url: URL): PaymentCode {
  const query = queryOf(url)
  const kopecks = query.get('sum') ?? ''
  if (!/^\d*$/.test(kopecks)) throw new UnreadableCodeError('the sum is not a number')
  return {
    amount: readCodeAmount(kopecks.padStart(3, '0').replace(/(..)$/, '.$1')),
    currency: query.get('cur') || 'RUB',
    accounts: [],
  }
}

/** The end of the path is the transfer in base64url. Amount and account are ASCII in both of its encodings. */
function readNbu({ pathname }: URL): PaymentCode {
  const bytes = decodeBase64(pathname.split('/').at(-1) ?? '')
  const code = bytes && readCreditTransfer(String.fromCharCode(...bytes))
  if (code === null) throw new UnreadableCodeError('the link has no transfer')
  return code
}

const queryOf = (url: URL): Map<string, string> =>
  uniqueFields([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value.trim()]))
