import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { countScans } from './jpeg-scans.ts'
import { maxMadePixels, maxPixels, maxRows, maxScans, widths } from './limits.ts'
import type { PictureKind } from './picture-kinds.ts'

export interface RenderedFile {
  path: string
  /** Of its bytes, 16 hex digits. */
  digest: string
}

export interface RenderedSize {
  width: number
  height: number
  webp: RenderedFile
  avif: RenderedFile
  jpeg: RenderedFile
}

/** The file is no picture that can be read; the message says why, after `the picture`. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture'
}

// A picture is decoded once, and by one thread: the process has a bounded number.
sharp.cache(false)
sharp.concurrency(1)
// Only decoders of what is taken, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
  ],
})

/**
 * Makes all sizes of a picture as files in a folder, the smallest first: upright, without metadata, in sRGB.
 * @throws UnreadablePicture
 */
export async function render(file: string, kind: PictureKind, folder: string): Promise<RenderedSize[]> {
  if (kind === 'jpeg' && countScans(await readFile(file)) > maxScans)
    throw new UnreadablePicture(`is a progressive JPEG of more than ${maxScans} scans; save it again as a JPEG`)
  const source = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { data, info } = await readable(() => decode(source, kind))
  const decoded = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const sizes: RenderedSize[] = []
  for (const width of [...widths.filter((each) => each < info.width), info.width]) {
    const { webp, avif, jpeg } = await readable(() => encode(decoded.clone().resize({ width })))
    sizes.push({
      width,
      height: webp.info.height,
      webp: await put(folder, `${width}.webp`, webp.data),
      avif: await put(folder, `${width}.avif`, avif),
      jpeg: await put(folder, `${width}.jpg`, jpeg),
    })
  }
  return sizes
}

/** What the codecs refuse is the fault of the picture; another try would end the same. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadablePicture) throw error
    throw new UnreadablePicture(reasonOf(error))
  }
}

/** The pixels of the largest size. */
async function decode(source: Sharp, kind: PictureKind) {
  const metadata = await source.metadata()
  const format: string = metadata.format === 'heif' ? 'avif' : metadata.format
  if (format !== kind) throw new UnreadablePicture('is not what its first bytes say')
  return source
    .autoOrient()
    .resize({ width: largestWidth(metadata), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** AVIF with effort 1: five sizes of a photo take 0.5 s of a core and 4/5 of WebP's bytes; with effort 4, 12 s. */
async function encode(resized: Sharp) {
  const [webp, avif, jpeg] = await Promise.all([
    resized.clone().webp({ quality: 80, effort: 4 }).toBuffer({ resolveWithObject: true }),
    resized.clone().avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer(),
    resized.clone().flatten({ background: '#fff' }).jpeg({ quality: 82, progressive: true }).toBuffer(),
  ])
  return { webp, avif, jpeg }
}

/** @throws UnreadablePicture if it is too high for its width */
function largestWidth({ autoOrient: { width, height } }: Metadata): number {
  const max = widths[widths.length - 1] ?? width
  const ofRows = Math.floor((width * maxRows) / height)
  if (ofRows < 1) throw new UnreadablePicture(`is more than ${maxRows} times as high as wide; cut it into parts`)
  const ofPixels = Math.max(1, Math.floor(Math.sqrt((maxMadePixels * width) / height)))
  return Math.min(width, max, ofRows, ofPixels)
}

/** A decoder's own words are for its makers. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  return /pixel limit|too large/i.test(text)
    ? 'has more than 64 megapixels; send a smaller one'
    : 'is broken or incomplete'
}

async function put(folder: string, name: string, bytes: Buffer): Promise<RenderedFile> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return { path, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
}
