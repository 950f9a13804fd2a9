import { decodeBase64, textOf } from './qr-text.ts'

/** The content of a QR field. */
export type QrContent =
  | { type: 'image'; mime: string; bytes: Uint8Array<ArrayBuffer> }
  /** Text to encode as a QR code. Never fetched, even if it is a URL. */
  | { type: 'text'; text: string }

/** Limits: an image of one megabyte, and the capacity of the largest QR code. */
const maxFieldLength = 1_400_000
const maxTextLength = 2953

/** The first bytes of image files, in Base64. */
const imageSignatures: readonly (readonly [prefix: RegExp, mime: string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR.{7}RUJQ/, 'image/webp'],
  [/^(PHN2Zy|PD94bW)/, 'image/svg+xml'],
]

/**
 * Reads a QR field as the server does: a data URI of an image, Base64 of an image, Base64 of printable text, or plain
 * text. Null if it is empty, broken or too long.
 */
export function readQr(field: string): QrContent | null {
  const trimmed = field.trim()
  if (!trimmed || trimmed.length > maxFieldLength) return null
  const [uri, uriMime, isBase64, data = ''] =
    /^data:(image\/[^;,]+)[^,]*?(;base64)?,(.*)$/is.exec(trimmed) ?? []
  if (uri) {
    const bytes = isBase64 ? decodeBase64(data) : decodePercent(data)
    return bytes && { type: 'image', mime: String(uriMime).toLowerCase(), bytes }
  }
  const mime = imageSignatures.find(([prefix]) => prefix.test(trimmed))?.[1]
  const bytes = mime ? decodeBase64(trimmed) : null
  if (bytes && mime) return { type: 'image', mime, bytes }
  const text = textOf(trimmed)
  return text.length > maxTextLength ? null : { type: 'text', text }
}

function decodePercent(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new TextEncoder().encode(decodeURIComponent(text))
  } catch {
    return null
  }
}
