import { create } from 'qrcode'

/** A code's modules, row by row; true is dark. */
export interface QrModules {
  readonly size: number
  isDark(row: number, column: number): boolean
}

export type EncodeQr = (text: string) => QrModules

/** Text as a QR code that still reads with a seventh of it hidden. */
export const encodeQr: EncodeQr = (text) => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 }
}
