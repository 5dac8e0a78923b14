import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

/** Of each version at error correction level M: check bytes of a block, then blocks and their data bytes. */
const blocksOf: readonly (readonly [check: number, ...blocks: (readonly [count: number, bytes: number])[]])[] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
  [30, [1, 50], [4, 51]],
  [22, [6, 36], [2, 37]],
  [22, [8, 37], [1, 38]],
]

/** Centres of the alignment patterns. */
function alignmentOf(version: number): number[] {
  const last = 4 * version + 10
  if (version === 1) return []
  return version < 7 ? [6, last] : [6, (6 + last) / 2, last]
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Whether a module is a pattern, and no data. */
function isFunction(x: number, y: number, size: number, version: number): boolean {
  if (x === 6 || y === 6) return true
  if ((x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9)) return true
  if (version >= 7 && ((x > size - 12 && y < 6) || (y > size - 12 && x < 6))) return true
  const centres = alignmentOf(version)
  const last = centres.at(-1)
  return centres.some((cx) =>
    centres.some((cy) => {
      const isFinder = (cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6)
      return !isFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2
    }),
  )
}

/** Reads a QR code without faults, of level M, with one segment of bytes in UTF-8. `rows`: with a margin of four. */
export function readQrCode(rows: readonly (readonly boolean[])[]): string {
  const modules = rows.slice(4, -4).map((row) => row.slice(4, -4))
  const size = modules.length
  const version = (size - 17) / 4
  const at = (x: number, y: number) => Number(modules[y]?.[x] ?? false)
  const places = [0, 1, 2, 3, 4, 5, 7, 8]
  const format = [...places.map((x) => at(x, 8)), ...[7, 5, 4, 3, 2, 1, 0].map((y) => at(8, y))]
  const bits = format.reduce((sum, bit) => 2 * sum + bit, 0) ^ 0x5412
  assert.equal(bits >> 13, 0, 'level M')
  const mask = masks[(bits >> 10) & 7]
  assert.ok(mask)
  const read: number[] = []
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step
        if (!isFunction(x, y, size, version)) read.push(at(x, y) ^ Number(mask(x, y)))
      }
  }
  const bytes = Array.from({ length: read.length >> 3 }, (_, n) =>
    read.slice(8 * n, 8 * n + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  )
  const data = dataOf(bytes, version).flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number))
  let place = 0
  const next = (count: number) => {
    place += count
    return data.slice(place - count, place).reduce((sum, bit) => 2 * sum + bit, 0)
  }
  assert.equal(next(4), 4, 'a segment of bytes')
  const length = next(version < 10 ? 8 : 16)
  return Buffer.from(Array.from({ length }, () => next(8))).toString('utf8')
}

/** The data of each block in turn, whose bytes stand in turns. */
function dataOf(bytes: readonly number[], version: number): number[] {
  const [, ...groups] = blocksOf[version - 1] ?? assert.fail(`version ${version}`)
  const lengths = groups.flatMap(([count, length]) => Array<number>(count).fill(length))
  const blocks = lengths.map(() => [] as number[])
  let place = 0
  for (let n = 0; n < Math.max(...lengths); n++)
    for (const [index, length] of lengths.entries()) if (n < length) blocks[index]?.push(bytes[place++] ?? 0)
  return blocks.flat()
}

/** The modules of a PNG with one bit a pixel and `scale` pixels a module. */
export function readPng(png: Buffer, scale = 6): boolean[][] {
  const width = png.readUInt32BE(16)
  const begins = png.indexOf('IDAT')
  const lines = inflateSync(png.subarray(begins + 4, begins + 4 + png.readUInt32BE(begins - 4)))
  const perLine = 1 + Math.ceil(width / 8)
  return Array.from({ length: width / scale }, (_, y) =>
    Array.from({ length: width / scale }, (_one, x) => {
      const [line, column] = [y * scale * perLine + 1, x * scale]
      return (lines.readUInt8(line + (column >> 3)) & (128 >> (column & 7))) === 0
    }),
  )
}

/** The modules of a path of squares in an SVG. */
export function readPath(page: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) \d+"/.exec(page)?.[1])
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y] of page.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = rows[Number(y)]
    if (row) row[Number(x)] = true
  }
  return rows
}

/** The modules of the squares that a page of a PDF has, two points each. */
export function readPdfCode(pdf: Buffer): boolean[][] {
  const streams = [...pdf.toString('latin1').matchAll(/\/FlateDecode[\s\S]*?stream\n([\s\S]*?)\nendstream/g)]
  const squares = streams.flatMap(([, data = '']) => {
    const content = inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
    return [...content.matchAll(/([\d.]+) ([\d.]+) 2 2 re/g)].map(([, x, y]) => [Number(x) / 2, Number(y) / 2] as const)
  })
  const [left, top] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis] ?? 0))) as [number, number]
  const size = Math.round(Math.max(...squares.map(([x]) => x - left))) + 9
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [x, y] of squares) {
    const row = rows[Math.round(y - top) + 4]
    if (row) row[Math.round(x - left) + 4] = true
  }
  return rows
}

/** The picture that a mail has attached. */
export function attachedTo(mail: { source: string } | undefined): Buffer {
  const [, picture = ''] =
    /Content-Type: image\/png[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(mail?.source ?? '') ?? []
  return Buffer.from(picture, 'base64')
}
