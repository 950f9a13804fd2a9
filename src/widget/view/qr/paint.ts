import type { PageServices } from '../model.ts'
import { minCanvasSize, prepareCanvas, quietZone } from './canvas.ts'
import type { QrContent } from './read-qr.ts'

/**
 * Paints a code on a canvas, which needs no permission of the page's content policy as an image would. Throws where
 * it cannot be one.
 */
export async function paintQr(
  canvas: HTMLCanvasElement,
  content: QrContent,
  { loadQr, setTimer }: PageServices,
): Promise<void> {
  if (content.type === 'text') {
    const paintText = await loadQr()
    // A task of its own: what is on the screen by now stays quick to the touch.
    await new Promise<void>((resolve) => setTimer(0, resolve))
    return paintText(canvas, content.text)
  }
  const image = await createImageBitmap(new Blob([content.bytes], { type: content.mime }))
  const scale = Math.max(1, Math.ceil(minCanvasSize / image.width))
  // Of the smallest code that a payment fits into: 29 modules, whose size in the image nobody tells.
  const margin = Math.round((image.width * scale * quietZone) / 29)
  const context = prepareCanvas(canvas, image.width * scale + 2 * margin, image.height * scale + 2 * margin)
  context.drawImage(image, margin, margin, image.width * scale, image.height * scale)
  image.close()
}
