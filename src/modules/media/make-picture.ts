import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { PictureServices } from './dependencies.ts'
import type { MediaPayload } from './job-names.ts'
import { type FinishedPicture, finishMedia, isDuplicateContent, selectByContent } from './queries.ts'
import { incomingFolder, withReceived } from './receive.ts'
import { ownerOf, storeSizes, storeVideo } from './store-picture.ts'

/**
 * Makes a picture, whose row is there, of its bytes. `onReady` runs in the transaction in which it gets ready.
 * @throws AppError as `withReceived` and the renderer do
 */
export async function makePicture(
  db: Database,
  services: PictureServices,
  picture: MediaPayload,
  source: AsyncIterable<Buffer>,
  onReady: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { merchantId, id } = picture
  await withReceived(incomingFolder(services.config.DATA_DIR), source, async (received) => {
    const rendered = await services.renderer.render(merchantId, received)
    // What an earlier try has left.
    await services.blobs.removeOf(ownerOf(id))
    const stored = await storeSizes(services.blobs, id, rendered)
    const video = await storeVideo(services.blobs, id, received)
    await finish(db, picture, { ...stored, ...video, hash: received.hash }, onReady)
  })
}

/** One of two pictures with the same bytes has their hash. */
async function finish(
  db: Database,
  { merchantId, id }: MediaPayload,
  picture: FinishedPicture & { hash: Buffer },
  onReady: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const attempt = () =>
    inTransaction(db, async (transaction) => {
      const twin = await selectByContent(transaction, merchantId, picture.hash)
      const hash = twin === undefined ? picture.hash : null
      if ((await finishMedia(transaction, merchantId, id, { ...picture, hash })) !== undefined)
        await onReady(transaction)
    })
  await attempt().catch((error) => {
    if (!isDuplicateContent(error)) throw error
    return attempt()
  })
}
