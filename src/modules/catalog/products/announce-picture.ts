import { announceJob, type MediaPayload, selectTextPictures } from '#src/modules/media/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { showAnew } from './announce-queries.ts'
import { productEvent } from './manage-products.ts'
import { selectOwnProducts } from './queries.ts'
import { putInTexts } from './text-pictures.ts'

/** Products of one transaction. */
const atOnce = 200

/**
 * A picture is shown otherwise than before: each product that shows it gets a new version and an event. Texts that wait
 * for it show it, or leave it out if it could not be fetched.
 */
export async function announcePicture(db: Database, { merchantId, id }: MediaPayload): Promise<void> {
  const picture = (await selectTextPictures(db, merchantId, [id])).get(id)
  if (picture?.state !== 'failed') await announceProducts(db, { merchantId, id })
  if (picture !== undefined)
    await putInTexts(db, merchantId, picture, (transaction, ids) => tellOf(transaction, merchantId, ids))
}

async function announceProducts(db: Database, { merchantId, id }: MediaPayload): Promise<void> {
  let after: string | undefined
  do {
    after = await inTransaction(db, async (transaction) => {
      const ids = await showAnew(transaction, merchantId, id, after, atOnce)
      await tellOf(transaction, merchantId, ids)
      return ids.length === atOnce ? ids.at(-1) : undefined
    })
  } while (after !== undefined)
}

async function tellOf(transaction: Transaction, merchantId: string, ids: readonly string[]): Promise<void> {
  const rows = await selectOwnProducts(transaction, merchantId, ids)
  await emit(
    transaction,
    rows.map((row) => productEvent('product.updated', row)),
  )
}

export const announceMedia: Job<MediaPayload, Databases> = {
  name: announceJob.name,
  run: (deps, payload) => announcePicture(deps.shop(payload.merchantId), payload),
}
