import type { Job } from '#src/platform/jobs/index.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from './dependencies.ts'
import { filesOf } from './invoice-files.ts'
import { type PaperPayload, renderJob } from './job-names.ts'
import { numberInvoices, waitSeconds } from './number-invoices.ts'
import { selectDueShops, selectInvoice } from './queries.ts'
import { deliverPaper } from './sending/deliver-paper.ts'

/** Shops of one run; the rest comes with the next. */
const mostShops = 100

/** Gives numbers to what was paid, sent and refunded some seconds ago. */
export const numberDueInvoices: Sweep<Dependencies> = {
  name: 'papers.number',
  everyMs: () => 2_000,
  async run({ db, shop, logger }) {
    for (const merchantId of await selectDueShops(db, waitSeconds, mostShops))
      await numberInvoices(shop(merchantId), merchantId).catch((error) =>
        logger.error({ err: error, merchant: merchantId }, 'the invoices of a shop could not be numbered; tried again'),
      )
  },
}

const renderInvoice: Job<PaperPayload, Dependencies> = {
  name: renderJob.name,
  bulk: true,
  async run(deps, { merchantId, invoiceId }) {
    const invoice = await selectInvoice(deps.shop(merchantId), merchantId, invoiceId)
    if (invoice !== undefined) await filesOf(deps, invoice)
  },
}

export const papersBackground: Background<Dependencies> = {
  jobs: [renderInvoice, deliverPaper],
  sweeps: [numberDueInvoices],
}
