import { type RawBuilder, sql } from 'kysely'

/**
 * A data-modifying common table expression for a statement that does more: makes the user a customer of the merchant,
 * if `source`, another expression of that statement, has a row.
 */
export function makeCustomerFrom(source: RawBuilder<unknown>, merchantId: string, userId: string): RawBuilder<unknown> {
  return sql`
    insert into customers (merchant_id, user_id)
    select ${merchantId}::uuid, ${userId}::uuid where exists (select from ${source})
    on conflict do nothing`
}
