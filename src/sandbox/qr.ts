import { create } from 'qrcode'

const quietZone = 4
/** Pixels of a module's side: eight, so that a module is a whole byte of its row. */
const scale = 8

interface Modules {
  size: number
  get(row: number, column: number): number
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const uint32Bytes = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

function chunk(type: string, data: Uint8Array): number[] {
  const body = Uint8Array.from([...new TextEncoder().encode(type), ...data])
  return [...uint32Bytes(data.length), ...body, ...uint32Bytes(crc32(body))]
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The rows of the picture, white being 1; in front of each the byte of its filter, which is none. */
function pixels(modules: Modules): Uint8Array<ArrayBuffer> {
  const rowBytes = 1 + modules.size + 2 * quietZone
  const rows = new Uint8Array(rowBytes * (rowBytes - 1) * scale).fill(0xff)
  for (let row = 0; row < modules.size; row++) {
    const top = (row + quietZone) * scale * rowBytes
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column) === 1) rows[top + 1 + quietZone + column] = 0
    }
    for (let line = 1; line < scale; line++) rows.copyWithin(top + line * rowBytes, top, top + rowBytes)
  }
  for (let start = 0; start < rows.length; start += rowBytes) rows[start] = 0
  return rows
}

/** A text as a QR code: a PNG of one bit per pixel, in Base64. No canvas, so it is the same in Node and in a page. */
export async function qrPng(text: string): Promise<string> {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = (modules.size + 2 * quietZone) * scale
  const png = [
    ...signature,
    ...chunk('IHDR', Uint8Array.from([...uint32Bytes(side), ...uint32Bytes(side), 1, 0, 0, 0, 0])),
    ...chunk('IDAT', await deflate(pixels(modules))),
    ...chunk('IEND', new Uint8Array()),
  ]
  return btoa(String.fromCharCode(...png))
}
