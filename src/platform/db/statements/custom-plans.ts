import { sql } from 'kysely'
import { type Executor, inTransaction, type Transaction, writeBehind } from '../transaction.ts'

/**
 * Plans the statements of `work` for their values, not once for all (src/platform/db/README.md): for lists whose
 * filters may match all rows or none. Planning costs a millisecond or two.
 */
export function withCustomPlans<T>(db: Executor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await writeBehind(transaction, sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
    return work(transaction)
  })
}
