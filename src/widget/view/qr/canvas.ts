/** The blank margin that scanners need around a QR code, in modules. */
export const quietZone = 4
/** In pixels: sharp on paper and on high-density screens. */
export const minCanvasSize = 640

/** Resizes the canvas and fills it with white. Null if the browser has no 2D canvas. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  if (!context) return null
  canvas.width = width
  canvas.height = height
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return context
}

/** A square of modules, counted row by row. */
export interface QrSquare {
  readonly size: number
  isDark(index: number): boolean
}

/** Paints on a canvas, which works under a content policy that forbids images. False if the browser has no 2D canvas. */
export function paintModules(canvas: HTMLCanvasElement, { size, isDark }: QrSquare): boolean {
  const totalModules = size + 2 * quietZone
  const scale = Math.ceil(minCanvasSize / totalModules)
  const context = prepareCanvas(canvas, totalModules * scale, totalModules * scale)
  if (!context) return false
  context.scale(scale, scale)
  context.translate(quietZone, quietZone)
  context.fillStyle = '#000'
  for (let index = 0; index < size * size; index++) {
    if (isDark(index)) context.fillRect(index % size, Math.floor(index / size), 1, 1)
  }
  return true
}
