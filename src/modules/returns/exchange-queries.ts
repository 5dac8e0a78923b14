import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { ReturnKey } from './queries.ts'

/** Days for which the order of an exchange waits for its return. */
const exchangeDays = 60

/** The groups of products of the shop, and until when the order of an exchange waits. */
export async function selectExchangeTerms(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<{ groups: Map<string, string | null>; until: Date }> {
  const { rows } = await sql<{ id: string | null; group_id: string | null; until: Date }>`
    select product.id, product.group_id, now() + make_interval(days => ${exchangeDays}) as until
      from (values (1)) one
      left join products product on product.merchant_id = ${merchantId} and product.id = any(${[...productIds]}::uuid[])
    `.execute(transaction)
  const groups = new Map(rows.flatMap(({ id, group_id }) => (id === null ? [] : [[id, group_id] as const])))
  const [first] = rows
  if (first === undefined) throw new Error('the terms have a row')
  return { groups, until: first.until }
}

export async function updateExchange(
  transaction: Transaction,
  { merchantId, returnId }: ReturnKey,
  orderId: string,
): Promise<void> {
  await sql`
    update returns set exchange_order_id = ${orderId}, updated_at = now()
     where merchant_id = ${merchantId} and id = ${returnId}`.execute(transaction)
}
