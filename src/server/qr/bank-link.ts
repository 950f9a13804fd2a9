import type { BankLink } from '../../contract/view.ts'

/** Every address that may open a banking app: a scheme or host of a payment system's own, each with its source. */
const links: readonly { kind: string; prefix: string }[] = [
  // NPCI, UPI Linking Specification: one payment. A mandate (`upi://mandate`) permits further payments.
  { kind: 'upi', prefix: 'upi://pay?' },
  // NSPK, Faster Payments System (SBP): payment links.
  { kind: 'nspk', prefix: 'https://qr.nspk.ru/' },
  // National Bank of Ukraine, rules for payment QR codes, versions 002 and 003.
  { kind: 'nbu', prefix: 'https://bank.gov.ua/qr/' },
  { kind: 'nbu', prefix: 'https://qr.bank.gov.ua/' },
]

/** The text as a link, if it is one of a payment system's own. Null for every other address. */
export function bankLinkOf(text: string): BankLink | null {
  // As the browser reads it.
  const href = URL.canParse(text) ? new URL(text).href : ''
  // A user, password or port stands where the prefix has a slash.
  const link = links.find(
    ({ prefix }) => href.toLowerCase().startsWith(prefix) && href.length > prefix.length,
  )
  return link === undefined ? null : { url: href, kind: link.kind }
}
