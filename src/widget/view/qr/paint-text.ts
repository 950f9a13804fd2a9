import { encodeQr } from './encoder.ts'
import { minCanvasSize, prepareCanvas, quietZone } from './paint.ts'

export type PaintText = (canvas: HTMLCanvasElement, text: string) => void

/** Encodes text and paints it as a QR code. This module and its encoder are loaded only for a QR code that arrives as text. */
export const paintText: PaintText = (canvas, text) => {
  const { size, isDark } = encodeQr(text)
  const totalModules = size + 2 * quietZone
  const scale = Math.ceil(minCanvasSize / totalModules)
  const context = prepareCanvas(canvas, totalModules * scale, totalModules * scale)
  context.fillStyle = '#000'
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isDark(row, column)) {
        context.fillRect((column + quietZone) * scale, (row + quietZone) * scale, scale, scale)
      }
    }
  }
}
