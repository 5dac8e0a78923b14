import { Type } from 'typebox'
import { Timestamp } from '#src/platform/http/envelope.ts'
import type { Exporter } from '#src/platform/module.ts'
import { selectFormerEmails } from './queries.ts'

/** Former addresses of the account while their change can be undone; few, since changes are limited. */
export const exportFormerEmails: Exporter = {
  name: 'former_emails',
  schema: Type.Object({ email: Type.String(), created_at: Timestamp, expires_at: Timestamp }),
  async *pages({ db }, user) {
    const rows = await selectFormerEmails(db, user.id)
    yield rows.map(({ email, created_at, expires_at }) => ({
      email,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    }))
  },
}
