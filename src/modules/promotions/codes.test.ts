import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeCodes } from './generate-codes.ts'

describeShop('generated codes', ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, key?: string) =>
    service.request(method, path, {
      headers: { ...shop.owner.headers, ...(key && { 'idempotency-key': key }) },
      ...(body !== undefined && { body }),
    })
  const codesOf = async (id: string, query = '') =>
    (await send('GET', `/admin/promotions/${id}/codes${query}`)).body.data

  async function generate(id: string, body: { count: number; prefix?: string }) {
    const answer = await send('POST', `/admin/promotions/${id}/codes`, body)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    await makeCodes.run(service.deps, { merchantId: shop.id, batchId: answer.body.data.id })
    return answer.body.data
  }

  it('POST /admin/promotions/{id}/codes makes single-use codes as a job', async () => {
    const { id } = await makePromotion(service, shop)
    const batch = await generate(id, { count: 3, prefix: 'vip-' })
    assert.deepEqual([batch.promotion_id, batch.prefix, batch.count, batch.made], [id, 'VIP-', 3, 0])
    const { items, pagination } = await codesOf(id)
    assert.deepEqual([items.length, pagination.total], [3, 3])
    assert.equal((await send('GET', `/admin/promotions/${id}`)).body.data.code_count, 3)
    // Once more, after a crash behind the last chunk.
    await makeCodes.run(service.deps, { merchantId: shop.id, batchId: batch.id })
    assert.equal((await codesOf(id)).items.length, 3)
    for (const { code, status, order_id } of items) {
      assert.match(code, /^VIP-[0-9A-HJKMNP-TV-Z]{10}$/)
      assert.deepEqual([status, order_id], ['unused', null])
    }
    const first = await codesOf(id, '?limit=2')
    const rest = await codesOf(id, `?cursor=${first.pagination.next_cursor}`)
    assert.deepEqual([...first.items, ...rest.items], items)
  })

  it('a promotion with generated codes is not automatic, and each code is good for one order', async () => {
    const { id } = await makePromotion(service, shop, { percent: 50 })
    await generate(id, { count: 2 })
    const [first, second] = (await codesOf(id)).items
    const product = await makeProduct(service, shop)
    const items = [{ product_id: product.id, quantity: 1 }]
    const shopper = await makeShopper(service, shop)
    assert.equal((await shopper.quote(items)).body.data.discount_total, 0)
    const order = await shopper.order(items, { discount_codes: [first.code.toLowerCase()] })
    assert.deepEqual([order.status, order.body.data.discount_total], [201, 5])
    const again = await shopper.order(items, { discount_codes: [first.code] })
    assertRefused(again, 409, 'DISCOUNT_UNAVAILABLE')
    assert.deepEqual(again.body.error.details.discount_faults, [{ code: first.code, reason: 'used_up' }])
    const both = await shopper.quote(items, { discount_codes: [second.code, first.code] })
    assert.deepEqual(both.body.data.discount_faults, [{ code: first.code, reason: 'not_combinable' }])
    const [used] = (await codesOf(id)).items
    assert.deepEqual([used.status, used.order_id], ['used', order.body.data.id])
    await shopper.cancel(order.body.data.id)
    const races = await Promise.all([0, 1, 2].map(() => shopper.order(items, { discount_codes: [first.code] })))
    assert.deepEqual(races.map(({ status }) => status).sort(), [201, 409, 409])
  })

  it('DELETE /admin/promotions/{id}/codes/{code} revokes it', async () => {
    const { id } = await makePromotion(service, shop)
    await generate(id, { count: 1 })
    const [{ code }] = (await codesOf(id)).items
    const revoke = (text: string) => send('DELETE', `/admin/promotions/${id}/codes/${text}`)
    assert.deepEqual([(await revoke(code)).status, (await revoke(code)).status], [200, 200])
    assertRefused(await revoke('NEVER'), 404, 'NOT_FOUND')
    assert.equal((await codesOf(id)).items[0].status, 'revoked')
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: (await makeProduct(service, shop)).id, quantity: 1 }]
    const quote = await shopper.quote(items, { discount_codes: [code] })
    assert.deepEqual(quote.body.data.discount_faults, [{ code, reason: 'unknown' }])
  })

  it('GET /admin/promotions/{id}/codes/export answers all as CSV', async () => {
    const { id } = await makePromotion(service, shop)
    await generate(id, { count: 1_001 })
    const file = await send('GET', `/admin/promotions/${id}/codes/export`)
    assert.equal(file.status, 200)
    const lines = file.body.trimEnd().split(/\r?\n/)
    assert.deepEqual([lines.length, lines[0]], [1_002, 'code,status,order_id,created_at'])
    assertRefused(await send('GET', `/admin/promotions/${newId()}/codes/export`), 404, 'NOT_FOUND')
  })

  it('POST /admin/promotions/{id}/codes refuses other letters, too many, and a key for another body', async () => {
    const { id } = await makePromotion(service, shop)
    const path = `/admin/promotions/${id}/codes`
    assertRefused(await send('POST', path, { count: 1, prefix: 'a;b' }), 400, 'VALIDATION_ERROR')
    assertRefused(await send('POST', path, { count: 100_001 }), 400, 'VALIDATION_ERROR')
    const key = unique('key')
    assert.equal((await send('POST', path, { count: 1 }, key)).status, 202)
    assertRefused(await send('POST', path, { count: 2 }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    await service.deps.db
      .insertInto('promotion_code_batches')
      .values({
        merchant_id: shop.id,
        id: newId(),
        promotion_id: id,
        prefix: '',
        wanted: 999_999,
        made: 5,
        created_at: new Date(),
      })
      .execute()
    assertRefused(await send('POST', path, { count: 1 }), 409, 'CONFLICT')
  })
})
