import { sql } from 'kysely'
import type { Transaction } from '../transaction.ts'

/**
 * Making and dropping partitions takes locks, and readers queue behind a waiting lock request. So it fails after 500
 * ms, and the sweep tries again ten minutes later.
 */
export async function setLockTimeout(transaction: Transaction): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(transaction)
}
