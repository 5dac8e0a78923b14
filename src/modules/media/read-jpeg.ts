import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { PictureRow } from './picture-queries.ts'

/** The smallest JPEG of a picture that is at least so wide, else its largest; undefined if the store has lost it. */
export async function readJpeg(store: BlobStore, { sizes }: PictureRow, minWidth: number): Promise<Buffer | undefined> {
  const size = sizes.find(({ width }) => width >= minWidth) ?? sizes.at(-1)
  const blob = size && (await store.read(size.jpeg))
  return blob && buffer(blob.content)
}
