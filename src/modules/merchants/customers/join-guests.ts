import { type AuditEntry, bySystem, recordAudit } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { readCustomer, tellUserUpdated } from './manage-customers.ts'
import { joinGuestsOf } from './merge-queries.ts'

/** Makes the guests of one address at a shop one customer. A trigger of `customers` queues it. */
export const joinGuests: Job<{ merchant_id: string; user_id: string }, Pick<Dependencies, 'db'>> = {
  name: 'merchants.join_guests',
  run: ({ db }, { merchant_id: merchantId, user_id: userId }) =>
    inTransaction(db, async (transaction) => {
      const { stays, gone } = await joinGuestsOf(transaction, merchantId, userId)
      if (stays === null || gone.length === 0) return
      const entries = gone.flatMap((id): AuditEntry[] => [
        { action: 'customer.merged', targetId: id, changes: { into: [null, stays] } },
        { action: 'customer.merged', targetId: stays, changes: { from: [null, id] } },
      ])
      await recordAudit(transaction, { merchantId, cause: bySystem }, entries)
      await tellUserUpdated(transaction, merchantId, await readCustomer(transaction, merchantId, stays))
    }),
}
