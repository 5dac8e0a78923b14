import { type MerchantDirectory, merchantOf } from '#src/modules/merchants/index.ts'
import { withCustomPlans } from '#src/platform/db/statements/custom-plans.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { maxExactTotal, type RememberedTotals } from '#src/platform/lib/totals.ts'
import { type FilterQuery, type OrderFilter, type OrderSort, readFilter } from './filter.ts'
import { countFound } from './match-queries.ts'
import { countOrders, type ListedOrder, type OrderList, selectOrders } from './queries.ts'

/** @throws AppError VALIDATION_ERROR */
export async function readStaffFilter(
  merchants: MerchantDirectory,
  merchantId: string,
  query: FilterQuery,
): Promise<OrderFilter> {
  const merchant = await merchantOf(merchants, merchantId)
  return readFilter(query, { ...merchant, hasMarkets: merchants.hasMarkets(merchantId) })
}

export interface OrderReader {
  db: Executor
  totals: RememberedTotals
}

/** A page of a merchant's orders. A user's orders are few, so the generic plan serves. */
export function listOrders(
  { db, totals }: OrderReader,
  merchantId: string,
  filter: OrderFilter,
  sort: OrderSort,
  request: PageRequest,
): Promise<Page<ListedOrder>> {
  const read = async (executor: Executor) => {
    const list = { merchantId, filter, textBy: await textBy({ db: executor, totals }, merchantId, filter) }
    const rows = await selectOrders(executor, list, sort, request)
    const count = () => countOrders(executor, list)
    return toPage(rows, request, count, (row) => [row.position, row.id])
  }
  return filter.userId === undefined ? withCustomPlans(db, read) : read(db)
}

/** If many orders match a text, the list is scanned for it until the page is full. */
async function textBy(
  { db, totals }: OrderReader,
  merchantId: string,
  { sought, userId }: OrderFilter,
): Promise<OrderList['textBy']> {
  if (sought === undefined || userId !== undefined) return 'row'
  const key = JSON.stringify(['orders with a text', merchantId, sought.text])
  const found = await totals.count(key, () => countFound(db, merchantId, sought))
  return found > maxExactTotal ? 'row' : 'index'
}
