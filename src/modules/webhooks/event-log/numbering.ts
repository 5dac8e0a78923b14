import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  batchSize,
  numberEvents,
  saveNumberedUntil,
  selectNumberingStart,
  selectUnnumberedBefore,
  selectUnnumberedFrom,
} from './numbering-queries.ts'

/**
 * Numbers what nobody has asked the log for. Each call numbers a part of one merchant's events in a transaction of its
 * own, so that neither its other requests nor other merchants wait for a large import.
 */
export const numberLog: Sweep<Dependencies> = {
  name: 'webhooks.number-events',
  of: 'shops',
  everyMs: () => 1_000,
  async run({ db, config }) {
    const { oldest, recent } = await selectNumberingStart(db)
    const late = await selectUnnumberedBefore(db, recent)
    await numberAll(late, (merchant) => numberEvents(db, merchant, config.MAIL))
    const merchants = await selectUnnumberedFrom(db, recent)
    await numberAll(merchants, (merchant) => numberEvents(db, merchant, config.MAIL, recent))
    if (late.length + merchants.length > 0) await saveNumberedUntil(db, oldest)
  },
}

async function numberAll(merchants: readonly string[], number: (merchant: string) => Promise<{ numbered: number }>) {
  while (merchants.length > 0) {
    const unfinished: string[] = []
    for (const merchant of merchants) if ((await number(merchant)).numbered >= batchSize) unfinished.push(merchant)
    merchants = unfinished
  }
}
