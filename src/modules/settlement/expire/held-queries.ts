import { sql } from 'kysely'
import type { HeldOrder, UnitsNeeded } from '#src/modules/pricing/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** Orders without a payment of any outcome; those of staff, and those kept by their payment method, are kept. */
const isUnpaid = sql`
  status = 'pending' and payment_status = 'unpaid' and source <> 'staff' and expires_at is null
  and not exists (select from payments paid where paid.merchant_id = orders.merchant_id and paid.order_id = orders.id)`

/** Maximum number of held orders considered for one order. */
const maxHeld = 1_000

/** Unpaid orders of others that are older than `holdSeconds` and hold one of the products, oldest first. */
export async function selectHeld(
  db: Executor,
  { merchantId, userId, holdSeconds, lines }: UnitsNeeded,
  except: readonly string[] = [],
): Promise<HeldOrder[]> {
  const productIds = lines.map((line) => line.productId)
  const { rows } = await sql<HeldOrder>`
    select id, (select json_agg(json_build_object('product_id', product_id, 'quantity', quantity))
                  from order_items item
                 where item.merchant_id = orders.merchant_id and item.order_id = orders.id) as items
      from orders
     where merchant_id = ${merchantId} and user_id <> ${userId} and ${isUnpaid}
       and created_at < now() - make_interval(secs => ${holdSeconds}::float8) and id <> all(${[...except]}::uuid[])
       and exists (select from order_items item
                    where item.merchant_id = orders.merchant_id and item.order_id = orders.id
                      and item.product_id = any(${productIds}::uuid[]))
     order by created_at, id limit ${maxHeld}`.execute(db)
  return rows
}

/**
 * Locks the orders that are still unpaid and not locked by others, until the transaction ends. It waits for no lock, so
 * it may be called with stock locked. A second statement checks payments: the first does not see commits during its
 * locking.
 */
export async function lockUnpaid(
  transaction: Transaction,
  merchantId: string,
  orderIds: readonly string[],
): Promise<Set<string>> {
  const locked = await sql<{ id: string }>`
    select id from orders where merchant_id = ${merchantId} and id = any(${[...orderIds]}::uuid[])
     order by id for no key update skip locked`.execute(transaction)
  const { rows } = await sql<{ id: string }>`
    select id from orders
     where merchant_id = ${merchantId} and id = any(${locked.rows.map(({ id }) => id)}::uuid[])
       and ${isUnpaid}`.execute(transaction)
  return new Set(rows.map(({ id }) => id))
}
