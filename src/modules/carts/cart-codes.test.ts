import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'

describeShop('discount codes of carts', ({ service, shop }) => {
  before(async () => {
    await makePromotion(service, shop, { code: 'TEN' })
  })

  /** A shopper with two units at 20 in the cart. */
  async function shopperWithCart() {
    const shopper = await makeShopper(service, shop)
    const { id: product_id } = await makeProduct(service, shop, { price: 20 })
    const send = (method: 'POST' | 'DELETE', path: string, body?: unknown, key?: string): Promise<TestAnswer> =>
      service.request(method, path, {
        headers: { ...shopper.headers, ...(key && { 'idempotency-key': key }) },
        ...(body !== undefined && { body }),
      })
    assert.equal((await send('POST', '/user/cart/items', { product_id, quantity: 2 })).status, 201)
    return { shopper, send }
  }

  it('POST /user/cart/codes answers 201 with the discount, and DELETE takes it back', async () => {
    const { send } = await shopperWithCart()
    const { status, body } = await send('POST', '/user/cart/codes', { code: 'ten' })
    const { subtotal, discount_total, total, discount_codes } = body.data
    assert.deepEqual([status, subtotal, discount_total, total, discount_codes], [201, 40, 4, 36, ['TEN']])
    const without = await send('DELETE', '/user/cart/codes/TEN')
    assert.deepEqual([without.status, without.body.data.total, without.body.data.discount_codes], [200, 40, []])
    assertRefused(await send('DELETE', '/user/cart/codes/TEN'), 404, 'NOT_FOUND')
  })

  it('POST /user/cart/codes keeps a code that does not apply, and says why', async () => {
    const { send } = await shopperWithCart()
    const { body } = await send('POST', '/user/cart/codes', { code: 'NOPE' })
    assert.deepEqual([body.data.total, body.data.discount_faults], [40, [{ code: 'NOPE', reason: 'unknown' }]])
  })

  it('POST /user/cart/codes with a key of another body answers 422, during another 409', async () => {
    const { shopper, send } = await shopperWithCart()
    const [first, second] = [unique('key'), unique('key')]
    assert.equal((await send('POST', '/user/cart/codes', { code: 'TEN' }, first)).status, 201)
    assertRefused(await send('POST', '/user/cart/codes', { code: 'NOPE' }, first), 422, 'IDEMPOTENCY_KEY_REUSED')
    const answer = await duringAnother(service, shopper.id, second, () =>
      send('POST', '/user/cart/codes', { code: 'TEN' }, second),
    )
    assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })
})
