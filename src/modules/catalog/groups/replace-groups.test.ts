import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeGroup, type TestGroup, type TestVariant, type VariantBody } from '#test/support/groups.ts'
import { assertRefused, makeShopper, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('product groups replaced and deleted', ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    service.request(method, `/admin${path}`, { headers: shop.owner.headers, ...(body !== undefined && { body }) })
  const groups = '/product-groups'
  const shown = async (id: string): Promise<TestGroup & Record<string, unknown>> =>
    (await send('GET', `${groups}/${id}`)).body.data
  const shownProduct = async (id: string) => (await send('GET', `/products/${id}`)).body.data
  const named = ({ variants }: TestGroup) => variants.map(({ name }) => name)
  const events = async (name: string, ids: readonly string[]) =>
    (await eventsOf(service, shop.id, name)).filter(({ data }) => ids.includes(data.product.id))
  const idsOf = ({ variants }: TestGroup) => variants.map(({ id }) => id)

  const bodyOf = (group: TestGroup, more: object = {}) => ({
    name: 'Linen Shirt',
    varies_by: ['Size', 'Colour'],
    variants: group.variants.map(({ sku, options, price }): VariantBody => ({ sku, options, price })),
    ...more,
  })

  it('PUT /admin/product-groups/{id} makes, changes, joins and removes variants, all at once', async () => {
    const group = await makeGroup(service, shop)
    const shopper = await makeShopper(service, shop)
    const [bought, , gone, kept] = group.variants as [TestVariant, TestVariant, TestVariant, TestVariant]
    assert.equal((await shopper.order([{ product_id: bought.id, quantity: 2 }])).status, 201)
    const plain = await makeProduct(service, shop, { name: 'Was plain', onHand: 9 })
    const { variants } = bodyOf(group)
    const answer = await send('PUT', `${groups}/${group.id}`, {
      ...bodyOf(group, { category: 'Shirts' }),
      variants: [
        { sku: plain.sku, options: { Size: 'S', Colour: 'Red' }, price: 12 },
        { sku: unique('new'), options: { Size: 'L', Colour: 'Red' }, price: 45, on_hand: 3 },
        { ...variants[3], price: 50, on_hand: 7, position: 0 },
        variants[1],
      ],
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(named(answer.body.data), [
      'Linen Shirt, M / Blue',
      'Linen Shirt, S / Red',
      'Linen Shirt, L / Red',
      'Linen Shirt, S / Blue',
    ])
    assert.equal(answer.body.data.variants[1].id, plain.id)
    assert.deepEqual(await stockOf(service, plain.id), [9, 0])
    assert.deepEqual(await stockOf(service, kept.id), [7, 0])
    assertRefused(await send('GET', `/products/${gone.id}`), 404, 'NOT_FOUND')
    const archived = await shownProduct(bought.id)
    assert.deepEqual(
      [archived.status, archived.group_id, archived.options, archived.name],
      ['archived', null, {}, 'Linen Shirt, S / Red'],
    )
    assert.deepEqual(await stockOf(service, bought.id), [5, 2])
    assert.equal((await events('product.deleted', [bought.id, gone.id])).length, 2)
    const same = answer.body.data
    const again = await send('PUT', `${groups}/${group.id}`, {
      ...bodyOf(same, { category: 'Shirts' }),
      variants: bodyOf(same).variants.map((variant, index) => ({ ...variant, position: [0, 0, 1, 3][index] })),
    })
    assert.deepEqual(again.body.data, same)
  })

  it('PUT /admin/product-groups/{id} sets what is left out to its default, but neither slug nor stock', async () => {
    const group = await makeGroup(service, shop, {
      brand: 'Regency',
      status: 'draft',
      slug: unique('slug').toLowerCase(),
    })
    const { body } = await send('PUT', `${groups}/${group.id}`, bodyOf(group, { name: 'Other' }))
    assert.deepEqual(
      [body.data.brand, body.data.status, body.data.slug, body.data.available],
      [null, 'active', group.slug, true],
    )
  })

  it('PUT /admin/product-groups/{id} with the SKU of another group answers 409 SKU_TAKEN', async () => {
    const [group, other] = [await makeGroup(service, shop), await makeGroup(service, shop)]
    const body = bodyOf(group, { name: 'Never' })
    body.variants[0] = { sku: other.variants[0]?.sku ?? '', options: { Size: 'S', Colour: 'Red' }, price: 1 }
    assertRefused(await send('PUT', `${groups}/${group.id}`, body), 409, 'SKU_TAKEN')
    assert.deepEqual(named(await shown(group.id)), named(group))
  })

  it('PUT /admin/product-groups/{id} with fewer on hand than reserved answers 409 INSUFFICIENT_STOCK', async () => {
    const group = await makeGroup(service, shop)
    const shopper = await makeShopper(service, shop)
    await shopper.order([{ product_id: group.variants[1]?.id ?? '', quantity: 3 }])
    const body = bodyOf(group, { name: 'Never' })
    body.variants = body.variants.map((variant) => ({ ...variant, on_hand: 2 }))
    assertRefused(await send('PUT', `${groups}/${group.id}`, body), 409, 'INSUFFICIENT_STOCK')
    const now = await shown(group.id)
    assert.deepEqual([now['name'], now.version], ['Linen Shirt', group.version])
  })

  it('PUT and PATCH /admin/product-groups/{id} with another expected_version answer 409 CONFLICT', async () => {
    const group = await makeGroup(service, shop)
    const expected_version = group.version
    const change = { name: 'Mine', expected_version }
    assert.equal((await send('PATCH', `${groups}/${group.id}`, change)).status, 200)
    assert.equal((await send('PATCH', `${groups}/${group.id}`, change)).status, 200)
    const stale = await send('PATCH', `${groups}/${group.id}`, { name: 'Theirs', expected_version })
    assertRefused(stale, 409, 'CONFLICT')
    assert.deepEqual(stale.body.error.details, { version: expected_version + 1 })
    assertRefused(await send('PUT', `${groups}/${group.id}`, bodyOf(group, { expected_version })), 409, 'CONFLICT')
    assert.equal((await shown(group.id))['name'], 'Mine')
  })

  it('DELETE /admin/product-groups/{id} deletes its variants, and archives those that were ordered', async () => {
    const group = await makeGroup(service, shop)
    const shopper = await makeShopper(service, shop)
    const [bought, carted, free] = group.variants as [TestVariant, TestVariant, TestVariant]
    await shopper.order([{ product_id: bought.id, quantity: 1 }])
    const body = { product_id: carted.id, quantity: 1 }
    await service.request('POST', '/user/cart/items', { headers: shopper.headers, body })
    const answer = await send('DELETE', `${groups}/${group.id}`)
    assert.deepEqual(answer.body.data, { id: group.id, outcome: 'deleted', deleted: 2, archived: 2 })
    assertRefused(await send('GET', `${groups}/${group.id}`), 404, 'NOT_FOUND')
    assertRefused(await send('GET', `/products/${free.id}`), 404, 'NOT_FOUND')
    for (const { id } of [bought, carted]) assert.equal((await shownProduct(id)).status, 'archived')
    assert.equal((await events('product.deleted', idsOf(group))).length, 4)
    const { items } = (await send('GET', `/audit-log?target=${group.id}`)).body.data
    assert.deepEqual(
      items.map(({ action }: { action: string }) => action),
      ['product_group.deleted', 'product_group.created'],
    )
  })
})
