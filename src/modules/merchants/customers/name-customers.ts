import { selectAccounts } from '#src/modules/identity/index.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { nameUnnamed, selectUnnamed } from './copy-queries.ts'

const batchSize = 500

/** Who became a customer by a cart or an order has no name at the shop yet. */
export const nameCustomers: Sweep<Dependencies> = {
  name: 'merchants.name-customers',
  of: 'shops',
  everyMs: () => 1_000,
  async run({ db, identity }) {
    for (let found = batchSize; found === batchSize; ) {
      const userIds = await selectUnnamed(db, batchSize)
      found = userIds.length
      if (found > 0) await nameUnnamed(db, await selectAccounts(identity, userIds))
    }
  },
}
