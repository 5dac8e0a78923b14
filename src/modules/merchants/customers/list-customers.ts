import { withCustomPlans } from '#src/platform/db/statements/custom-plans.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { maxExactTotal, type RememberedTotals } from '#src/platform/lib/totals.ts'
import { type CustomerFilter, type CustomerRow, countCustomers, selectCustomers, type TextBy } from './queries.ts'

export interface CustomerReader {
  db: Executor
  totals: RememberedTotals
}

/**
 * A page of a merchant's customers. If many customers match a text, the list is scanned for it until the page is full.
 */
export async function listCustomers(
  { db, totals }: CustomerReader,
  merchantId: string,
  filter: CustomerFilter,
  request: PageRequest,
): Promise<Page<CustomerRow>> {
  const { q } = filter
  const list = async (executor: Executor) => {
    const count = () => countCustomers(executor, merchantId, filter)
    const { textBy, found } = await textByOf({ db: executor, totals }, merchantId, filter)
    const rows = await selectCustomers(executor, merchantId, filter, textBy, request)
    return toPage(rows, request, found === undefined ? count : async () => found, (row) => [row.position, row.user_id])
  }
  return q === undefined ? list(db) : withCustomPlans(db, list)
}

/** How to search for a text, and the number of matching customers, counted up to one above the maximum total. */
export async function textByOf(
  { db, totals }: CustomerReader,
  merchantId: string,
  { sort: _, order: __, ...filter }: CustomerFilter,
): Promise<{ textBy: TextBy; found?: number }> {
  if (filter.q === undefined) return { textBy: 'index' }
  const key = JSON.stringify(['customers with a text', merchantId, filter])
  const found = await totals.count(key, () => countCustomers(db, merchantId, filter))
  return { textBy: found > maxExactTotal ? 'row' : 'index', found }
}
