import { currencyOf, type MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { countByState } from './count-queries.ts'
import {
  type FilterQuery,
  intersect,
  isOfState,
  isOfTime,
  type OrderFilter,
  type OrderSort,
  readFilter,
} from './filter.ts'
import { countReading, type ListedOrder, type Reading, selectOrders } from './list-queries.ts'

/** So many orders are read and sorted; more are read in the order of the list until the page is full. */
const readWhole = 2_000

/** @throws AppError VALIDATION_ERROR */
export async function readStaffFilter(
  merchants: MerchantDirectory,
  merchantId: string,
  query: FilterQuery,
): Promise<OrderFilter> {
  return readFilter(query, await currencyOf(merchants, merchantId))
}

/** A page of a merchant's orders, and how many there are: two statements, three with bounds of the total. */
export async function listOrders(
  db: Executor,
  merchantId: string,
  filter: OrderFilter,
  sort: OrderSort,
  request: PageRequest,
  fewOrders = readWhole,
): Promise<Page<ListedOrder>> {
  const { total, readings } = await planList(db, merchantId, filter, sort, fewOrders)
  const rows = readings.length === 0 ? [] : await selectOrders(db, merchantId, readings, sort, request)
  return toPage(rows, request.limit, total, (row) => [row.position, row.id])
}

interface Plan {
  total: number
  readings: Reading[]
}

async function planList(
  db: Executor,
  merchantId: string,
  filter: OrderFilter,
  sort: OrderSort,
  fewOrders: number,
): Promise<Plan> {
  if (filter.userId !== undefined) {
    const reading: Reading = { index: 'user', inOrder: sort.by === 'created_at', filter }
    return { total: await countReading(db, merchantId, reading), readings: [reading] }
  }
  const { sought, ...kept } = filter
  if (sought === undefined) return planKept(db, merchantId, kept, sort, fewOrders)
  const found: Reading = { index: 'text', inOrder: sort.by === 'created_at' && isOfTime(filter), filter }
  const days = sought.days && intersect(filter, sought.days)
  const dated = days && (await planKept(db, merchantId, { ...kept, ...days }, sort, fewOrders))
  const total = (await countReading(db, merchantId, found)) + (dated?.total ?? 0)
  return { total, readings: [found, ...(dated?.readings ?? [])] }
}

/** Without user and text. The cheaper way to read the page follows from the counts. */
async function planKept(
  db: Executor,
  merchantId: string,
  filter: OrderFilter,
  sort: OrderSort,
  fewOrders: number,
): Promise<Plan> {
  const counted = await countByState(db, merchantId, filter)
  const narrow: Reading = { index: isOfState(filter) ? 'state' : 'time', inOrder: sort.by === 'created_at', filter }
  const byTotal: Reading = { index: 'total', inOrder: sort.by === 'total', filter }
  const alongTheSort = sort.by === 'total' ? byTotal : narrow
  if (filter.minTotal === undefined && filter.maxTotal === undefined) {
    return { total: counted, readings: [counted <= fewOrders ? narrow : alongTheSort] }
  }
  if (counted <= fewOrders) {
    return { total: await countReading(db, merchantId, narrow), readings: [narrow] }
  }
  const total = await countReading(db, merchantId, byTotal)
  return { total, readings: [total <= fewOrders ? byTotal : alongTheSort] }
}
