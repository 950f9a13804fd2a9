import type { Surroundings } from '../model.ts'
import type { QrContent } from './content.ts'
import type { QrModules } from './encoder.ts'

/** The blank that a code needs around it, in modules; ours, whatever an image brings. */
const quietZone = 4
/** Large enough to stay sharp on paper and on dense screens. */
const smallestCanvas = 640

/**
 * Paints a code on a canvas, which needs no permission of the page's content policy as an image would. Throws where
 * it cannot be one.
 */
export async function paintQr(
  canvas: HTMLCanvasElement,
  content: QrContent,
  { loadQr, after }: Surroundings,
): Promise<void> {
  if (content.type === 'text') {
    const encode = await loadQr()
    // A task of its own: what is on the screen by now stays quick to the touch.
    await new Promise<void>((resolve) => after(0, resolve))
    return paintModules(canvas, encode(content.text))
  }
  const image = await createImageBitmap(new Blob([content.bytes], { type: content.mime }))
  const scale = Math.max(1, Math.ceil(smallestCanvas / image.width))
  // Of the smallest code that a payment fits into: 29 modules, whose size in the image nobody tells.
  const margin = Math.round((image.width * scale * quietZone) / 29)
  const context = blank(canvas, image.width * scale + 2 * margin, image.height * scale + 2 * margin)
  context.drawImage(image, margin, margin, image.width * scale, image.height * scale)
  image.close()
}

function paintModules(canvas: HTMLCanvasElement, { size, isDark }: QrModules): void {
  const whole = size + 2 * quietZone
  const scale = Math.ceil(smallestCanvas / whole)
  const context = blank(canvas, whole * scale, whole * scale)
  context.fillStyle = '#000'
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isDark(row, column)) {
        context.fillRect((column + quietZone) * scale, (row + quietZone) * scale, scale, scale)
      }
    }
  }
}

function blank(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas to paint on')
  canvas.width = width
  canvas.height = height
  context.imageSmoothingEnabled = false
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return context
}
