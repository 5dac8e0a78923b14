import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeGroup, type TestGroup, type TestVariant } from '#test/support/groups.ts'
import { assertRefused, makeShopper, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('products that join and leave groups', ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    service.request(method, `/admin${path}`, { headers: shop.owner.headers, ...(body !== undefined && { body }) })
  const shown = async (id: string): Promise<TestGroup & { variant_count: number }> =>
    (await send('GET', `/product-groups/${id}`)).body.data
  const shownProduct = async (id: string) => (await send('GET', `/products/${id}`)).body.data
  const large = { Size: 'L', Colour: 'Red' }
  const faultsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
    body.error.details.map(({ field }) => field)

  it('POST /admin/products with a group answers 201 with a variant of it', async () => {
    const group = await makeGroup(service, shop, { category: 'Shirts' })
    const body = { sku: unique('V'), price: 41, on_hand: 2, group_id: group.id, options: large }
    const { status, body: answer } = await send('POST', '/products', body)
    assert.equal(status, 201)
    const { name, category, group_id, options, position, slug, available } = answer.data
    assert.deepEqual(
      { name, category, group_id, options, position, slug, available },
      {
        name: 'Linen Shirt, L / Red',
        category: 'Shirts',
        group_id: group.id,
        options: large,
        position: 4,
        slug: group.slug,
        available: 2,
      },
    )
    const now = await shown(group.id)
    assert.deepEqual([now.variant_count, now.version], [5, group.version + 1])
    assertRefused(await send('POST', '/products', { ...body, sku: unique('V') }), 409, 'VARIANT_EXISTS')
    assertRefused(await send('POST', '/products', { ...body, options: { ...large, Size: 'XL' } }), 409, 'SKU_TAKEN')
  })

  it('POST /admin/products with a group names each field that is wrong', async () => {
    const group = await makeGroup(service, shop)
    const body = {
      sku: unique('V'),
      price: 1,
      group_id: group.id,
      name: 'Own',
      slug: 'own',
      options: { Size: 'L', Fit: 'A' },
    }
    const answer = await send('POST', '/products', body)
    assertRefused(answer, 400, 'VALIDATION_ERROR')
    assert.deepEqual(faultsOf(answer).sort(), ['name', 'options.Colour', 'options.Fit', 'slug'])
    const { name, slug, ...rest } = body
    const none = await send('POST', '/products', { ...rest, options: {} })
    assert.deepEqual(faultsOf(none), ['options.Size', 'options.Colour'])
    assertRefused(await send('POST', '/products', { ...rest, options: large, group_id: newId() }), 404, 'NOT_FOUND')
  })

  it('POST /admin/products without a group takes no options, and needs a name', async () => {
    const body = { sku: unique('P'), price: 1 }
    assert.deepEqual(faultsOf(await send('POST', '/products', body)), ['name'])
    assert.deepEqual(faultsOf(await send('POST', '/products', { ...body, name: 'A', options: large })), ['options'])
    assert.deepEqual(faultsOf(await send('POST', '/products', { ...body, name: 'A', position: 1 })), ['position'])
    assert.equal((await send('POST', '/products', { ...body, name: 'A', options: {}, group_id: null })).status, 201)
  })

  it('PATCH /admin/products/{id} with a group joins it, and keeps id, stock and orders', async () => {
    const group = await makeGroup(service, shop, { brand: 'Regency' })
    const plain = await makeProduct(service, shop, { name: 'Old shirt', onHand: 8 })
    const shopper = await makeShopper(service, shop)
    const order = await shopper.order([{ product_id: plain.id, quantity: 1 }])
    const answer = await send('PATCH', `/products/${plain.id}`, { group_id: group.id, options: large, price: 44 })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { name, brand, price, group_id } = answer.body.data
    assert.deepEqual([name, brand, price, group_id], ['Linen Shirt, L / Red', 'Regency', 44, group.id])
    assert.deepEqual(await stockOf(service, plain.id), [8, 1])
    const ordered = await service.request('GET', `/user/orders/${order.body.data.id}`, { headers: shopper.headers })
    assert.equal(ordered.body.data.items[0].name, 'Old shirt')
    const told = (await eventsOf(service, shop.id, 'product.updated')).filter(
      ({ data }) => data.product.id === plain.id,
    )
    assert.deepEqual(
      told.map(({ data }) => data.product.group),
      [{ id: group.id, name: 'Linen Shirt', options: large }],
    )
    const again = await send('PATCH', `/products/${plain.id}`, { group_id: group.id, options: large, price: 44 })
    assert.deepEqual(again.body, answer.body)
  })

  it('PATCH /admin/products/{id} with group_id null leaves the group, and keeps what it read of it', async () => {
    const group = await makeGroup(service, shop, { brand: 'Regency', description: 'Light.' })
    const [variant] = group.variants as [TestVariant]
    const before = await shownProduct(variant.id)
    const answer = await send('PATCH', `/products/${variant.id}`, { group_id: null })
    const { name, brand, description, options, group_id, slug } = answer.body.data
    assert.deepEqual(
      [name, brand, description, options, group_id],
      ['Linen Shirt, S / Red', 'Regency', 'Light.', {}, null],
    )
    assert.notEqual(slug, before.slug)
    assert.equal((await shown(group.id)).variant_count, 3)
    assert.equal((await send('PATCH', `/products/${variant.id}`, { name: 'By itself' })).body.data.name, 'By itself')
    const back = { group_id: group.id, options: variant.options, position: 0 }
    assert.equal((await send('PATCH', `/products/${variant.id}`, back)).body.data.name, 'Linen Shirt, S / Red')
  })

  it('PATCH /admin/products/{id} of a variant of a draft group that leaves is for sale', async () => {
    const group = await makeGroup(service, shop, { status: 'draft' })
    const [variant] = group.variants as [TestVariant]
    const read = () => service.request('GET', `/catalog/products/${variant.id}`, { headers: shop.owner.headers })
    assertRefused(await read(), 404, 'NOT_FOUND')
    await send('PATCH', `/products/${variant.id}`, { group_id: null })
    assert.equal((await read()).status, 200)
  })

  it('PATCH /admin/products/{id} moves a variant to another group', async () => {
    const [from, to] = [await makeGroup(service, shop), await makeGroup(service, shop, { name: 'Coat' })]
    const [variant] = from.variants as [TestVariant]
    assertRefused(
      await send('PATCH', `/products/${variant.id}`, { group_id: to.id, options: variant.options }),
      409,
      'VARIANT_EXISTS',
    )
    const moved = await send('PATCH', `/products/${variant.id}`, { group_id: to.id, options: large })
    assert.deepEqual([moved.body.data.name, moved.body.data.position], ['Coat, L / Red', 4])
    const [left, joined] = [await shown(from.id), await shown(to.id)]
    assert.deepEqual([left.variant_count, left.version, joined.variant_count, joined.version], [3, 2, 5, 2])
  })

  it('PATCH /admin/products/{id} of a variant changes its options and place, but no field of its group', async () => {
    const group = await makeGroup(service, shop)
    const [variant] = group.variants as [TestVariant]
    const path = `/products/${variant.id}`
    const turned = await send('PATCH', path, { options: large, position: 9 })
    assert.deepEqual([turned.body.data.name, turned.body.data.position], ['Linen Shirt, L / Red', 9])
    assertRefused(await send('PATCH', path, { options: { Size: 'M', Colour: 'red' } }), 409, 'VARIANT_EXISTS')
    for (const body of [{ name: 'A' }, { category: null }, { brand: 'B' }, { tags: [] }, { seo: {} }, { slug: 'a' }]) {
      const refused = await send('PATCH', path, body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.deepEqual(faultsOf(refused), Object.keys(body))
    }
    const stale = await send('PATCH', path, { options: { Size: 'XL', Colour: 'Red' }, expected_version: 1 })
    assertRefused(stale, 409, 'CONFLICT')
    assert.equal((await shownProduct(variant.id)).name, 'Linen Shirt, L / Red')
  })

  it('DELETE /admin/products/{id} of a variant takes it out of its group, whether deleted or archived', async () => {
    const group = await makeGroup(service, shop)
    const shopper = await makeShopper(service, shop)
    const [bought, free] = group.variants as [TestVariant, TestVariant]
    await shopper.order([{ product_id: bought.id, quantity: 1 }])
    const outcomes = []
    for (const { id } of [bought, free]) outcomes.push((await send('DELETE', `/products/${id}`)).body.data.outcome)
    assert.deepEqual(outcomes, ['archived', 'deleted'])
    const now = await shown(group.id)
    assert.deepEqual([now.variant_count, now.version], [2, group.version + 2])
    const { status, group_id, name } = await shownProduct(bought.id)
    assert.deepEqual([status, group_id, name], ['archived', null, 'Linen Shirt, S / Red'])
    const again = { sku: unique('V'), price: 1, group_id: group.id, options: bought.options }
    assert.equal((await send('POST', '/products', again)).status, 201)
  })

  describe('a group whose last variant is gone is a draft', () => {
    const sku = () => unique('V')
    /** An active group of one variant, and that variant. */
    async function makeSmall(): Promise<{ group: TestGroup; id: string }> {
      const group = await makeGroup(service, shop, {
        varies_by: ['Size'],
        variants: [{ sku: sku(), options: { Size: 'M' }, price: 5, on_hand: 1 }],
      })
      return { group, id: group.variants[0]?.id ?? '' }
    }
    const stateOf = async (id: string) => {
      const { status, variant_count } = (await shown(id)) as TestGroup & { variant_count: number; status: string }
      return [status, variant_count]
    }

    it('DELETE /admin/products/{id} of the last variant, deleted or archived', async () => {
      for (const isOrdered of [false, true]) {
        const { group, id } = await makeSmall()
        if (isOrdered) await (await makeShopper(service, shop)).order([{ product_id: id, quantity: 1 }])
        const { version } = await shown(group.id)
        const { status } = await send('DELETE', `/products/${id}`)
        assert.deepEqual([status, await stateOf(group.id)], [200, ['draft', 0]])
        assert.ok((await shown(group.id)).version > version)
        const { items } = (await send('GET', '/product-groups?status=active&limit=100')).body.data
        assert.ok(!items.some((one: { id: string }) => one.id === group.id))
        const log = (await send('GET', '/audit-log?limit=20')).body.data.items
        const entry = log.find(({ target }: { target?: { id: string } }) => target?.id === group.id)
        assert.deepEqual(entry.changes.status, ['active', 'draft'])
      }
    })

    it('PATCH /admin/products/{id} of the last variant, which leaves it or joins another', async () => {
      const left = await makeSmall()
      await send('PATCH', `/products/${left.id}`, { group_id: null })
      assert.deepEqual(await stateOf(left.group.id), ['draft', 0])
      const [from, to] = [await makeSmall(), await makeSmall()]
      await send('PATCH', `/products/${from.id}`, { group_id: to.group.id, options: { Size: 'L' } })
      assert.deepEqual(
        [await stateOf(from.group.id), await stateOf(to.group.id)],
        [
          ['draft', 0],
          ['active', 2],
        ],
      )
    })

    it('PUT /admin/product-groups/{id} without variants, also when it is sent again', async () => {
      const { group } = await makeSmall()
      for (const status of [undefined, 'active', 'active']) {
        const body = { name: 'Empty', varies_by: ['Size'], variants: [], ...(status && { status }) }
        assert.equal((await send('PUT', `/product-groups/${group.id}`, body)).status, 200)
        assert.deepEqual(await stateOf(group.id), ['draft', 0])
      }
    })

    it('but not one of another variant, of a group that is archived, or that was made to be filled', async () => {
      const { group, id } = await makeSmall()
      await send('POST', '/products', { sku: sku(), price: 5, group_id: group.id, options: { Size: 'L' } })
      await send('DELETE', `/products/${id}`)
      assert.deepEqual(await stateOf(group.id), ['active', 1])
      const archived = await makeSmall()
      await send('PATCH', `/product-groups/${archived.group.id}`, { status: 'archived' })
      await send('DELETE', `/products/${archived.id}`)
      assert.deepEqual(await stateOf(archived.group.id), ['archived', 0])
      const made = (await send('POST', '/product-groups', { name: 'To come', varies_by: ['Size'] })).body.data
      assert.deepEqual(await stateOf(made.id), ['active', 0])
      await send('POST', '/products', { sku: sku(), price: 5, group_id: made.id, options: { Size: 'L' } })
      assert.deepEqual(await stateOf(made.id), ['active', 1])
    })
  })
})
