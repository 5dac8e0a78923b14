import sharp, { type Sharp } from 'sharp'

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
export const pictureFormats: readonly PictureFormat[] = ['jpeg', 'png', 'webp', 'avif', 'gif']

let made = 0

/** A picture that no other is the same as. */
export async function makePicture(
  format: PictureFormat = 'jpeg',
  { width = 400, height = 300, change = (picture: Sharp) => picture } = {},
): Promise<Buffer> {
  made += 1
  // Several colours, so that each format has something to encode.
  const colour = { r: (made * 53) % 256, g: (made * 97) % 256, b: (made * 151) % 256 }
  const stripe = await sharp({ create: { width, height: Math.ceil(height / 2), channels: 3, background: colour } })
    .png()
    .toBuffer()
  const picture = sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .composite([{ input: stripe, top: 0, left: 0 }])
    .withMetadata()
  return change(picture).toFormat(format).toBuffer()
}

/** A grey progressive JPEG of 16 × 16 pixels whose scans after the first say nothing new. */
export async function makeScans(count: number): Promise<Buffer> {
  const whole = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .toColourspace('b-w')
    .jpeg({ progressive: true })
    .toBuffer()
  const scan = whole.indexOf(Buffer.from('ffda', 'hex'))
  const tables = whole.indexOf(Buffer.from('ffc4', 'hex'), scan)
  // A table with one code, which says that the coefficient is 0 in this block and the three behind it.
  const table = Buffer.from(`ffc400141001${'00'.repeat(15)}20`, 'hex')
  const next = Array.from({ length: count - 1 }, (_, n) => {
    // Of one coefficient after the other, its 14 bits: what is new about a coefficient may be sent once.
    const [coefficient, low] = [1 + Math.floor(n / 14), 13 - (n % 14)]
    const high = low === 13 ? 0 : low + 1
    return Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, coefficient, coefficient, (high << 4) | low, 0x1f])
  })
  return Buffer.concat([whole.subarray(0, tables), table, ...next, Buffer.from('ffd9', 'hex')])
}
