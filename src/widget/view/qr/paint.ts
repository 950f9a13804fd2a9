import type { Surroundings } from '../model.ts'
import { blank, quietZone, smallestCanvas } from './canvas.ts'
import type { QrContent } from './content.ts'

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
    const paintText = await loadQr()
    // A task of its own: what is on the screen by now stays quick to the touch.
    await new Promise<void>((resolve) => after(0, resolve))
    return paintText(canvas, content.text)
  }
  const image = await createImageBitmap(new Blob([content.bytes], { type: content.mime }))
  const scale = Math.max(1, Math.ceil(smallestCanvas / image.width))
  // Of the smallest code that a payment fits into: 29 modules, whose size in the image nobody tells.
  const margin = Math.round((image.width * scale * quietZone) / 29)
  const context = blank(canvas, image.width * scale + 2 * margin, image.height * scale + 2 * margin)
  context.drawImage(image, margin, margin, image.width * scale, image.height * scale)
  image.close()
}
