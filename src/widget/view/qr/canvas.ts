/** The blank that a code needs around it, in modules; ours, whatever an image brings. */
export const quietZone = 4
/** Large enough to stay sharp on paper and on dense screens. */
export const minCanvasSize = 640

/** A white canvas of this size. Throws where the browser has none to paint on. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas to paint on')
  canvas.width = width
  canvas.height = height
  context.imageSmoothingEnabled = false
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return context
}
