/// <reference path="../../../qrcode-core.d.ts" />
import { create } from 'qrcode/lib/core/qrcode.js'
import type { QrSquare } from './paint-modules.ts'

/** Encodes text at error correction level M (15% may be unreadable). */
export function encodeQr(text: string): QrSquare {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (index) => modules.data[index] === 1 }
}
