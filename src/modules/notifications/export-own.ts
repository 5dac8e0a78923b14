import { Type } from 'typebox'
import { Uuid } from '#src/platform/http/envelope.ts'
import type { Exporter } from '#src/platform/module.ts'
import { selectOwnChoices } from './queries.ts'
import { choicesOf } from './rules.ts'
import { Notifications } from './schemas.ts'

/** What somebody has chosen to be mailed about, by shop. */
export const exportNotifications: Exporter = {
  name: 'notifications',
  schema: Type.Object({ merchant_id: Uuid, ...Notifications.properties }),
  async *pages({ db }, { id: userId }) {
    yield (await selectOwnChoices(db, userId)).map(({ merchant_id, kinds, large_order_over }) => ({
      merchant_id,
      kinds: choicesOf(kinds, false),
      large_order_over,
    }))
  },
}
