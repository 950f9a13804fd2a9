import {
  accountOf,
  type CodeAccount,
  type PaymentCode,
  readCodeAmount,
  UnreadableCodeError,
  uniqueFields,
} from './payment-code.ts'

type Fields = ReadonlyMap<string, string>

/**
 * Reads an EMV merchant-presented code (EMV QRCPS 1.1), on which Pix, PromptPay, VietQR, QRIS and others are based.
 * Null if the text is in another format.
 */
export function readEmv(text: string): PaymentCode | null {
  if (!text.startsWith('000201') || !/\D/.test(text)) return null
  const bytes = new TextEncoder().encode(text)
  // Lengths count characters, but some codes count the bytes of a name.
  const fields = tryReadTlv(text) ?? readTlv(String.fromCharCode(...bytes))
  if (fields.get('63')?.toUpperCase() !== crc16(bytes.subarray(0, -4)))
    throw new UnreadableCodeError('the checksum is wrong or missing')
  // The app adds a fixed fee (02) or a percentage (03) to the amount.
  if (/^0[23]$/.test(fields.get('55') ?? '')) throw new UnreadableCodeError('a fee is added to the amount')
  return {
    amount: readCodeAmount(fields.get('54')),
    currency: fields.get('53') ?? null,
    accounts: [...fields].flatMap(([tag, value]) => (tag >= '26' && tag <= '51' ? readTemplate(value) : [])),
  }
}

/** Fields by tag: two digits of tag, two digits of length, value. */
function readTlv(text: string): Fields {
  const fields = tryReadTlv(text)
  if (fields === null) throw new UnreadableCodeError('the fields do not fill the code')
  return fields
}

/** Null if the fields do not fill the text exactly. */
function tryReadTlv(text: string): Fields | null {
  const fields: [string, string][] = []
  for (let start = 0; start < text.length; ) {
    const [header, tag = '', length] = /^(\d\d)(\d\d)/.exec(text.slice(start, start + 4)) ?? []
    const end = start + 4 + Number(length)
    if (header === undefined || end > text.length) return null
    fields.push([tag, text.slice(start + 4, end)])
    start = end
  }
  return uniqueFields(fields)
}

/** How each payment system writes accounts in its template, by the identifier in field 00. */
const templates = new Map<string, (fields: Fields) => CodeAccount[]>([
  // Pix, BR Code manual of the Banco Central do Brasil: 01 is the key, of which a phone number begins with a plus.
  [
    'BR.GOV.BCB.PIX',
    (fields) => (fields.get('01')?.startsWith('+') ? accountOf('phone', fields.get('01')) : []),
  ],
  // PromptPay, Thai QR Payment Standard of the Bank of Thailand: 01 is a phone number, 04 a bank and an account.
  [
    'A000000677010111',
    (fields) => [
      ...accountOf('phone', fields.get('01')),
      ...accountOf('accountNumber', fields.get('04')?.slice(3)),
    ],
  ],
  // VietQR, NAPAS QR switching specification 1.5: 01 has the bank and the account, or a card for QRIBFTTC.
  [
    'A000000727',
    (fields) =>
      accountOf(
        fields.get('02') === 'QRIBFTTC' ? 'card' : 'accountNumber',
        readTlv(fields.get('01') ?? '').get('01'),
      ),
  ],
  // PayNow, SGQR specification of the Monetary Authority of Singapore: 02 is a phone number if 01 is 0.
  ['SG.PAYNOW', (fields) => (fields.get('01') === '0' ? accountOf('phone', fields.get('02')) : [])],
  // FPS, Common QR Code Specification of the Hong Kong Monetary Authority: 03 is a phone number.
  ['HK.COM.HKICL', (fields) => accountOf('phone', fields.get('03'))],
])

/** The accounts in a template of a known payment system. Other templates have structures of their own. */
function readTemplate(value: string): CodeAccount[] {
  const length = Number(/^00(\d\d)/.exec(value)?.[1] ?? 0)
  return templates.get(value.slice(4, 4 + length).toUpperCase())?.(readTlv(value)) ?? []
}

/** CRC-16/CCITT-FALSE, as field 63 has it. */
function crc16(bytes: Uint8Array): string {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
