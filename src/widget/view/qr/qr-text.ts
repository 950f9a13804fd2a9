/**
 * The text of a QR field that is no image: plain, or Base64 of printable text. A card number is valid Base64, too:
 * digits are always plain text. No payment format is Base64 of printable text.
 */
export function textOf(field: string): string {
  const trimmed = field.trim()
  const bytes = decodeBase64(trimmed)
  return (bytes && /[^\d\s]/.test(trimmed) && decodePrintable(bytes)) || trimmed
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

/** Decodes UTF-8; null if it is invalid or has control characters. */
function decodePrintable(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\s]|\p{Cn}/u.test(text) ? null : text
  } catch {
    return null
  }
}
