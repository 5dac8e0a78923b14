import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import type { TestApp } from './app.ts'

/** Rows that a test needs but does not test, written directly into the tables. */

/** The events of a merchant, oldest first, by name if given. */
export async function eventsOf(
  { deps: { db } }: TestApp,
  merchantId: string,
  ...names: string[]
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
): Promise<{ event: string; data: any }[]> {
  const rows = await db
    .selectFrom('events')
    .select(['name', 'body'])
    .where('merchant_id', '=', merchantId)
    .$if(names.length > 0, (query) => query.where('name', 'in', names))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ event: row.name, data: JSON.parse(row.body.toString()).data }))
}

/** An order with its lines, as placing one writes it. Later statuses are set with `moveOrder`. */
export async function insertOrder(
  { deps: { db } }: TestApp,
  merchant: { id: string; currency: string },
  userId: string,
  lines: readonly { productId: string; quantity: number; priceMinor: number }[],
  createdAt = new Date(),
): Promise<string> {
  const id = newId()
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('orders')
      .values({
        merchant_id: merchant.id,
        id,
        user_id: userId,
        order_number: `${createdAt.toISOString().slice(2, 10).replaceAll('-', '')}-${id.slice(-12).toUpperCase()}`,
        status: 'pending',
        payment_status: 'unpaid',
        currency: merchant.currency,
        total_minor: lines.reduce((sum, line) => sum + line.quantity * line.priceMinor, 0),
        created_at: createdAt,
        updated_at: createdAt,
      })
      .execute()
    await transaction
      .insertInto('order_items')
      .values(
        lines.map(({ productId, quantity, priceMinor }, index) => ({
          merchant_id: merchant.id,
          order_id: id,
          line: index + 1,
          product_id: productId,
          sku: 'SKU',
          name: 'Name',
          quantity,
          price_minor: priceMinor,
        })),
      )
      .execute()
  })
  return id
}

export type OrderMove = 'pay' | 'process' | 'complete' | 'cancel' | 'refund'

/** Takes an order to another state in one statement, as the service does. */
export async function moveOrder({ deps: { db } }: TestApp, orderId: string, move: OrderMove, at = new Date()) {
  const changes = {
    pay: { status: 'paid', payment_status: 'paid', paid_at: at },
    process: { status: 'processing' },
    complete: { status: 'completed', fulfillment_status: 'fulfilled', completed_at: at },
    cancel: { status: 'cancelled', cancelled_at: at },
    // As before refunds existed.
    refund: { status: 'cancelled', payment_status: 'refunded', cancelled_at: at },
  }
  await db
    .updateTable('orders')
    .set({ ...changes[move], updated_at: at })
    .where('id', '=', orderId)
    .execute()
}

/** A refund that the provider has confirmed, of units or of an amount alone, as the service writes one. */
export async function insertRefund(
  { deps: { db } }: TestApp,
  orderId: string,
  { items, amountMinor }: { items: readonly { product_id: string; quantity: number }[] | null; amountMinor: number },
  at = new Date(),
): Promise<string> {
  const { merchant_id, currency, total_minor, refunded_total_minor } = await db
    .selectFrom('orders')
    .select(['merchant_id', 'currency', 'total_minor', 'refunded_total_minor'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const refunded = refunded_total_minor + amountMinor
  const id = newId()
  const moments = { created_at: at, settled_at: at, due_at: at }
  const refund = { merchant_id, id, order_id: orderId, payment_id: id, currency, amount_minor: amountMinor }
  await db
    .insertInto('refunds')
    .values({ ...refund, status: 'pending', items: items && JSON.stringify(items), ...moments })
    .execute()
  await db
    .updateTable('orders')
    .set((update) => ({ refunded_total_minor: refunded, refund_count: update('refund_count', '+', 1) }))
    .where('id', '=', orderId)
    .execute()
  await db.updateTable('refunds').set({ status: 'succeeded' }).where('id', '=', id).execute()
  const payment_status = refunded < total_minor ? 'partially_refunded' : 'refunded'
  await db.updateTable('orders').set({ payment_status }).where('id', '=', orderId).execute()
  return id
}

/** The money of a confirmed refund comes back from the bank. */
export async function failRefund({ deps: { db } }: TestApp, refundId: string, at = new Date()): Promise<void> {
  const { order_id, amount_minor } = await db
    .updateTable('refunds')
    .set({ status: 'failed', settled_at: at })
    .where('id', '=', refundId)
    .returning(['order_id', 'amount_minor'])
    .executeTakeFirstOrThrow()
  await sql`
    update orders set refunded_total_minor = refunded_total_minor - ${amount_minor},
           payment_status = case when refunded_total_minor = ${amount_minor} then 'paid' else 'partially_refunded' end
     where id = ${order_id}`.execute(db)
}

/** Marks every cart of the merchant as abandoned that long ago. */
export async function abandonedAgo({ deps: { db } }: TestApp, merchant: { id: string }, ms: number): Promise<void> {
  await db
    .updateTable('carts')
    .set({ status: 'abandoned', abandoned_at: new Date(Date.now() - ms) })
    .where('merchant_id', '=', merchant.id)
    .execute()
}
