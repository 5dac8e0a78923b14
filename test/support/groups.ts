import assert from 'node:assert/strict'
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
