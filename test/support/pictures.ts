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
