import { crc32, deflateSync } from 'node:zlib'

const width = 1280
const height = 720
const [ground, disc, sign] = [222, 64, 255]

let drawn: Buffer | undefined

/** What stands for a video until somebody gives it a picture: a grey one with the sign to play, as a PNG. */
export function drawPoster(): Buffer {
  drawn ??= png(rows())
  return drawn
}

/** One byte a pixel, each row behind the byte of its filter. */
function rows(): Buffer {
  const bytes = Buffer.alloc((width + 1) * height, ground)
  for (let y = 0; y < height; y++) {
    const row = y * (width + 1)
    bytes[row] = 0
    for (let x = width / 2 - 110; x < width / 2 + 110; x++) bytes[row + 1 + x] = shade(x - width / 2, y - height / 2)
  }
  return bytes
}

/** At this distance from the middle; edges are half a pixel soft. */
function shade(x: number, y: number): number {
  const inDisc = share(100 - Math.hypot(x, y))
  const inSign = share(Math.min(x + 32, 40 - x / 1.4 - Math.abs(y) * 1))
  return Math.round(ground + (disc - ground) * inDisc + (sign - disc) * Math.min(inSign, inDisc))
}

const share = (inside: number) => Math.max(0, Math.min(1, inside + 0.5))

function png(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header[8] = 8
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')])
}

function chunk(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
