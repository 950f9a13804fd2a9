import type { QrModules } from '../../../contract/view.ts'
import { quietZone } from './canvas.ts'

interface Props {
  modules: QrModules
  /** The accessible name. */
  label: string
}

/** A QR code that the server encoded, as elements: in its HTML, too, and forbidden by no content policy. */
export function QrLines({ modules: { size, modules }, label }: Props) {
  const side = size + 2 * quietZone
  return (
    <svg
      class="qr-image"
      viewBox={`-${quietZone} -${quietZone} ${side} ${side}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path stroke="#000" d={linesOf(size, modules)} />
    </svg>
  )
}

/** The dark modules, base64url of a length that was checked, as lines of a path, one unit wide. */
function linesOf(size: number, modules: string): string {
  const bytes = atob(modules.replaceAll('-', '+').replaceAll('_', '/'))
  let path = ''
  let length = 0
  for (let index = 0; index < size * size; index++) {
    const column = index % size
    const isDark = bytes.charCodeAt(index >> 3) & (128 >> (index & 7))
    if (isDark) length++
    if (length && !(isDark && column < size - 1)) {
      path += `M${column + (isDark ? 1 : 0) - length} ${(index - column) / size}.5h${length}`
      length = 0
    }
  }
  return path
}
