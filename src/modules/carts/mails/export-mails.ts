import { Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { readPages } from '#src/platform/lib/read-pages.ts'
import type { Exporter } from '#src/platform/module.ts'
import { type CartMailRow, selectMailsTo } from './queries.ts'

/** Mails about carts that were left. */
export const exportCartMails: Exporter = {
  name: 'cart_mails',
  schema: Type.Object({ merchant_id: Uuid, cart_id: Uuid, sent_at: Timestamp, order_id: Nullable(Uuid) }),
  async *pages({ db }, { id: userId }) {
    const rows = readPages<CartMailRow>((last, limit) => selectMailsTo(db, userId, last, limit))
    for await (const page of rows)
      yield page.map(({ merchant_id, cart_id, sent_at, order_id }) => ({
        merchant_id,
        cart_id,
        sent_at: sent_at.toISOString(),
        order_id,
      }))
  },
}
