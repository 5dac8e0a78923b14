import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { batchSize, numberEvents, saveNumberedUntil, selectUnnumbered } from './numbering-queries.ts'

/**
 * Numbers events in the background. Each call numbers a part of one merchant's events in a transaction of its own, so
 * that neither its other requests nor other merchants wait for a large import.
 */
export const numberLog: Sweep<Dependencies> = {
  name: 'webhooks.number-events',
  everyMs: () => 1_000,
  async run({ db, config }) {
    const found = await selectUnnumbered(db)
    const [first] = found
    if (first === undefined) return
    for (let merchants = found; merchants.length > 0; ) {
      const unfinished: typeof found = []
      for (const merchant of merchants) {
        const { numbered } = await numberEvents(db, merchant.merchant_id, config.MAIL, merchant.earliest)
        if (numbered >= batchSize) unfinished.push(merchant)
      }
      merchants = unfinished
    }
    await saveNumberedUntil(db, first.oldest)
  },
}
