import { inflateSync } from 'node:zlib'
import { create } from 'qrcode'
import { expect, it } from 'vitest'
import { qrPng } from '../../src/sandbox/qr.ts'

const quietZone = 4
const scale = 8

/** The modules of a picture, read from the middle of each. */
function modulesOf(base64: string): boolean[][] {
  const png = Buffer.from(base64, 'base64')
  const side = png.readUInt32BE(16)
  const data = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
  const rowBytes = side / 8 + 1
  const modules = side / scale - 2 * quietZone
  const isDark = (row: number, column: number) => {
    const y = (row + quietZone) * scale + scale / 2
    return rows[y * rowBytes + 1 + column + quietZone] === 0
  }
  return Array.from({ length: modules }, (_, row) =>
    Array.from({ length: modules }, (_, column) => isDark(row, column)),
  )
}

it.each(['SANDBOX', 'SANDBOX|UA12|000123|1250.00|UAH', 'ґ'.repeat(200)])(
  'the picture holds the code of %s, module by module',
  async (text) => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const picture = modulesOf(await qrPng(text))
    expect(picture).toHaveLength(modules.size)
    const mismatched = picture.flatMap((line, row) =>
      line.filter((dark, column) => dark !== (modules.get(row, column) === 1)),
    )
    expect(mismatched).toEqual([])
  },
)
