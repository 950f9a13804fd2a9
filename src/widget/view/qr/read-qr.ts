import { dataOf, decodePrintable } from './qr-text.ts'

/** The content of the service's QR field. */
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
 * text. Null if it is empty, broken or too long.
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
  return !text || text.length > maxTextLength ? null : { type: 'text', text }
}

/** By the content, since a data URI may name no type; else as declared. Empty for what is no image. */
function imageType({ mime, bytes }: { mime: string; bytes: Uint8Array | null }): string {
  const start = String.fromCharCode(...(bytes ?? []).slice(0, 12))
  const declared = /^image\/./.test(mime) ? mime : ''
  return imageSignatures.find(([signature]) => signature.test(start))?.[1] ?? declared
}
