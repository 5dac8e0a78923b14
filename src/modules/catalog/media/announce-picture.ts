import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { productEvent } from '../products/manage-products.ts'
import { selectOwnProducts } from '../products/queries.ts'
import { showAnew } from './announce-queries.ts'
import type { MediaPayload } from './job-names.ts'

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
