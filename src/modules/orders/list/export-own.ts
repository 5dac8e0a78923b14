import { Payment, presentPayment, selectPaymentsOfOrders } from '#src/modules/payments/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { readPages } from '#src/platform/lib/read-pages.ts'
import type { Exporter } from '#src/platform/module.ts'
import { Order } from '../order-schemas.ts'
import { presentOrder } from '../present-order.ts'
import { selectOrdersOfUser } from '../queries.ts'
import type { OrderRow } from '../row-queries.ts'

type Whose = Parameters<Exporter['pages']>[1]

/** Shop by shop, because the index of a user's orders is. */
async function* ordersOf({ shop }: Databases, { id, merchantIds }: Whose): AsyncGenerator<OrderRow[]> {
  for (const merchantId of merchantIds)
    yield* readPages<OrderRow>((last, limit) =>
      selectOrdersOfUser(shop(merchantId), { merchantId, userId: id }, last, limit),
    )
}

export const exportOrders: Exporter = {
  name: 'orders',
  schema: Order,
  async *pages(databases, user) {
    for await (const orders of ordersOf(databases, user)) yield orders.map((order) => presentOrder(order, 'owner'))
  },
}

export const exportPayments: Exporter = {
  name: 'payments',
  schema: Payment,
  async *pages(databases, user) {
    for await (const orders of ordersOf(databases, user)) {
      const [first] = orders
      if (first === undefined) continue
      const ids = orders.map((order) => order.id)
      yield (await selectPaymentsOfOrders(databases.shop(first.merchant_id), first.merchant_id, ids)).map((payment) =>
        presentPayment(payment, 'owner'),
      )
    }
  },
}
