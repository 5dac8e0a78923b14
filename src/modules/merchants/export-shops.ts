import { Type } from 'typebox'
import type { Exporter } from '#src/modules/identity/index.ts'
import { Nullable, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { readPages } from '#src/platform/lib/read-pages.ts'
import { type ShopOfUser, selectShopsOfUser } from './queries.ts'

/** The shops that the user is a customer of or works for. */
export const exportShops: Exporter = {
  name: 'shops',
  schema: Type.Object({
    merchant_id: Uuid,
    name: Type.String(),
    customer_since: Nullable(Timestamp),
    role: Nullable(Type.String()),
  }),
  async *pages({ identity }, user) {
    const read = readPages<ShopOfUser>((last, limit) => selectShopsOfUser(identity, user.id, last?.merchant_id, limit))
    for await (const rows of read)
      yield rows.map((row) => ({
        merchant_id: row.merchant_id,
        name: row.name,
        customer_since: row.customer_since?.toISOString() ?? null,
        role: row.role,
      }))
  },
}
