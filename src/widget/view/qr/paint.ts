import type { PageServices } from '../model.ts'
import type { QrSquare } from './encoder.ts'
import { type QrContent, readQr } from './read-qr.ts'

/** The blank margin that scanners need around a QR code, in modules. */
export const quietZone = 4
/** In pixels: sharp on paper and on high-density screens. */
const minCanvasSize = 640

/** Starts loading the QR encoder if this field needs it, while the screen renders. */
export function preloadQrEncoder(field: string, { loadQr }: PageServices): void {
  if (readQr(field)?.type === 'text') loadQr().catch(() => undefined)
}

/**
 * Paints a QR code on a canvas, which works under a content policy that forbids images. Rejects if the content is not an
 * image that the browser can decode.
 */
export async function paintQr(
  canvas: HTMLCanvasElement,
  content: QrContent,
  { loadQr, setTimer }: PageServices,
): Promise<void> {
  if (content.type === 'text') {
    const paintText = await loadQr()
    // Encodes in a separate task, so that the page stays responsive.
    await new Promise<void>((resolve) => setTimer(0, resolve))
    return paintText(canvas, content.text)
  }
  const image = await createImageBitmap(new Blob([content.bytes], { type: content.mime }))
  const scale = Math.max(1, Math.ceil(minCanvasSize / image.width))
  // The image's module size is unknown. 29 modules is the smallest QR code that holds payment details.
  const margin = Math.round((image.width * scale * quietZone) / 29)
  const context = prepareCanvas(canvas, image.width * scale + 2 * margin, image.height * scale + 2 * margin)
  context.drawImage(image, margin, margin, image.width * scale, image.height * scale)
  image.close()
}

export function paintModules(canvas: HTMLCanvasElement, { size, isDark }: QrSquare): void {
  const totalModules = size + 2 * quietZone
  const scale = Math.ceil(minCanvasSize / totalModules)
  const context = prepareCanvas(canvas, totalModules * scale, totalModules * scale)
  context.fillStyle = '#000'
  for (let index = 0; index < size * size; index++) {
    const row = Math.floor(index / size)
    const column = index % size
    if (isDark(index)) {
      context.fillRect((column + quietZone) * scale, (row + quietZone) * scale, scale, scale)
    }
  }
}

/** Resizes the canvas and fills it with white. Throws if it has no 2D context. */
function prepareCanvas(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no 2D canvas')
  canvas.width = width
  canvas.height = height
  context.imageSmoothingEnabled = false
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return context
}
