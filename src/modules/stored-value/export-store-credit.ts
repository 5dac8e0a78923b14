import { Type } from 'typebox'
import { Uuid } from '#src/platform/http/envelope.ts'
import type { Exporter } from '#src/platform/module.ts'
import { selectAccount } from './account-queries.ts'
import { selectEntries } from './entry-queries.ts'
import { maxEntries } from './read-store-credit.ts'
import { LedgerEntry, presentEntry } from './schemas.ts'

export const exportStoreCredit: Exporter = {
  name: 'store_credit',
  schema: Type.Object({ merchant_id: Uuid, currency: Type.String(), ...LedgerEntry.properties }),
  async *pages({ shop }, { id: userId, merchantIds }) {
    for (const merchantId of merchantIds) {
      const db = shop(merchantId)
      const account = await selectAccount(db, merchantId, { userId })
      if (account === undefined) continue
      const { currency } = account
      const entries = await selectEntries(db, merchantId, account.id, maxEntries)
      yield entries.map((entry) => ({ merchant_id: merchantId, currency, ...presentEntry(entry, currency, 'owner') }))
    }
  },
}
