import type { Exporter } from '#src/modules/identity/index.ts'
import { Payment, presentPayment, selectPaymentsOfOrders } from '#src/modules/payments/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import { readPages } from '#src/platform/lib/read-pages.ts'
import { type OrderRow, selectOrdersOfUser } from './queries.ts'
import { Order, presentOrder } from './schemas.ts'

type Whose = Parameters<Exporter['pages']>[1]

/** Shop by shop, because the index of a user's orders is. */
async function* ordersOf(db: Database, { id, merchantIds }: Whose): AsyncGenerator<OrderRow[]> {
  for (const merchantId of merchantIds)
    yield* readPages<OrderRow>((last, limit) => selectOrdersOfUser(db, { merchantId, userId: id }, last?.id, limit))
}

export const exportOrders: Exporter = {
  name: 'orders',
  schema: Order,
  async *pages(db, user) {
    for await (const orders of ordersOf(db, user)) yield orders.map((order) => presentOrder(order, 'owner'))
  },
}

export const exportPayments: Exporter = {
  name: 'payments',
  schema: Payment,
  async *pages(db, user) {
    for await (const orders of ordersOf(db, user)) {
      const [first] = orders
      if (first === undefined) continue
      const ids = orders.map((order) => order.id)
      yield (await selectPaymentsOfOrders(db, first.merchant_id, ids)).map((payment) =>
        presentPayment(payment, 'owner'),
      )
    }
  },
}
