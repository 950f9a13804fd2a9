/// <reference path="../../../qrcode-core.d.ts" />
import { create } from 'qrcode/lib/core/qrcode.js'
import { minCanvasSize, paintModules, prepareCanvas, type QrSquare, quietZone } from './canvas.ts'
import { exportFile, type FilePurpose, type OfferFile, toFile } from './export.ts'
import { type QrContent, readQr } from './read-qr.ts'

/** Code for QR codes, loaded on demand. */
export interface QrCodes {
  openQr: typeof openQr
}
/** A QR code that was read from its field. */
export type Qr = ReturnType<typeof openQr>

/**
 * Reads a QR field; throws if it is empty, broken or too long. This module, with the encoder, is loaded on demand: what the
 * server encoded is painted without it.
 */
export function openQr(field: string) {
  const content = readQr(field)
  if (!content) throw new Error('The QR field is not readable')
  return {
    /** Null for an image. */
    text: content.type === 'text' ? content.text : null,
    /** The data URI of an SVG, which is shown as an image instead of painted: scripts do not run in it. */
    svgUri: svgDataUri(content),
    /** Rejects if the content cannot be encoded, or is no image that the browser can decode. */
    paint: (canvas: HTMLCanvasElement) => paintContent(canvas, content),
    /**
     * Saves or shares the QR code as a file, unless the page does. Without a canvas that is painted, it paints one. False
     * if nothing shows whether that worked.
     */
    async export(canvas: HTMLCanvasElement | null, purpose: FilePurpose, offer: OfferFile): Promise<boolean> {
      try {
        const file = await toFile(canvas ?? (await painted(content)), content)
        return file !== null && (await exportFile(file, purpose, offer))
      } catch {
        // The browser has no canvas.
        return false
      }
    },
  }
}

async function paintContent(canvas: HTMLCanvasElement, content: QrContent): Promise<void> {
  if (content.type === 'image') return paintImage(canvas, content)
  // Encodes in a separate task, so that the page stays responsive.
  await new Promise((resolve) => setTimeout(resolve))
  if (!paintModules(canvas, encodeQr(content.text))) throw noCanvas()
}

/** For a QR code that is shown as elements: a file has pixels. */
async function painted(content: QrContent): Promise<HTMLCanvasElement | null> {
  if (content.type === 'image') return null
  const canvas = document.createElement('canvas')
  await paintContent(canvas, content)
  return canvas
}

async function paintImage(
  canvas: HTMLCanvasElement,
  { bytes, mime }: QrContent & { type: 'image' },
): Promise<void> {
  const image = await createImageBitmap(new Blob([bytes], { type: mime }))
  const scale = Math.max(1, Math.ceil(minCanvasSize / image.width))
  const [width, height] = [image.width * scale, image.height * scale]
  const own = width * ownMargin(canvas, image)
  // The image's module size is unknown. 29 modules is the smallest QR code that holds payment details.
  const margin = Math.round(Math.max(0, ((width - 2 * own) * quietZone) / 29 - own))
  const context = prepareCanvas(canvas, width + 2 * margin, height + 2 * margin)
  if (!context) throw noCanvas()
  context.imageSmoothingEnabled = false
  context.drawImage(image, margin, margin, width, height)
  image.close()
}

/** Enough to measure a margin, and read in a moment. */
const sampleSize = 160

/** An image's own white margin as a share of its width; 0 if a browser does not let it be read. */
function ownMargin(canvas: HTMLCanvasElement, image: ImageBitmap): number {
  const context = prepareCanvas(canvas, sampleSize, sampleSize)
  context?.drawImage(image, 0, 0, sampleSize, sampleSize)
  let margin = sampleSize
  context?.getImageData(0, 0, sampleSize, sampleSize).data.forEach((value, index) => {
    const [x, y] = [(index >> 2) % sampleSize, Math.floor(index / 4 / sampleSize)]
    if (value < 200) margin = Math.min(margin, x, y, sampleSize - 1 - x, sampleSize - 1 - y)
  })
  return margin < sampleSize ? margin / sampleSize : 0
}

const noCanvas = () => new Error('The browser has no 2D canvas')

function svgDataUri(content: QrContent): string | null {
  if (content.type !== 'image' || content.mime !== 'image/svg+xml') return null
  return `data:image/svg+xml,${encodeURIComponent(new TextDecoder().decode(content.bytes))}`
}

/** Encodes text at error correction level M (15% may be unreadable). */
export function encodeQr(text: string): QrSquare {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (index) => modules.data[index] === 1 }
}
