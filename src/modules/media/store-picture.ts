import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { PictureSize } from './picture-queries.ts'
import type { FinishedPicture } from './queries.ts'
import type { ReceivedFile } from './receive.ts'
import type { RenderedFile } from './render.ts'

/** The owner of a picture's files in the store. */
export const ownerOf = (id: string): string => id.replaceAll('-', '')

interface StoredFiles {
  width: number
  height: number
  webp: RenderedFile
  jpeg: RenderedFile
  avif?: RenderedFile
}

/** Puts all sizes of a picture into the store. A name has the width and a digest of the bytes in it. */
export async function storeSizes(
  store: BlobStore,
  id: string,
  rendered: readonly StoredFiles[],
): Promise<Omit<FinishedPicture, 'hash'>> {
  const put = async (width: number, { path, digest }: RenderedFile, ending: string, contentType: string) => {
    const name = `${ownerOf(id)}-${width}-${digest}.${ending}`
    await store.put(name, path, contentType)
    return name
  }
  const sizes: PictureSize[] = []
  for (const { width, webp, jpeg, avif } of rendered) {
    // All have ended before a fault of one is told: what is put later would be deleted by nobody.
    const [webpName, jpegName, avifName] = await settled(
      put(width, webp, 'webp', 'image/webp'),
      put(width, jpeg, 'jpg', 'image/jpeg'),
      avif && put(width, avif, 'avif', 'image/avif'),
    )
    sizes.push({ width, webp: webpName, jpeg: jpegName, ...(avifName !== undefined && { avif: avifName }) })
  }
  const largest = rendered.at(-1)
  if (largest === undefined) throw new Error('a picture has at least one size')
  return { width: largest.width, height: largest.height, sizes }
}

/** Puts the file of a video into the store as it is, beside the picture that stands for it. */
export async function storeVideo(store: BlobStore, id: string, { video, hash }: ReceivedFile) {
  if (video === undefined) return {}
  const { file, width, height, seconds } = video
  const name = `${ownerOf(id)}-${height}-${hash.toString('hex').slice(0, 16)}.mp4`
  await store.put(name, file, 'video/mp4')
  return { video: { file: name, width, height, seconds } }
}

async function settled<T extends readonly unknown[]>(...puts: T) {
  await Promise.allSettled(puts)
  return Promise.all(puts)
}

/** Names of files of pictures; the ending tells the content type. */
export const fileName = /^[0-9a-f]{32}-\d{1,4}-[0-9a-f]{16}\.(jpg|webp|avif|mp4)$/

export function contentTypeOf(name: string): string {
  if (name.endsWith('.avif')) return 'image/avif'
  if (name.endsWith('.mp4')) return 'video/mp4'
  return name.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
}
