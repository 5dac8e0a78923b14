import { readPages } from '#src/platform/lib/read-pages.ts'
import type { Exporter } from '#src/platform/module.ts'
import { type InvoiceRow, selectInvoicesOfUser } from './queries.ts'
import { Paper, presentPaper } from './schemas.ts'

export const exportInvoices: Exporter = {
  name: 'invoices',
  schema: Paper,
  async *pages({ shop }, { id, merchantIds }) {
    for (const merchantId of merchantIds) {
      const pages = readPages<InvoiceRow>((last, limit) =>
        selectInvoicesOfUser(shop(merchantId), { merchantId, userId: id }, last, limit),
      )
      for await (const papers of pages) yield papers.map(presentPaper)
    }
  },
}
