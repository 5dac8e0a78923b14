import { type OrderKey, orderExists } from '#src/modules/orders/index.ts'
import { countPayments, type PaymentRow, selectPayments } from '#src/modules/payments/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'

/** A page of an order's payments, newest first. @throws AppError NOT_FOUND */
export async function listPayments(db: Database, key: OrderKey, page: PageRequest): Promise<Page<PaymentRow>> {
  if (!(await orderExists(db, key))) throw notFound('order')
  const rows = await selectPayments(db, key.merchantId, key.orderId, page)
  const count = () => countPayments(db, key.merchantId, key.orderId)
  return toPage(rows, page, count, (row) => [row.id])
}
