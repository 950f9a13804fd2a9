/** The bytes of a field that has them, as a data URI or in Base64. */
interface QrData {
  /** As the data URI declares it, in lower case; empty without one. */
  mime: string
  /** Null if they are broken. */
  bytes: Uint8Array<ArrayBuffer> | null
}

/** Null for plain text. A card number is valid Base64, too: digits are always plain text. */
export function dataOf(trimmed: string): QrData | null {
  const [, mime, parameters, data = ''] = /^data:([\w.+/-]*)((?:;[^;,]*)*),(.*)$/is.exec(trimmed) ?? []
  if (mime !== undefined) {
    const isBase64 = /(^|;)base64$/i.test(mime + parameters)
    return { mime: mime.toLowerCase(), bytes: isBase64 ? decodeBase64(data) : decodePercent(data) }
  }
  const bytes = /[^\d\s]/.test(trimmed) ? decodeBase64(trimmed) : null
  return bytes && { mime: '', bytes }
}

/** The text of a QR field that is no image. No payment format is Base64 of printable text. */
export function textOf(field: string): string {
  const trimmed = field.trim()
  return decodePrintable(dataOf(trimmed)?.bytes) || trimmed
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

function decodePercent(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new TextEncoder().encode(decodeURIComponent(text))
  } catch {
    return null
  }
}

/** Decodes UTF-8; null if it is invalid or has control characters. */
export function decodePrintable(bytes: Uint8Array | null | undefined): string | null {
  if (!bytes) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\s]|\p{Cn}/u.test(text) ? null : text
  } catch {
    return null
  }
}
