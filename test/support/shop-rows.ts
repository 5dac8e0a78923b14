import { newId } from '#src/platform/lib/ids.ts'
import type { TestApp } from './app.ts'

/**
 * Rows a test needs and does not test: written straight into the tables, whatever the endpoints of other modules do.
 */

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
    complete: { status: 'completed', completed_at: at },
    cancel: { status: 'cancelled', cancelled_at: at },
    refund: { status: 'cancelled', payment_status: 'refunded', cancelled_at: at },
  }
  await db
    .updateTable('orders')
    .set({ ...changes[move], updated_at: at })
    .where('id', '=', orderId)
    .execute()
}

/** Marks every cart of the merchant as abandoned that long ago. */
export async function abandonedAgo({ deps: { db } }: TestApp, merchant: { id: string }, ms: number): Promise<void> {
  await db
    .updateTable('carts')
    .set({ status: 'abandoned', abandoned_at: new Date(Date.now() - ms) })
    .where('merchant_id', '=', merchant.id)
    .execute()
}
