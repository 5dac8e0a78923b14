import type { Job } from '#src/platform/jobs/index.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from './dependencies.ts'
import { filesOf } from './invoice-files.ts'
import { type PaperPayload, renderJob } from './job-names.ts'
import { numberSome, waitSeconds } from './number-invoices.ts'
import { selectDueShops, selectInvoice } from './queries.ts'
import { LatePaper } from './render/renderer.ts'
import { deliverPaper } from './sending/deliver-paper.ts'

/** Shops of one run; the rest comes with the next. */
const maxShops = 100

/** Gives numbers to what was paid, sent and refunded some seconds ago: some of each shop, then more of who has more. */
const numberDueInvoices: Sweep<Dependencies> = {
  name: 'papers.number',
  everyMs: () => 2_000,
  async run({ db, shop, logger }) {
    let due = await selectDueShops(db, waitSeconds, maxShops)
    while (due.length > 0) {
      const more: string[] = []
      for (const merchantId of due) {
        const isMore = await numberSome(shop(merchantId), merchantId).catch((error) => {
          logger.error(
            { err: error, merchant: merchantId },
            'the invoices of a shop could not be numbered; tried again',
          )
          return false
        })
        if (isMore) more.push(merchantId)
      }
      due = more
    }
  },
}

const renderInvoice: Job<PaperPayload, Dependencies> = {
  name: renderJob.name,
  costly: true,
  async run(deps, { merchantId, invoiceId }) {
    const invoice = await selectInvoice(deps.shop(merchantId), merchantId, invoiceId)
    if (invoice === undefined) return
    await filesOf(deps, invoice).catch((error) => {
      if (!(error instanceof LatePaper)) throw error
      // Given up once: staff sees it where it would be sent, and who asks for the file.
      deps.logger.warn({ merchant: merchantId, invoice: invoiceId }, 'the files of a paper take too long; given up')
    })
  },
}

export const papersBackground: Background<Dependencies> = {
  jobs: [renderInvoice, deliverPaper],
  sweeps: [numberDueInvoices],
}
