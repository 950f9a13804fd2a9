/// <reference path="../../qrcode-core.d.ts" />
import { create } from 'qrcode/lib/core/qrcode.js'
import type { Money } from '../../contract/money.ts'
import type { QrModules } from '../../contract/view.ts'
import type { PaymentDetails } from '../../service/order.ts'
import { readQr } from '../../widget/view/qr/read-qr.ts'
import type { PayableQr } from '../rules/attempt/payment-details.ts'
import { bankLinkOf } from './bank-link.ts'
import { codeMismatch } from './code-mismatch.ts'

const nothing: PayableQr = { qr: null, code: null, link: null, mismatch: null }

/** The QR field with its encoded code and its link. All are null if it cannot be read, or if the code contradicts the payment. */
export function payableQr(details: PaymentDetails, requested: Money): PayableQr {
  const { qrUrl } = details
  const content = qrUrl === null ? null : readQr(qrUrl)
  if (content === null) return nothing
  if (content.type !== 'text') return { ...nothing, qr: qrUrl }
  const mismatch = codeMismatch(content.text, requested, details)
  if (mismatch !== null) return { ...nothing, mismatch }
  return { ...nothing, qr: qrUrl, code: encodeQr(content.text), link: bankLinkOf(content.text) }
}

/** Encodes text at error correction level M (15% may be unreadable); null if it is too long for a QR code. */
export function encodeQr(text: string): QrModules | null {
  const modules = modulesOf(text)
  if (modules === null) return null
  const { size, data } = modules
  const bytes = new Uint8Array(Math.ceil(data.length / 8))
  for (const [index, isDark] of data.entries()) {
    if (isDark === 1) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  const base64 = btoa(String.fromCharCode(...bytes))
  return { size, modules: base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') }
}

function modulesOf(text: string): { size: number; data: Uint8Array } | null {
  try {
    return create(text, { errorCorrectionLevel: 'M' }).modules
  } catch {
    return null
  }
}
