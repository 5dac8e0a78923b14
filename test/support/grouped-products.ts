import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import type { TestApp } from './app.ts'

/** A group of products that are there, as rows: each gets an option of its own. */
export async function groupProducts(
  { deps: { db } }: Pick<TestApp, 'deps'>,
  merchant: { id: string },
  name: string,
  productIds: readonly string[],
): Promise<string> {
  const id = newId()
  await sql`
    insert into product_groups (merchant_id, id, name, varies_by, created_at, updated_at)
    values (${merchant.id}, ${id}, ${name}, '{Size}', now(), now())`.execute(db)
  for (const [index, productId] of productIds.entries()) {
    await sql`
      update products set group_id = ${id}, options = ${JSON.stringify({ Size: String(index) })}::jsonb,
                          options_key = ${String(index)}, position = ${index}
       where merchant_id = ${merchant.id} and id = ${productId}`.execute(db)
  }
  return id
}
