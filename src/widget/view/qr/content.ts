/** What a QR field turned out to hold. */
export type QrContent =
  | { type: 'image'; mime: string; bytes: Uint8Array<ArrayBuffer> }
  /** The code's own text, to be encoded here. Never fetched, whatever it looks like. */
  | { type: 'text'; text: string }

/** More than any code needs: an image of a megabyte, a text of the largest QR there is. */
const longestField = 1_400_000
const longestText = 2953

const magic: readonly (readonly [prefix: string, mime: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['PHN2Zy', 'image/svg+xml'],
  ['PD94bW', 'image/svg+xml'],
]

/**
 * Reads a QR field, which may be a data URI of an image, Base64 of one, Base64 of printable text, or the text
 * itself. Null where it is too large to be a code.
 */
export function readQr(field: string): QrContent | null {
  const raw = field.trim()
  if (!raw || raw.length > longestField) return null
  const dataUri = /^data:(image\/[\w.+-]+)(?:;[^,;]*)*?(;base64)?,(.*)$/is.exec(raw)
  if (dataUri) {
    const [, mime = '', isBase64, data = ''] = dataUri
    const bytes = isBase64 ? decodeBase64(data) : utf8(decodePercent(data))
    return bytes && { type: 'image', mime: mime.toLowerCase(), bytes }
  }
  const bytes = decodeBase64(raw)
  if (bytes) {
    const mime = magic.find(([prefix]) => raw.startsWith(prefix))?.[1]
    if (mime) return { type: 'image', mime, bytes }
  }
  const inside = bytes && looksEncoded(raw) ? printable(bytes) : null
  const text = inside ?? raw
  return text.length > longestText ? null : { type: 'text', text }
}

/** A card number or a plain word also decodes as Base64; text that was encoded has both cases or padding. */
function looksEncoded(raw: string): boolean {
  return raw.length % 4 === 0 && !/^\d+$/.test(raw)
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const compact = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(compact)) return null
  try {
    return Uint8Array.from(atob(compact), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** The text that bytes are, where they are valid UTF-8 without control characters. */
function printable(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[\p{Cc}\p{Cn}\p{Co}]/u.test(text.replace(/[\r\n\t]/g, '')) ? null : text
  } catch {
    return null
  }
}
