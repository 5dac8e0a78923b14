import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeGroup, type TestGroup, type TestVariant, variantsOf } from '#test/support/groups.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('product groups', ({ service, shop }) => {
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

  it('POST /admin/product-groups answers 201 with the group and its variants, which are products', async () => {
    const variants = variantsOf()
    const answer = await send('POST', groups, {
      name: 'Linen Shirt',
      description: 'Light.',
      category: 'Shirts',
      brand: 'Regency',
      tags: ['summer', 'linen', 'summer'],
      varies_by: ['Size', 'Colour'],
      seo: { title: 'A shirt' },
      metadata: { supplier: 'Mill', public_care: 'Wash cold' },
      variants: variants.map((variant, index) => ({ ...variant, price: 39 + index })),
    })
    assert.equal(answer.status, 201)
    const group = answer.body.data
    assert.deepEqual(named(group), [
      'Linen Shirt, S / Red',
      'Linen Shirt, S / Blue',
      'Linen Shirt, M / Red',
      'Linen Shirt, M / Blue',
    ])
    assert.deepEqual(
      [group.variant_count, group.price_range, group.available, group.status, group.tags, group.varies_by],
      [4, { min: 39, max: 42, currency: 'GBP' }, true, 'active', ['summer', 'linen'], ['Size', 'Colour']],
    )
    assert.deepEqual(group.variants[1].options, { Size: 'S', Colour: 'Blue' })
    assert.deepEqual(
      group.variants.map(({ position }: { position: number }) => position),
      [0, 1, 2, 3],
    )
    const product = await shownProduct(group.variants[2].id)
    assert.deepEqual(
      [product.name, product.description, product.category, product.brand, product.tags, product.group_id],
      ['Linen Shirt, M / Red', 'Light.', 'Shirts', 'Regency', ['summer', 'linen'], group.id],
    )
    assert.deepEqual(
      [product.slug, product.seo, product.available],
      [group.slug, { title: 'A shirt', description: null }, 5],
    )
    const told = await events('product.created', idsOf(group))
    assert.equal(told.length, 4)
    const event = told.find(({ data }) => data.product.id === product.id)
    assert.deepEqual(event?.data.product.group, {
      id: group.id,
      name: 'Linen Shirt',
      options: { Size: 'M', Colour: 'Red' },
    })
    assert.equal(event?.data.product.available, 5)
    assert.equal((await events('inventory.updated', idsOf(group))).length, 4)
  })

  it('GET /admin/products?variants=one shows a group that is a draft as a draft', async () => {
    const group = await makeGroup(service, shop, { status: 'draft' })
    const answer = await service.request('GET', `/admin/products?variants=one&group_id=${group.id}`, {
      headers: shop.owner.headers,
    })
    const statuses = answer.body.data.items.map(({ status }: { status: string }) => status)
    assert.deepEqual(statuses, ['draft'])
  })

  it('POST /admin/product-groups twice with one idempotency key makes one group', async () => {
    const body = {
      name: 'Once',
      varies_by: ['Size'],
      variants: [{ sku: unique('V'), options: { Size: 'M' }, price: 1 }],
    }
    const headers = { ...shop.owner.headers, 'idempotency-key': unique('key') }
    const [first, second] = [
      await service.request('POST', '/admin/product-groups', { headers, body }),
      await service.request('POST', '/admin/product-groups', { headers, body }),
    ]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(second.body, first.body)
  })

  it('POST /admin/product-groups with two variants of the same options answers 409 VARIANT_EXISTS', async () => {
    const twins = ['Rosé', 'ROSE\u0301'].map((Colour) => ({ sku: unique('V'), options: { Colour }, price: 1 }))
    const answer = await send('POST', groups, { name: 'Twins', varies_by: ['Colour'], variants: twins })
    assertRefused(answer, 409, 'VARIANT_EXISTS')
    const { message, details } = answer.body.error
    assert.deepEqual([message, details], ['variants[0] and variants[1] have the same options', { variants: [0, 1] }])
  })

  it('POST /admin/product-groups with a SKU that is taken answers 409 SKU_TAKEN', async () => {
    const { sku } = await makeProduct(service, shop)
    const variant = { sku, options: { Size: 'M' }, price: 1 }
    const free = { sku: unique('V'), options: { Size: 'S' }, price: 1 }
    const taken = await send('POST', groups, { name: 'Taken', varies_by: ['Size'], variants: [free, variant] })
    assertRefused(taken, 409, 'SKU_TAKEN')
    assert.deepEqual(taken.body.error.details, { sku })
    const twice = [variant, { ...variant, options: { Size: 'L' } }].map((one) => ({ ...one, sku: 'the same' }))
    assertRefused(await send('POST', groups, { name: 'Twice', varies_by: ['Size'], variants: twice }), 409, 'SKU_TAKEN')
  })

  it('GET /admin/product-groups finds groups by words, SKUs and status', async () => {
    const word = unique('Velvet')
    const group = await makeGroup(service, shop, { name: word })
    const draft = await makeGroup(service, shop, { name: `${word} Coat`, status: 'draft' })
    const found = async (query: string) =>
      (await send('GET', `${groups}?${query}`)).body.data.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(await found(`q=${word}`), [draft.id, group.id])
    assert.deepEqual(await found(`q=${word}&status=draft`), [draft.id])
    assert.deepEqual(await found(`q=${group.variants[0]?.sku}`), [group.id])
    const without = unique('Corduroy')
    const empty = await makeGroup(service, shop, { name: without, variants: [] })
    for (const q of [without, without.slice(0, 10), without.toUpperCase()]) {
      assert.deepEqual(await found(`q=${q}`), [empty.id], q)
    }
    assert.deepEqual(await found(`q=${without}&status=draft`), [])
    assert.equal((await send('DELETE', `${groups}/${empty.id}`)).status, 200)
    const page = (await send('GET', `${groups}?limit=1`)).body.data
    assert.equal(page.items[0].id, draft.id)
    const next = await send('GET', `${groups}?limit=1&cursor=${page.pagination.next_cursor}`)
    assert.equal(next.body.data.items[0].id, group.id)
  })

  it('GET /catalog/product-groups/{id} answers what is for sale, with the values of each option', async () => {
    const variants = variantsOf().map((variant, index) => ({
      ...variant,
      ...(index === 0 && { on_hand: 0 }),
      ...(index === 1 && { status: 'draft' }),
    }))
    const group = await makeGroup(service, shop, { variants, metadata: { secret: 'x', public_care: 'cold' } })
    const read = () => service.request('GET', `/catalog/product-groups/${group.id}`, { headers: shop.owner.headers })
    const { status, body } = await read()
    assert.equal(status, 200)
    assert.deepEqual(body.data.options, [
      {
        name: 'Size',
        values: [
          { value: 'S', available: false },
          { value: 'M', available: true },
        ],
      },
      {
        name: 'Colour',
        values: [
          { value: 'Red', available: true },
          { value: 'Blue', available: true },
        ],
      },
    ])
    assert.deepEqual([body.data.variant_count, body.data.variants.length, body.data.available], [3, 3, true])
    assert.deepEqual(body.data.metadata, { public_care: 'cold' })
    await send('PATCH', `${groups}/${group.id}`, { status: 'archived' })
    assertRefused(await read(), 404, 'NOT_FOUND')
  })

  it('PATCH /admin/product-groups/{id} with another name is told of every variant', async () => {
    const group = await makeGroup(service, shop)
    const body = { name: 'Flax Shirt', description: null, tags: ['new'] }
    const answer = await send('PATCH', `${groups}/${group.id}`, body)
    assert.deepEqual([answer.status, answer.body.data.version], [200, group.version + 1])
    assert.deepEqual(named(answer.body.data)[0], 'Flax Shirt, S / Red')
    const told = await events('product.updated', idsOf(group))
    assert.deepEqual(
      told.map(({ data }) => [data.product.group.name, data.product.tags]),
      group.variants.map(() => ['Flax Shirt', ['new']]),
    )
    const again = await send('PATCH', `${groups}/${group.id}`, body)
    assert.equal(again.body.data.version, group.version + 1)
    assert.equal((await events('product.updated', idsOf(group))).length, 4)
  })

  it('PATCH /admin/product-groups/{id} with metadata alone is told of no variant', async () => {
    const group = await makeGroup(service, shop)
    const answer = await send('PATCH', `${groups}/${group.id}`, { metadata: { a: 'b' } })
    assert.deepEqual([answer.body.data.metadata, answer.body.data.version], [{ a: 'b' }, group.version + 1])
    assert.equal((await events('product.updated', idsOf(group))).length, 0)
  })

  it('PATCH /admin/product-groups/{id} to draft stops the sale of its variants, whose own status stays', async () => {
    const group = await makeGroup(service, shop)
    const [variant] = group.variants
    assert.ok(variant)
    const shopper = await makeShopper(service, shop)
    const put = () =>
      service.request('POST', '/user/cart/items', {
        headers: shopper.headers,
        body: { product_id: variant.id, quantity: 1 },
      })
    const catalog = () => service.request('GET', `/catalog/products/${variant.id}`, { headers: shopper.headers })
    assert.equal((await put()).status, 201)
    await send('PATCH', `${groups}/${group.id}`, { status: 'draft' })
    assertRefused(await catalog(), 404, 'NOT_FOUND')
    assertRefused(await put(), 404, 'NOT_FOUND')
    assertRefused(await shopper.order([{ product_id: variant.id, quantity: 1 }]), 404, 'NOT_FOUND')
    assert.equal((await shownProduct(variant.id)).status, 'active')
    assert.deepEqual(
      (await events('product.updated', [variant.id])).map(({ data }) => data.product.status),
      ['draft'],
    )
    const cart = await service.request('GET', '/user/cart', { headers: shopper.headers })
    assert.equal(cart.body.data.items[0].available, false)
    // Its own status may change meanwhile, and says nothing yet.
    await send('PATCH', `/products/${variant.id}`, { status: 'draft' })
    await send('PATCH', `/products/${variant.id}`, { status: 'active' })
    assertRefused(await put(), 404, 'NOT_FOUND')
    await send('PATCH', `${groups}/${group.id}`, { status: 'active' })
    assert.equal((await catalog()).status, 200)
    assert.equal((await put()).status, 201)
    assert.equal((await shopper.order([{ product_id: variant.id, quantity: 1 }])).status, 201)
  })

  it('PATCH /admin/product-groups/{id} renames, reorders, adds and removes what the variants differ in', async () => {
    const group = await makeGroup(service, shop)
    const path = `${groups}/${group.id}`
    const renamed = await send('PATCH', path, { rename: { Colour: 'Shade' } })
    assert.deepEqual(renamed.body.data.variants[0].options, { Size: 'S', Shade: 'Red' })
    assert.equal(named(renamed.body.data)[0], 'Linen Shirt, S / Red')
    const turned = await send('PATCH', path, { varies_by: ['Shade', 'Size'] })
    assert.equal(named(turned.body.data)[0], 'Linen Shirt, Red / S')
    const variants = group.variants.map(({ id }, index) => ({ id, options: { Fit: index < 2 ? 'Slim' : 'Wide' } }))
    const missing = await send('PATCH', path, { varies_by: ['Shade', 'Size', 'Fit'], variants: variants.slice(1) })
    assertRefused(missing, 400, 'VALIDATION_ERROR')
    assert.equal(missing.body.error.details[0].field, 'variants')
    const added = await send('PATCH', path, { varies_by: ['Shade', 'Size', 'Fit'], variants })
    assert.equal(named(added.body.data)[3], 'Linen Shirt, Blue / M / Wide')
    // S are slim, M are wide: without the size they are still distinct, without both they are not.
    const removed = await send('PATCH', path, { varies_by: ['Shade', 'Fit'] })
    assert.deepEqual([removed.status, removed.body.data.varies_by], [200, ['Shade', 'Fit']])
    assertRefused(await send('PATCH', path, { varies_by: ['Shade'] }), 409, 'VARIANT_EXISTS')
    assert.deepEqual((await shown(group.id))['varies_by'], ['Shade', 'Fit'])
  })

  it('PATCH /admin/product-groups/{id} swaps the values of two variants', async () => {
    const group = await makeGroup(service, shop)
    const [first, second] = group.variants as [TestVariant, TestVariant]
    const variants = [
      { id: first.id, options: second.options },
      { id: second.id, options: first.options },
    ]
    const { status, body } = await send('PATCH', `${groups}/${group.id}`, { variants })
    assert.equal(status, 200)
    assert.deepEqual(named(body.data).slice(0, 2), ['Linen Shirt, S / Blue', 'Linen Shirt, S / Red'])
    const one = [{ id: first.id, options: { Colour: 'Red' } }]
    const refused = await send('PATCH', `${groups}/${group.id}`, { variants: one })
    assertRefused(refused, 409, 'VARIANT_EXISTS')
    const { message, details } = refused.body.error
    assert.equal(message, `${first.sku} and ${second.sku} would both be S / Red`)
    assert.deepEqual(details, { ids: [first.id, second.id] })
  })
})
