import { Type } from 'typebox'
import type { Exporter } from '#src/modules/identity/index.ts'
import { Nullable, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { customerSince } from './customers/copy-queries.ts'
import { merchantNames, rolesOf } from './queries.ts'

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
  async *pages({ identity, shop }, user) {
    const roles = new Map(
      (await rolesOf(identity, user.id)).map(({ merchant_id, role_name }) => [merchant_id, role_name]),
    )
    const ids = [...new Set([...user.merchantIds, ...roles.keys()])].sort()
    for (let at = 0; at < ids.length; at += pageSize) {
      const page = ids.slice(at, at + pageSize)
      const names = await merchantNames(identity, page)
      const since = new Map<string, Date>()
      for (const [db, here] of Map.groupBy(page, shop)) {
        for (const [id, date] of await customerSince(db, user.id, here)) since.set(id, date)
      }
      yield page.map((id) => ({
        merchant_id: id,
        name: names.get(id) ?? '',
        customer_since: since.get(id)?.toISOString() ?? null,
        role: roles.get(id) ?? null,
      }))
    }
  },
}
