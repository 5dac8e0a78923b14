import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { selectShopCounts } from '#src/modules/dashboard/count-queries.ts'
import { selectHealthAndDiscounts, selectLowStock } from '#src/modules/dashboard/queries.ts'
import { ownersOf } from '#src/modules/merchants/queries.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

const home = { name: 'Ada', line1: '1 Mall', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' }

describeShop('a quiet shop beside a busy one', ({ service, shop: quiet }) => {
  let busy: TestMerchant
  before(async () => {
    busy = await makeMerchant(service)
  })

  const send = (method: 'POST' | 'PATCH', shop: TestMerchant, path: string, body: object) =>
    service.request(method, path, { headers: shop.owner.headers, body })

  it('has no number of the other', async () => {
    const { db } = service.deps
    const { id } = await makeProduct(service, busy, { onHand: 3 })
    await makeWebhook(service, busy, { events: ['*'] })
    const broken = await makeWebhook(service, busy)
    await db
      .updateTable('webhook_subscriptions')
      .set({ active: false, disabled_reason: 'failing' })
      .where('id', '=', broken.id)
      .execute()
    assert.equal((await send('PATCH', busy, `/admin/inventory/${id}`, { on_hand: 0 })).status, 200)
    await send('POST', busy, '/admin/staff', { email: `${unique('staff')}@example.com`, role: 'viewer' })
    const numbers = async ({ id: shop }: TestMerchant) => {
      const { low_stock, disabled_subscriptions, invitations } = await selectShopCounts(db, shop)
      const health = await selectHealthAndDiscounts(db, shop, { from: new Date(0), to: new Date() })
      const low = await selectLowStock(db, shop, 10)
      return [low_stock, disabled_subscriptions, health, low.map((one) => one.total), invitations]
    }
    assert.deepEqual(await numbers(busy), [1, 1, { discounts: [], pending: 1, disabled_subscriptions: 1 }, [1], 1])
    assert.deepEqual(await numbers(quiet), [0, 0, { discounts: [], pending: 0, disabled_subscriptions: 0 }, [], 0])
    assert.deepEqual(await ownersOf(db, quiet.id), [quiet.owner.id])
    await db.updateTable('invitations').set({ expires_at: new Date() }).execute()
    assert.equal((await selectShopCounts(db, busy.id)).invitations, 0)
  })

  it('ships by its own methods', async () => {
    const method = (shop: TestMerchant, name: string) =>
      send('POST', shop, '/admin/shipping-methods', { name, price: 5, countries: ['GB'] })
    for (const [shop, name] of [
      [quiet, 'Ours'],
      [busy, 'Theirs'],
    ] as const)
      assert.equal((await method(shop, name)).status, 201)
    const shopper = await makeShopper(service, quiet)
    const { id } = await makeProduct(service, quiet)
    const quote = await shopper.quote([{ product_id: id, quantity: 1 }], { shipping_address: home })
    assert.equal(quote.status, 200)
    assert.deepEqual(
      quote.body.data.shipping_options.map((option: { name: string }) => option.name),
      ['Ours'],
    )
  })
})
