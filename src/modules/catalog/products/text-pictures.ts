import { type TextPicture, textFile } from '#src/modules/media/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { failedAddress, waitingAt, withPictures } from '#src/platform/rich-text/index.ts'
import { lockTexts, type TextTable, updateTexts } from './announce-queries.ts'

/** Texts of one transaction; each may have 100 kB. */
const atOnce = 50

/** Products behind groups: a variant that leaves its group takes the text with it. */
const tables: readonly TextTable[] = ['collections', 'product_groups', 'products']

/**
 * Puts a picture that is ready into the texts that wait for it, and takes one that has failed out of what staff reads.
 * Of each text, which may have changed meanwhile, only this picture is written.
 */
export async function putInTexts(
  db: Database,
  merchantId: string,
  picture: TextPicture,
  onProducts: (transaction: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const { id, state } = picture
  const shown = state === 'failed' ? { src: failedAddress(id) } : textFile(picture)
  if (shown === undefined) return
  const replaced = (html: string) => withPictures(html, (src) => (waitingAt(src) === id ? shown : 'kept'))
  for (const table of tables) {
    let after: string | undefined
    do {
      after = await inTransaction(db, async (transaction) => {
        const texts = await lockTexts(transaction, table, merchantId, id, after, atOnce)
        const changed = texts
          .map((text) => ({ id: text.id, before: text.html, html: replaced(text.html) }))
          .filter(({ before, html }) => html !== before)
        await updateTexts(transaction, table, merchantId, changed)
        if (table === 'products')
          await onProducts(
            transaction,
            changed.map((text) => text.id),
          )
        return texts.length === atOnce ? texts.at(-1)?.id : undefined
      })
    } while (after !== undefined)
  }
}
