import { Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import type { Exporter } from '#src/platform/module.ts'
import { rolesOf, selectShopsOf } from './queries.ts'

const pageSize = 100

/** The shops of which the user is a customer or staff. */
export const exportShops: Exporter = {
  name: 'shops',
  schema: Type.Object({
    merchant_id: Uuid,
    name: Type.String(),
    customer_since: Nullable(Timestamp),
    role: Nullable(Type.String()),
  }),
  async *pages({ db }, user) {
    const roles = new Map((await rolesOf(db, user.id)).map(({ merchant_id, role_name }) => [merchant_id, role_name]))
    const ids = [...new Set([...user.merchantIds, ...roles.keys()])].sort()
    for (let at = 0; at < ids.length; at += pageSize) {
      const page = ids.slice(at, at + pageSize)
      yield (await selectShopsOf(db, user.id, page)).map(({ id, name, customer_since }) => ({
        merchant_id: id,
        name,
        customer_since: customer_since?.toISOString() ?? null,
        role: roles.get(id) ?? null,
      }))
    }
  },
}
