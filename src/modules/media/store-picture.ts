import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { PictureSize } from './picture-queries.ts'
import type { FinishedPicture } from './queries.ts'
import type { RenderedFile, RenderedSize } from './render.ts'

/** The owner of a picture's files in the store. */
export const ownerOf = (id: string): string => id.replaceAll('-', '')

/** Puts all sizes of a picture into the store. A name has the width and a digest of the bytes in it. */
export async function storeSizes(
  store: BlobStore,
  id: string,
  rendered: readonly RenderedSize[],
): Promise<Omit<FinishedPicture, 'hash'>> {
  const put = async (width: number, { path, digest }: RenderedFile, ending: string, contentType: string) => {
    const name = `${ownerOf(id)}-${width}-${digest}.${ending}`
    await store.put(name, path, contentType)
    return name
  }
  const sizes: PictureSize[] = []
  for (const { width, webp, jpeg } of rendered) {
    // Both have ended before a fault of one is told: what is put later would be deleted by nobody.
    const [webpName, jpegName] = await settled(
      put(width, webp, 'webp', 'image/webp'),
      put(width, jpeg, 'jpg', 'image/jpeg'),
    )
    sizes.push({ width, webp: webpName, jpeg: jpegName })
  }
  const largest = rendered.at(-1)
  if (largest === undefined) throw new Error('a picture has at least one size')
  return { width: largest.width, height: largest.height, sizes }
}

async function settled<T>(one: Promise<T>, other: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

/** Names of files of pictures; the ending tells the content type. */
export const fileName = /^[0-9a-f]{32}-\d{1,4}-[0-9a-f]{16}\.(jpg|webp)$/

export function contentTypeOf(name: string): string {
  return name.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
}
