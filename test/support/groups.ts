import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { type TestApp, unique } from './app.ts'
import type { TestMerchant } from './factories.ts'

export interface TestVariant {
  id: string
  sku: string
  name: string
  price: number
  version: number
  options: Record<string, string>
}

export interface TestGroup {
  id: string
  version: number
  slug: string
  variants: TestVariant[]
}

export interface VariantBody {
  sku: string
  options: Record<string, string>
  price: number
  [field: string]: unknown
}

/** `S` and `M` in `Red` and `Blue`, unless other values are given. */
export function variantsOf(sizes: readonly string[] = ['S', 'M'], colours: readonly string[] = ['Red', 'Blue']) {
  const prefix = unique('V')
  return sizes.flatMap((Size) =>
    colours.map(
      (Colour): VariantBody => ({
        sku: `${prefix}-${Size}-${Colour}`,
        options: { Size, Colour },
        price: 39,
        on_hand: 5,
      }),
    ),
  )
}

/** A group of shirts in sizes and colours, made as staff does. */
export async function makeGroup(
  service: Pick<TestApp, 'request'>,
  { owner }: TestMerchant,
  body: Record<string, unknown> = {},
): Promise<TestGroup> {
  const shirt = { name: 'Linen Shirt', varies_by: ['Size', 'Colour'], variants: variantsOf(), ...body }
  const answer = await service.request('POST', '/admin/product-groups', { headers: owner.headers, body: shirt })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

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
