import type { ReceiptType } from '../../contract/claim.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0))

/** What a file is by its first bytes, whatever its name or header says; null: no receipt. */
export function receiptTypeOf(data: Uint8Array): ReceiptType | null {
  const has = (bytes: readonly number[], at = 0): boolean =>
    bytes.every((byte, index) => data[at + index] === byte)
  if (has(jpeg)) return 'image/jpeg'
  if (has(png)) return 'image/png'
  if (has(ascii('RIFF')) && has(ascii('WEBP'), 8)) return 'image/webp'
  return has(ascii('%PDF-')) ? 'application/pdf' : null
}

const extensions: Record<ReceiptType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** The name of a receipt as a file: of the claim's number, never of what a payer has sent. */
export const receiptName = (claim: string, index: number, type: ReceiptType): string =>
  `${claim}-${index + 1}.${extensions[type]}`
