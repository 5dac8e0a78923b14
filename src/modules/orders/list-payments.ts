import { type PaymentRow, selectPayments } from '#src/modules/payments/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { type OrderKey, orderExists } from './queries.ts'

/** A page of an order's payments, newest first. @throws AppError NOT_FOUND */
export async function listPayments(db: Database, key: OrderKey, page: PageRequest): Promise<Page<PaymentRow>> {
  if (!(await orderExists(db, key))) throw notFound('order')
  const { rows, total } = await selectPayments(db, key.merchantId, key.orderId, page)
  return toPage(rows, page.limit, total, (row) => [row.id])
}
