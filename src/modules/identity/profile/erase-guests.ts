import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { eraseUser } from '../accounts/queries.ts'
import type { Dependencies } from '../dependencies.ts'
import { lockExpiredGuest, markGuestsInUse, selectExpiredGuests } from '../guests/queries.ts'
import { erasePerson } from './erase-person.ts'

const batchSize = 100

/** Erases guests without orders 30 days after their last use. */
export const eraseGuests: Sweep<Dependencies> = {
  name: 'identity.erase-guests',
  everyMs: () => 600_000,
  async run(deps) {
    for (let found = batchSize; found === batchSize; ) {
      const expired = await selectExpiredGuests(deps.db, batchSize)
      found = expired.found
      if (expired.ids.length === 0) continue
      const customers = await inTransaction(deps.db, async (transaction) => {
        const ids = await deps.memberships.customersAmong(transaction, expired.ids)
        await markGuestsInUse(transaction, ids)
        return new Set(ids)
      })
      for (const id of expired.ids.filter((one) => !customers.has(one))) await eraseGuest(deps, id)
    }
  },
}

async function eraseGuest(deps: Parameters<Sweep<Dependencies>['run']>[0], id: string): Promise<void> {
  await inTransaction(deps.db, async (transaction) => {
    if (!(await lockExpiredGuest(transaction, id))) return
    await eraseUser(transaction, id, undefined)
    await erasePerson(transaction, deps, id, null)
  })
}
