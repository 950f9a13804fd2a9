/** The content of the service's QR field. */
export type QrContent =
  | { type: 'image' }
  /** Text to encode as a QR code. Never fetched, even if it is a URL. */
  | { type: 'text'; text: string }

/** Limits: an image of one megabyte, and the capacity of the largest QR code. */
const maxFieldLength = 1_400_000
const maxTextLength = 2953

/** The first bytes of PNG, JPEG, GIF, WebP and SVG files, in Base64. */
const imageSignature = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR.{7}RUJQ|PHN2Zy|PD94bW)/

/**
 * Reads a QR field: a data URI of an image, Base64 of an image, Base64 of printable text, or plain text. Null if it is
 * empty, broken or too long. The widget's `read-qr.ts` reads it in the same way; one table tests both.
 */
export function readQr(field: string): QrContent | null {
  const trimmed = field.trim()
  if (trimmed === '' || trimmed.length > maxFieldLength) return null
  const [uri, isBase64, data = ''] = /^data:image\/[^;,]+[^,]*?(;base64)?,(.*)$/is.exec(trimmed) ?? []
  if (uri !== undefined) return isDecodable(data, isBase64 !== undefined) ? { type: 'image' } : null
  // A card number is valid Base64, too: digits are always plain text. No payment format is Base64 of printable text.
  const bytes = /^[\d\s]+$/.test(trimmed) ? null : decodeBase64(trimmed)
  if (bytes !== null && imageSignature.test(trimmed)) return { type: 'image' }
  const text = (bytes && decodePrintable(bytes)) || trimmed
  return text.length > maxTextLength ? null : { type: 'text', text }
}

function isDecodable(data: string, isBase64: boolean): boolean {
  if (isBase64) return decodeBase64(data) !== null
  try {
    decodeURIComponent(data)
    return true
  } catch {
    return false
  }
}

/** Decodes Base64 or base64url; null if it is neither. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

/** Decodes UTF-8; null if it is invalid or has control characters. */
function decodePrintable(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\s]|\p{Cn}/u.test(text) ? null : text
  } catch {
    return null
  }
}
