import { randomBytes } from 'node:crypto'

interface VideoParts {
  /** Main brand of `ftyp`. */
  brand?: string
  codec?: string
  /** Of the track: `vide` or `soun`. */
  handler?: string
  width?: number
  height?: number
  /** As a phone held upright writes it. */
  isTurned?: boolean
  seconds?: number
  /** Bytes of pictures and sound. */
  content?: number
}

/** An MP4 by its boxes, whose pictures are noise; no other is the same. */
export function makeVideo(parts: VideoParts = {}): Buffer {
  const { brand = 'isom', codec = 'avc1', handler = 'vide', width = 640, height = 360 } = parts
  const { isTurned = false, seconds = 12, content = 5_000 } = parts
  const words = (...numbers: number[]) => {
    const bytes = Buffer.alloc(numbers.length * 4)
    for (const [at, number] of numbers.entries()) bytes.writeInt32BE(number, at * 4)
    return bytes
  }
  const one = 65_536
  const matrix = isTurned ? [0, one, 0, -one, 0, 0, 0, 0, 1 << 30] : [one, 0, 0, 0, one, 0, 0, 0, 1 << 30]
  const movie = box('mvhd', words(0, 0, 0, 1_000, seconds * 1_000))
  const track = box('tkhd', words(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...matrix, width * one, height * one))
  const media = box(
    'mdia',
    box('hdlr', words(0, 0), Buffer.from(handler), Buffer.alloc(12)),
    box('minf', box('stbl', box('stsd', words(0, 1), box(codec, Buffer.alloc(8))))),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\x02\0${brand}`, 'latin1')),
    box('moov', movie, box('trak', track, media)),
    box('mdat', randomBytes(content)),
  ])
}

export function box(name: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
