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
