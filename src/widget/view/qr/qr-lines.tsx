import type { QrModules } from '../../../contract/view.ts'
import { quietZone } from './canvas.ts'
import { decodeBase64 } from './qr-text.ts'

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

/** The dark modules of each row as lines of a path, one unit wide. */
function linesOf(size: number, modules: string): string {
  const bits = Array.from(decodeBase64(modules) ?? [], (byte) => byte.toString(2).padStart(8, '0')).join('')
  let path = ''
  for (let row = 0; row < size; row++) {
    for (const { 0: line, index } of bits.slice(row * size, (row + 1) * size).matchAll(/1+/g)) {
      path += `M${index} ${row}.5h${line.length}`
    }
  }
  return path
}
