import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { binary, type Picture, pictureSize, picturesFolder } from '#demo-shop'
import { storeSizes } from '#src/modules/media/index.ts'
import type { BlobStore } from '#src/platform/blobs/index.ts'

interface PictureFile {
  path: string
  /** Of its bytes. */
  hash: Buffer
  digest: string
}

interface PictureFiles {
  id: string
  webp: PictureFile
  jpeg: PictureFile
}

/** Files of pictures, by name. Ids follow from the bytes: processes that start together store the same files. */
export async function readPictures(pictures: readonly Picture[]): Promise<ReadonlyMap<string, PictureFiles>> {
  const read = async (name: string, ending: string) => {
    const path = fileURLToPath(new URL(`${name}.${ending}`, picturesFolder))
    const bytes = await readFile(path)
    const hash = createHash('sha256').update(bytes).digest()
    return { path, hash, digest: hash.toString('hex').slice(0, 16) }
  }
  const found = pictures.map(async ({ name }) => {
    const [webp, jpeg] = await Promise.all([read(name, 'webp'), read(name, 'jpg')])
    return [name, { id: idOf(webp.hash), webp, jpeg }] as const
  })
  return new Map(await Promise.all(found))
}

const atOnce = 16

/** Puts pictures into the store as they are shipped, and answers the columns that their rows then have, by name. */
export async function storePictures(
  store: BlobStore,
  pictures: ReadonlyMap<string, PictureFiles>,
): Promise<ReadonlyMap<string, object>> {
  const stored = new Map<string, object>()
  const waiting = [...pictures]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, { id, webp, jpeg }] = next
      const size = { width: pictureSize, height: pictureSize, webp, jpeg }
      const columns = await storeSizes(store, id, [size])
      stored.set(name, { ...columns, state: 'ready', content_hash: binary(webp.hash) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return stored
}

/** An id of the beginning of 2025: older than all that a shop has. */
function idOf(hash: Buffer): string {
  const hex = hash.toString('hex')
  return `01941f29-7c00-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}
