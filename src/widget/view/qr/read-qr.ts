export type QrContent =
  | { type: 'image'; mime: string; bytes: Uint8Array<ArrayBuffer> }
  /** Text to encode as a QR code. Never fetched, even if it is a URL. */
  | { type: 'text'; text: string }

/** Limits: an image of one megabyte, and the capacity of the largest QR code. */
const maxFieldLength = 1_400_000
const maxTextLength = 2953

/** How image files begin. */
const imageSignatures: readonly (readonly [start: RegExp, mime: string])[] = [
  [/^\u0089PNG/, 'image/png'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^<(svg|\?xml)/, 'image/svg+xml'],
]

/**
 * Reads a QR field, on the server and in the widget: a data URI or Base64 of an image or of printable text, or plain
 * text. Null if it is blank, broken or too long.
 */
export function readQr(field: string): QrContent | null {
  const trimmed = field.trim()
  if (!trimmed || trimmed.length > maxFieldLength) return null
  const data = dataOf(trimmed)
  const mime = data && imageType(data)
  if (mime) return data.bytes && { type: 'image', mime, bytes: data.bytes }
  const decoded = decodePrintable(data?.bytes)
  // What stands in a data URI is its data or nothing; what only looks like Base64 is plain text.
  const text = decoded || (data && /^data:/i.test(trimmed) ? '' : trimmed)
  return !text.trim() || text.length > maxTextLength ? null : { type: 'text', text }
}

/** By the content, since a data URI may name no type; else as declared. Empty for what is no image. */
function imageType({ mime, bytes }: { mime: string; bytes: Uint8Array | null }): string {
  const start = String.fromCharCode(...(bytes ?? []).slice(0, 12))
  const declared = /^image\/./.test(mime) ? mime : ''
  return imageSignatures.find(([signature]) => signature.test(start))?.[1] ?? declared
}

/** The bytes of a field that has them, as a data URI or in Base64. */
interface QrData {
  /** As the data URI declares it, in lower case; empty without one. */
  mime: string
  /** Null if they are broken. */
  bytes: Uint8Array<ArrayBuffer> | null
}

/** With spaces around its parts, as browsers read it. Plain text may begin with `data:` and a space, but names no image. */
const dataUri = /^data:(\s*image\/[\w.+-]+|[\w.+/-]*)\s*((?:;[^;,]*)*),(.*)$/is

/** Null for plain text. A card number is valid Base64, too: digits are always plain text. */
function dataOf(trimmed: string): QrData | null {
  const [, mime, parameters, data = ''] = dataUri.exec(trimmed) ?? []
  if (mime !== undefined) {
    const text = decodePercent(data)
    const isBase64 = /(^|;)\s*base64\s*$/i.test(mime + parameters)
    const bytes = text ? (isBase64 ? decodeBase64(text) : new TextEncoder().encode(text)) : null
    return { mime: mime.trim().toLowerCase(), bytes }
  }
  const bytes = /[^\d\s]/.test(trimmed) ? decodeBase64(trimmed) : null
  return bytes && { mime: '', bytes }
}

/** The text of a QR field; null if it has none. */
export function textOf(field: string): string | null {
  const content = readQr(field)
  return content?.type === 'text' ? content.text : null
}

/** Decodes Base64 or base64url; null if it is neither. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  // An exception costs more than the first rendering.
  if (/[^\w+/=\s-]/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

/** A percent sign that no letter or digit follows stays, as in browsers: an SVG has widths in percent. */
function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?!\w)/g, '%25'))
  } catch {
    return null
  }
}

/** Decodes UTF-8; null if it is invalid or has control characters. */
function decodePrintable(bytes: Uint8Array | null | undefined): string | null {
  if (!bytes) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\s]|\p{Cn}/u.test(text) ? null : text
  } catch {
    return null
  }
}
