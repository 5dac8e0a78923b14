import { Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { readPages } from '#src/platform/lib/read-pages.ts'
import type { Exporter } from '#src/platform/module.ts'
import { type OwnEntryRow, selectEntriesByUser } from './queries.ts'

/** The user's actions in all audit logs, without the changed values, which belong to the shops. */
export const exportActions: Exporter = {
  name: 'actions',
  schema: Type.Object({
    id: Uuid,
    merchant_id: Uuid,
    at: Timestamp,
    action: Type.String(),
    ip: Nullable(Type.String()),
  }),
  async *pages({ db }, user) {
    const read = readPages<OwnEntryRow>((last, limit) => selectEntriesByUser(db, user.id, last, limit))
    for await (const rows of read)
      yield rows.map((row) => ({
        id: row.id,
        merchant_id: row.merchant_id,
        at: row.at.toISOString(),
        action: row.action,
        ip: row.ip,
      }))
  },
}
