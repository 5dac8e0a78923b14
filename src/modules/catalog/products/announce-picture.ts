import { announceJob, type MediaPayload } from '#src/modules/media/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { showAnew } from './announce-queries.ts'
import { productEvent } from './manage-products.ts'
import { selectOwnProducts } from './queries.ts'

/** Products of one transaction. */
const atOnce = 200

/** A picture is shown otherwise than before: each product that shows it gets a new version and an event. */
export async function announcePicture(db: Database, { merchantId, id }: MediaPayload): Promise<void> {
  let after: string | undefined
  do {
    after = await inTransaction(db, async (transaction) => {
      const ids = await showAnew(transaction, merchantId, id, after, atOnce)
      const rows = await selectOwnProducts(transaction, merchantId, ids)
      await emit(
        transaction,
        rows.map((row) => productEvent('product.updated', row)),
      )
      return ids.length === atOnce ? ids.at(-1) : undefined
    })
  } while (after !== undefined)
}

export const announceMedia: Job<MediaPayload, Databases> = {
  name: announceJob.name,
  run: (deps, payload) => announcePicture(deps.shop(payload.merchantId), payload),
}
