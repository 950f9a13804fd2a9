/// <reference path="../qrcode-core.d.ts" />
import { create } from 'qrcode/lib/core/qrcode.js'

/** The light margin that readers need, in modules. */
const margin = 4

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}

/** Length, type, data and checksum. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}

/** The lines of the image, one bit a pixel. A module is eight pixels wide, which is one byte, and eight lines high. */
function drawLines({ size, data }: { size: number; data: Uint8Array }): Uint8Array<ArrayBuffer> {
  const sizeWithMargin = size + 2 * margin
  // Each line begins with its filter, "none"; light is all ones.
  const lineLength = 1 + sizeWithMargin
  const lines = new Uint8Array(8 * sizeWithMargin * lineLength).fill(0xff)
  for (let line = 0; line < 8 * sizeWithMargin; line++) {
    const row = (line >> 3) - margin
    const start = line * lineLength
    lines[start] = 0
    if (row < 0 || row >= size) continue
    for (let column = 0; column < size; column++)
      if (data[row * size + column] === 1) lines[start + 1 + margin + column] = 0
  }
  return lines
}

function imageHeader(width: number): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, width)
  // One bit a pixel, black and white.
  header[8] = 1
  return header
}

/** Encodes text as a QR code, as a PNG in Base64. */
export async function qrPng(text: string): Promise<string> {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', imageHeader(8 * (modules.size + 2 * margin))),
    chunk('IDAT', await deflate(drawLines(modules))),
    chunk('IEND', new Uint8Array(0)),
  ]
  return btoa(parts.map((part) => String.fromCharCode(...part)).join(''))
}
