import { recordAudit } from '#src/platform/audit/index.ts'
import { storeFault } from '#src/platform/blobs/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { PictureServices } from './dependencies.ts'
import { queueAnnouncement } from './job-names.ts'
import {
  deleteRemoved,
  type FinishedPicture,
  finishMedia,
  insertStoring,
  isDuplicateContent,
  type MediaRow,
  markRemoved,
  selectByContent,
  selectMedia,
  updatePoster,
} from './queries.ts'
import type { ReceivedFile } from './receive.ts'
import type { presentMedia } from './schemas.ts'
import { ownerOf, storeSizes, storeVideo } from './store-picture.ts'

/** What the answer shows. */
type ShownMedia = ReturnType<typeof presentMedia>
/** Runs the last step, in the transaction that an idempotency key commits with, and presents what it answers. */
export type Finish = (work: (executor: Executor) => Promise<MediaRow>) => Promise<ShownMedia>

/**
 * Makes a picture of a file that was sent. The row is there before the first file and shown after the last: a crash
 * leaves files of a row that the sweep removes.
 * @throws AppError VALIDATION_ERROR if it cannot be read, SERVICE_UNAVAILABLE if the store cannot be reached
 */
export async function uploadPicture(
  db: Database,
  services: PictureServices,
  staff: Staff,
  received: ReceivedFile,
  finish: Finish,
): Promise<ShownMedia> {
  const { merchantId } = staff
  const twin = await selectByContent(db, merchantId, received.hash)
  if (twin !== undefined) return finish(async () => twin)
  const rendered = await services.renderer.render(merchantId, received)
  const id = newId()
  await insertStoring(db, merchantId, id)
  try {
    const stored = await storeSizes(services.blobs, id, rendered)
    const picture = { ...stored, ...(await storeVideo(services.blobs, id, received)), hash: received.hash }
    const shown = await finishOnce(staff, id, picture, finish)
    if (shown.id !== id) await discard(db, services, merchantId, id)
    return shown
  } catch (error) {
    // The sweep does it where this fails as well.
    await discard(db, services, merchantId, id).catch(() => {})
    throw error
  }
}

/** The picture, or the one with the same bytes that was ready first. */
async function finishOnce(
  staff: Staff,
  id: string,
  picture: FinishedPicture & { hash: Buffer },
  finish: Finish,
): Promise<ShownMedia> {
  const work = async (executor: Executor) => {
    const twin = await selectByContent(executor, staff.merchantId, picture.hash)
    if (twin !== undefined) return twin
    return inTransaction(executor, async (transaction) => {
      const row = await finishMedia(transaction, staff.merchantId, id, picture)
      if (row === undefined) throw storeFault()
      const changes = { width: [null, row.width] as const, height: [null, row.height] as const }
      await recordAudit(transaction, staff, [{ action: 'media.created', targetId: id, changes }])
      return row
    })
  }
  try {
    return await finish(work)
  } catch (error) {
    if (!isDuplicateContent(error)) throw error
    return finish(work)
  }
}

/**
 * Makes a file that was sent the picture of a video. Files of the one before stay until the video is deleted: pages
 * show it still.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR if it is no picture, or not for a video
 */
export async function uploadPoster(
  id: string,
  db: Database,
  services: PictureServices,
  staff: Staff,
  received: ReceivedFile,
  finish: Finish,
): Promise<ShownMedia> {
  const { merchantId } = staff
  if (received.video !== undefined) throw invalid({ field: 'body', message: 'is a video; send a picture' })
  const before = await selectMedia(db, merchantId, id)
  if (before === undefined) throw notFound('video')
  if (before.video === null || before.state !== 'ready')
    throw invalid({ field: 'poster_of', message: 'is not the id of a video that is ready' })
  const stored = await storeSizes(services.blobs, id, await services.renderer.render(merchantId, received))
  return finish((executor) =>
    inTransaction(executor, async (transaction) => {
      const row = await updatePoster(transaction, merchantId, id, stored)
      if (row === undefined) throw notFound('video')
      await queueAnnouncement(transaction, { merchantId, id })
      const changes = { poster: [null, received.hash.toString('hex').slice(0, 16)] as const }
      await recordAudit(transaction, staff, [{ action: 'media.updated', targetId: id, changes }])
      return row
    }),
  )
}

/** Deletes the files of a picture, then its row: a file without a row would be found by nobody. */
export async function discard(
  db: Database,
  { blobs }: Pick<PictureServices, 'blobs'>,
  merchantId: string,
  id: string,
): Promise<void> {
  await markRemoved(db, merchantId, id)
  await blobs.removeOf(ownerOf(id))
  await deleteRemoved(db, merchantId, id)
}
