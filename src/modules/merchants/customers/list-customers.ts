import { withCustomPlans } from '#src/platform/db/custom-plans.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { maxExactTotal, type RememberedTotals } from '#src/platform/lib/totals.ts'
import { type CustomerFilter, type CustomerRow, countCustomers, selectCustomers } from './queries.ts'

/**
 * A page of a merchant's customers. A text that many of them have is looked for in each customer of the list until the
 * page is full.
 */
export async function listCustomers(
  { db, totals }: { db: Executor; totals: RememberedTotals },
  merchantId: string,
  filter: CustomerFilter,
  request: PageRequest,
): Promise<Page<CustomerRow>> {
  const { q } = filter
  const list = async (executor: Executor) => {
    const count = () => countCustomers(executor, merchantId, q)
    const found =
      q === undefined ? 0 : await totals.count(JSON.stringify(['customers with a text', merchantId, q]), count)
    const rows = await selectCustomers(executor, merchantId, filter, found > maxExactTotal ? 'row' : 'index', request)
    return toPage(rows, request, q === undefined ? count : async () => found, (row) => [row.position, row.user_id])
  }
  return q === undefined ? list(db) : withCustomPlans(db, list)
}
