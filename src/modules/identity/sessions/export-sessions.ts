import { Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { readPages } from '#src/platform/lib/read-pages.ts'
import type { Exporter } from '#src/platform/module.ts'
import { type ActiveSession, selectAllSessions } from './queries.ts'

/** The user's sessions, including ended ones that are still stored; no tokens. */
export const exportSessions: Exporter = {
  name: 'sessions',
  schema: Type.Object({
    id: Uuid,
    device_id: Type.String(),
    merchant_id: Nullable(Uuid),
    role: Nullable(Type.String()),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
    revoked_at: Nullable(Timestamp),
  }),
  async *pages({ db }, user) {
    const read = readPages<ActiveSession>((last, limit) => selectAllSessions(db, user.id, last, limit))
    for await (const rows of read)
      yield rows.map((row) => ({
        id: row.id,
        device_id: row.device_id,
        merchant_id: row.merchant_id,
        role: row.role_name,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        revoked_at: row.revoked_at?.toISOString() ?? null,
      }))
  },
}
