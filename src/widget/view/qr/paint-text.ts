import { encodeQr } from './encoder.ts'
import { paintModules } from './paint.ts'

export type PaintText = (canvas: HTMLCanvasElement, text: string) => void

/** Encodes text and paints it as a QR code. This module and its encoder are loaded only for a QR code that arrives as text. */
export const paintText: PaintText = (canvas, text) => paintModules(canvas, encodeQr(text))
