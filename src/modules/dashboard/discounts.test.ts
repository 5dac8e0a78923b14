import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeShippingMethod } from '#test/support/selling.ts'

describeService('discounts on the dashboard', ({ service }) => {
  it('GET /admin/dashboard tells what promotions took off, and what was paid for products', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { price: 9.99 })
    const shipping_method_id = await makeShippingMethod(service, shop, { price: 5 })
    const ten = await makePromotion(service, shop, { name: 'Ten', code: 'ten', combines: true })
    const free = await makePromotion(service, shop, { kind: 'free_shipping', code: 'free', combines: true })
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: product.id, quantity: 3 }]
    const order = (discount_codes: string[]) => shopper.order(items, { shipping_method_id, discount_codes })
    const [first, , gone] = [await order(['ten', 'free']), await order(['ten']), await order(['ten'])]
    await order([])
    await shopper.cancel(gone?.body.data.id)
    await shopper.pay(first?.body.data.id)
    const { headers } = shop.owner
    const read = async () => (await service.request('GET', '/admin/dashboard', { headers })).body.data
    const { discounts, top_products } = await read()
    assert.deepEqual(discounts, {
      total: 11,
      by_promotion: [
        { promotion_id: ten.id, name: 'Ten', orders: 2, amount: 6, shipping_amount: 0 },
        { promotion_id: free.id, name: 'Offer', orders: 1, amount: 0, shipping_amount: 5 },
      ],
    })
    const { rows } = await sql<{ minor: string }>`
      select sum((discount ->> 'amount_minor')::bigint + (discount ->> 'shipping_minor')::bigint)::text as minor
        from orders cross join jsonb_array_elements(discounts) discount
       where merchant_id = ${shop.id} and status <> 'cancelled'`.execute(service.deps.db)
    assert.equal(Number(rows[0]?.minor), discounts.total * 100)
    assert.deepEqual([top_products[0].units, top_products[0].revenue], [3, 26.97])
    const { refund } = staffOn(service, shop, first?.body.data.id)
    assert.equal((await refund({ items: [{ product_id: product.id, quantity: 1 }] })).status, 201)
    const after = await read()
    assert.deepEqual([after.top_products[0].units, after.top_products[0].revenue], [2, 17.98])
    await service.request('DELETE', `/admin/promotions/${ten.id}`, { headers })
    assert.equal((await read()).discounts.by_promotion[0].name, null)
  })
})
