import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bySystem } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeGroup, type TestGroup, type TestVariant } from '#test/support/groups.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import type { GroupRows, VariantRow } from './group-rows.ts'
import { upsertGroups } from './upsert-groups.ts'

describeShop('upsertGroups', ({ service, shop }) => {
  const applied = (groups: GroupRows[]) => {
    const actor = { merchantId: shop.id, userId: shop.owner.id, cause: bySystem }
    return inTransaction(service.deps.db, (transaction) =>
      upsertGroups(transaction, actor, groups, { currency: 'GBP', unit: 1 }),
    )
  }
  const apply = async (groups: GroupRows[]) => {
    const { variants: _, ...outcome } = await applied(groups)
    return outcome
  }
  const read = async (path: string) =>
    (await service.request('GET', `/admin${path}`, { headers: shop.owner.headers })).body.data
  const bySlug = async (slug: string): Promise<TestGroup & { name: string; brand: string | null }> => {
    const { id } = await service.deps.db
      .selectFrom('slugs')
      .select('group_id as id')
      .where('merchant_id', '=', shop.id)
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return read(`/product-groups/${id}`)
  }
  const row = (number: number, sku: string, Size: string, more: Partial<VariantRow> = {}): VariantRow => ({
    row: number,
    sku,
    options: { Size },
    values: { price: 10 },
    onHand: 2,
    position: undefined,
    ...more,
  })
  const group = (slug: string, variants: VariantRow[], more: Partial<GroupRows> = {}): GroupRows => ({
    slug,
    values: { name: 'Vest', brand: 'Regency' },
    variesBy: ['Size'],
    variants,
    ...more,
  })
  const names = ({ variants }: TestGroup) => variants.map(({ name }) => name)

  it('makes groups of rows, and changes nothing when they come again', async () => {
    const [slug, other] = [unique('vest').toLowerCase(), unique('coat').toLowerCase()]
    const [one, two, three] = [unique('A'), unique('B'), unique('C')]
    const file = [group(slug, [row(2, one, 'S'), row(3, two, 'M')]), group(other, [row(4, three, 'S')])]
    assert.deepEqual(await apply(file), { created: [2, 3, 4], updated: [], unchanged: [], uncounted: 0, faults: [] })
    const made = await bySlug(slug)
    assert.deepEqual([names(made), made.slug, made.brand], [['Vest, S', 'Vest, M'], slug, 'Regency'])
    assert.deepEqual(await apply(file), { created: [], updated: [], unchanged: [2, 3, 4], uncounted: 0, faults: [] })
    const told = await eventsOf(service, shop.id, 'product.updated')
    assert.equal(told.filter(({ data }) => [one, two, three].includes(data.product.sku)).length, 0)
  })

  it('adds to a group what is new, and leaves its other variants as they are', async () => {
    const stored = await makeGroup(service, shop, { varies_by: ['Size', 'Colour'], category: 'Shirts' })
    const [variant] = stored.variants as [TestVariant]
    const rows = [
      row(2, unique('V'), 'XL', { options: { Size: 'XL', Colour: 'Red' } }),
      row(3, variant.sku, 'S', { options: variant.options, values: { price: 41 }, onHand: undefined }),
      row(4, unique('other SKU'), 'S', { options: { size: 's', COLOUR: 'Blue' }, values: {}, onHand: 9 }),
    ]
    const file = [group(stored.slug, rows, { values: { name: 'Flax' }, variesBy: ['SIZE', 'Colour'] })]
    const { variants, ...outcome } = await applied(file)
    assert.deepEqual(outcome, { created: [2], updated: [3, 4], unchanged: [], uncounted: 0, faults: [] })
    const told = { groupId: stored.id, isNew: false }
    assert.deepEqual(variants, [
      { ...told, row: 2, options: { Size: 'XL', Colour: 'Red' } },
      { ...told, row: 3, options: variant.options },
      { ...told, row: 4, options: { Size: 'S', Colour: 'Blue' } },
    ])
    const now = await bySlug(stored.slug)
    assert.deepEqual(names(now), [
      'Flax, S / Red',
      'Flax, S / Blue',
      'Flax, M / Red',
      'Flax, M / Blue',
      'Flax, XL / Red',
    ])
    assert.deepEqual([now.variants[0]?.price, now.variants[1]?.sku], [41, rows[2]?.sku])
  })

  it('makes a variant of a plain product with the SKU, whose slug leads to the group then', async () => {
    const plain = await makeProduct(service, shop, { name: unique('Vest') })
    const slug = unique('plain').toLowerCase()
    await service.request('PATCH', `/admin/products/${plain.id}`, { headers: shop.owner.headers, body: { slug } })
    const outcome = await apply([group(slug, [row(2, plain.sku, 'S', { values: {} }), row(3, unique('V'), 'M')])])
    assert.deepEqual(outcome, { created: [3], updated: [2], unchanged: [], uncounted: 0, faults: [] })
    const now = await bySlug(slug)
    assert.deepEqual([now.variants[0]?.id, names(now)], [plain.id, ['Vest, S', 'Vest, M']])
  })

  it('names what is wrong by row, and applies the others', async () => {
    const other = await makeGroup(service, shop)
    const plain = await makeProduct(service, shop)
    const { slug: foreign } = await read(`/products/${plain.id}`)
    const stored = await makeGroup(service, shop, {
      varies_by: ['Size'],
      variants: ['S', 'M'].map((Size) => ({ sku: unique('V'), options: { Size }, price: 5, on_hand: 3 })),
    })
    const [small] = stored.variants as [TestVariant]
    const shopper = await makeShopper(service, shop)
    await shopper.order([{ product_id: small.id, quantity: 2 }])
    const right = unique('right')
    const outcome = await apply([
      group(stored.slug, [
        row(2, other.variants[0]?.sku ?? '', 'L'),
        row(3, small.sku, 'S', { onHand: 1 }),
        row(4, unique('V'), 'XL', { values: {} }),
        row(5, unique('V'), 'XL', { options: { Fit: 'Slim' } }),
        row(6, right, 'XXL'),
        row(7, unique('V'), 'xxl'),
        row(8, unique('V'), '3XL', { values: { price: 9, compare_at_price: 8 } }),
        row(9, unique('V'), '4XL', { values: { price: 0.001 } }),
      ]),
      group(foreign, [row(10, unique('V'), 'S')]),
      group(unique('none').toLowerCase(), [row(11, unique('V'), 'S')], { values: {} }),
    ])
    assert.deepEqual(outcome.created, [6])
    const faults = outcome.faults.map((fault) => `${fault.row} ${fault.field}`).sort()
    assert.deepEqual(faults, [
      ...['10 slug', '11 name', '2 sku', '3 on_hand', '4 price', '5 options.Size'],
      ...['7 options', '8 compare_at_price', '9 price'],
    ])
    assert.deepEqual(names(await bySlug(stored.slug)), ['Vest, S', 'Vest, M', 'Vest, XXL'])
  })
})
