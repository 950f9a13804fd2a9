/// <reference path="../../qrcode-core.d.ts" />
import { create } from 'qrcode/lib/core/qrcode.js'
import type { QrModules } from '../../contract/view.ts'

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
