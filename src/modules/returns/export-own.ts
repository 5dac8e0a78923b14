import { readPages } from '#src/platform/lib/read-pages.ts'
import type { Exporter } from '#src/platform/module.ts'
import { selectReturnsOfUser } from './list-queries.ts'
import { presentReturn } from './present-return.ts'
import type { ReturnRow } from './queries.ts'
import { Return } from './schemas.ts'

export const exportReturns: Exporter = {
  name: 'returns',
  schema: Return,
  async *pages({ shop }, { id: userId, merchantIds }) {
    for (const merchantId of merchantIds) {
      const pages = readPages<ReturnRow>((last, limit) =>
        selectReturnsOfUser(shop(merchantId), { merchantId, userId }, last, limit),
      )
      for await (const rows of pages) yield rows.map((row) => presentReturn(row, 'customer'))
    }
  },
}
