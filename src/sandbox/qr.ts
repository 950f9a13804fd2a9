import { create } from 'qrcode'

const quietZone = 4
const scale = 4

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

function chunk(type: string, data: Uint8Array): number[] {
  const body = Uint8Array.from([...new TextEncoder().encode(type), ...data])
  return [...word(data.length), ...body, ...word(crc32(body))]
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** A text as a QR code: a PNG of one bit per pixel, in Base64. No canvas, so it is the same in Node and in a page. */
export async function qrPng(text: string): Promise<string> {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = (modules.size + 2 * quietZone) * scale
  const rowBytes = Math.ceil(side / 8) + 1
  const rows = new Uint8Array(rowBytes * side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const column = Math.floor(x / scale) - quietZone
      const row = Math.floor(y / scale) - quietZone
      const inside = column >= 0 && row >= 0 && column < modules.size && row < modules.size
      const dark = inside && modules.get(row, column) === 1
      const at = y * rowBytes + 1 + (x >> 3)
      if (!dark) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const png = [
    ...signature,
    ...chunk('IHDR', Uint8Array.from([...word(side), ...word(side), 1, 0, 0, 0, 0])),
    ...chunk('IDAT', await deflated(rows)),
    ...chunk('IEND', new Uint8Array()),
  ]
  return btoa(String.fromCharCode(...png))
}
