import { type AuditEntry, bySystem, recordAudit } from '#src/platform/audit/index.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { findCustomer, findOrMakeCustomer } from './find-customer.ts'
import { readCustomer, tellUserUpdated } from './manage-customers.ts'
import { lockJoinable, mergeRecords, selectAddress } from './merge-queries.ts'
import { lockAddress } from './record-queries.ts'

/** Of one transaction; more are joined by the next job of the address. */
const maxJoined = 100

/** Makes the guests of one address at a shop one customer. A trigger of `customers` queues it. */
export const joinGuests: Job<{ merchant_id: string; user_id: string }, Pick<Dependencies, 'db'>> = {
  name: 'merchants.join_guests',
  run: ({ db }, { merchant_id: merchantId, user_id: userId }) =>
    inTransaction(db, async (transaction) => {
      const { stays, gone } = await joinAll(transaction, merchantId, userId)
      if (gone.length === 0) return
      const entries = gone.flatMap((id): AuditEntry[] => [
        { action: 'customer.merged', targetId: id, changes: { into: [null, stays] } },
        { action: 'customer.merged', targetId: stays, changes: { from: [null, id] } },
      ])
      await recordAudit(transaction, { merchantId, cause: bySystem }, entries)
      await tellUserUpdated(transaction, merchantId, await readCustomer(transaction, merchantId, stays))
    }),
}

/**
 * The guests become the shop's record of their address, as if staff had ordered for it: no session is that record, so
 * nobody gets what staff gives to it by typing an address, but the account that has confirmed it.
 */
async function joinAll(transaction: Transaction, merchantId: string, userId: string) {
  const nobody = { stays: '', gone: [] as string[] }
  const address = await selectAddress(transaction, merchantId, userId)
  if (address === undefined) return nobody
  const { email, email_key } = address
  await lockAddress(transaction, merchantId, email_key)
  const joinable = await lockJoinable(transaction, merchantId, email_key, maxJoined)
  const guests = joinable.filter(({ by_staff }) => !by_staff)
  const known = await findCustomer(transaction, merchantId, { email })
  // Of an account, or with terms of its own.
  const isTaken = known !== undefined && !joinable.some(({ user_id }) => user_id === known.userId)
  if (isTaken || guests.length < (known === undefined ? 2 : 1)) return nobody
  const since = guests[0]?.created_at
  const { userId: stays } = await findOrMakeCustomer(transaction, merchantId, { email, ...(since && { since }) })
  for (const { user_id } of guests) await mergeRecords(transaction, merchantId, user_id, stays)
  return { stays, gone: guests.map(({ user_id }) => user_id) }
}
