import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('unit_cost', ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, at = shop) =>
    service.request(method, path, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const make = async (fields: object, at = shop) => {
    const answer = await send('POST', '/admin/products', { name: 'Mug', price: 10, on_hand: 100, ...fields }, at)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }

  it('POST and PATCH /admin/products set and clear it; the audit log tells it', async () => {
    const { id, unit_cost } = await make({ sku: 'COST-1', unit_cost: 4.25 })
    assert.equal(unit_cost, 4.25)
    assert.equal((await send('GET', `/admin/products/${id}`)).body.data.unit_cost, 4.25)
    assert.equal((await send('GET', '/admin/products?sku=COST-1')).body.data.items[0].unit_cost, 4.25)
    const { data } = (await send('PATCH', `/admin/products/${id}`, { unit_cost: 0 })).body
    assert.deepEqual([data.unit_cost, data.version], [0, 2])
    const cleared = (await send('PATCH', `/admin/products/${id}`, { unit_cost: null })).body.data
    assert.equal('unit_cost' in cleared, false)
    const log = (await send('GET', '/admin/audit-log?action=product.updated&limit=2')).body.data.items
    assert.deepEqual(
      log.map(({ changes }: { changes: object }) => changes),
      [{ unit_cost: [0, null] }, { unit_cost: [4.25, 0] }],
    )
  })

  it('POST /admin/products with a wrong one answers 400 with the field', async () => {
    for (const unit_cost of [-1, 1.234, '1', 1e15]) {
      const { status, body } = await send('POST', '/admin/products', { sku: 'X', name: 'X', price: 1, unit_cost })
      assert.equal(status, 400)
      assert.equal(body.error.details[0].field, 'unit_cost')
    }
  })

  it('shoppers, feeds and receivers of events do not see it', async () => {
    const at = await makeMerchant(service)
    const one = await make({ sku: 'SECRET', unit_cost: 4.99, slug: 'secret', status: 'active' }, at)
    const variants = ['S', 'M'].map((Size) => ({ sku: `SHIRT-${Size}`, price: 20, options: { Size }, unit_cost: 4.99 }))
    const group = await send('POST', '/admin/product-groups', { name: 'Shirt', varies_by: ['Size'], variants }, at)
    assert.equal(group.status, 201, JSON.stringify(group.body))
    assert.equal(group.body.data.variants[0].unit_cost, 4.99)
    const shopper = await makeShopper(service, at)
    const placed = await shopper.order([{ product_id: one.id, quantity: 2 }])
    assert.equal(placed.status, 201)
    const asShopper = [
      `/catalog/products/${one.id}`,
      `/catalog/products?merchant_id=${at.id}`,
      `/marketplace/search?merchant_id=${at.id}`,
      `/catalog/product-groups/${group.body.data.id}`,
      `/user/orders/${placed.body.data.id}`,
    ]
    for (const path of asShopper) {
      const { status, body } = await service.request('GET', path, { headers: shopper.headers })
      assert.equal(status, 200, path)
      assert.doesNotMatch(JSON.stringify(body), /unit_cost|\b4\.99\b/, path)
    }
    for (const name of ['product.created', 'order.created'] as const) {
      const events = await eventsOf(service, at.id, name)
      assert.ok(events.length > 0, name)
      assert.doesNotMatch(JSON.stringify(events), /unit_cost|\b4\.99\b/, name)
    }
  })

  it('a line keeps what its product cost when it was ordered, also after an edit', async () => {
    const at = await makeMerchant(service)
    const known = await make({ sku: 'KNOWN', unit_cost: 3 }, at)
    const unknown = await make({ sku: 'UNKNOWN' }, at)
    const shopper = await makeShopper(service, at)
    const { body } = await shopper.order([
      { product_id: known.id, quantity: 2 },
      { product_id: unknown.id, quantity: 1 },
    ])
    await send('PATCH', `/admin/products/${known.id}`, { unit_cost: 5 }, at)
    await send('PATCH', `/admin/products/${unknown.id}`, { unit_cost: 5 }, at)
    await staffOn(service, at, body.data.id).edit({ set: [{ line: 1, quantity: 3 }] })
    const { rows } = await sql`
      select sku, quantity, unit_cost_minor from order_items where order_id = ${body.data.id} order by line`.execute(
      service.deps.db,
    )
    assert.deepEqual(rows, [
      { sku: 'KNOWN', quantity: 3, unit_cost_minor: 300 },
      { sku: 'UNKNOWN', quantity: 1, unit_cost_minor: null },
    ])
  })

  it('files of our own, of Shopify and of WooCommerce have it', async () => {
    const costs = async (at = shop) => {
      const { items } = (await send('GET', '/admin/products', undefined, at)).body.data
      return Object.fromEntries(items.map(({ sku, unit_cost }: Record<string, unknown>) => [sku, unit_cost]))
    }
    const take = async (query: string, payload: string) => {
      const at = await makeMerchant(service)
      const headers = { ...at.owner.headers, 'content-type': 'text/csv' }
      const answer = await service.request('POST', `/admin/products/import${query}`, { headers, payload })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal(answer.body.data.failed, 0, JSON.stringify(answer.body))
      return { at, costs: await costs(at) }
    }
    const own = await take('', 'sku,name,price,unit_cost\nA,A,10,4.5\nB,B,10,\n')
    assert.deepEqual(own.costs, { A: 4.5, B: undefined })
    for (const format of ['csv', 'shopify']) {
      const file = String((await send('GET', `/admin/products/export?format=${format}`, undefined, own.at)).body)
      const again = await take(format === 'csv' ? '' : '?format=shopify', file)
      assert.deepEqual(again.costs, { A: 4.5, B: undefined }, format)
    }
    const shopify = 'Handle,Title,Variant SKU,Variant Price,Cost per item\nmug,Mug,MUG,10,3.75\ncup,Cup,CUP,10,\n'
    assert.deepEqual((await take('?format=shopify', shopify)).costs, { MUG: 3.75, CUP: undefined })
    const woo = 'ID,Type,SKU,Name,Published,Regular price,Cost of goods\n1,simple,MUG,Mug,1,10,3.75\n'
    assert.deepEqual((await take('?format=woocommerce', woo)).costs, { MUG: 3.75 })
  })

  it('a new currency keeps its number', async () => {
    const at = await makeMerchant(service)
    const { id } = await make({ sku: 'A', unit_cost: 4.5 }, at)
    assert.equal((await send('PATCH', '/admin/merchant', { currency: 'SEK' }, at)).status, 200)
    assert.equal((await send('GET', `/admin/products/${id}`, undefined, at)).body.data.unit_cost, 4.5)
  })
})
