import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** Rows of modules, true for dark, with the margin of four that scanners need. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: 'M', boostEcc: false, maxVersion: 13, border: 4 }).data
}

/** Paths of its dark modules, each of 1 × 1. */
export function qrPath(rows: readonly boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

/** Pixels of a module. */
const scale = 6

/** A picture of it for mails: a PNG with a bit for each pixel. */
export function qrPng(rows: readonly boolean[][]): Buffer {
  const width = rows.length * scale
  const lines = rows.flatMap((row) => {
    const line = Buffer.alloc(1 + Math.ceil(width / 8))
    for (let x = 0; x < width; x++) {
      const isDark = row[Math.floor(x / scale)] ?? false
      if (!isDark) line.writeUInt8(line.readUInt8(1 + (x >> 3)) | (128 >> (x & 7)), 1 + (x >> 3))
    }
    return Array<Buffer>(scale).fill(line)
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(width, 4)
  head.writeUInt8(1, 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
