import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** Days in which the goods of an approved return are sent. */
const lapseDays = 30

/** Approved returns of all shops whose time has ended, the oldest first. */
export async function selectLapsed(db: Executor, limit: number): Promise<{ merchant_id: string; id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    select merchant_id, id from returns
     where status = 'approved' and approved_at < now() - make_interval(days => ${lapseDays})
     order by approved_at limit ${limit}`.execute(db)
  return rows
}

/** Deletes what an erased user wrote in returns, and labels, which have the address. */
export async function eraseNotes(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    update return_items item set note = null
      from returns
     where returns.user_id = ${userId} and item.merchant_id = returns.merchant_id and item.return_id = returns.id
       and item.note is not null`.execute(transaction)
  await sql`
    update returns set label_file = null, label_type = null
     where user_id = ${userId} and label_file is not null`.execute(transaction)
}
