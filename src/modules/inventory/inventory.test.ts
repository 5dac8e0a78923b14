import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser } from '#test/support/factories.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'

describeShop('inventory', ({ service, shop: merchant }) => {
  const get = (path: string, headers = merchant.owner.headers) => service.request('GET', path, { headers })
  const patch = (productId: string, body: unknown, headers = merchant.owner.headers) =>
    service.request('PATCH', `/admin/inventory/${productId}`, { headers, body })

  it('GET /admin/inventory answers 200 with a shop’s stock by SKU, by offset and by cursor alike', async () => {
    const shop = await makeMerchant(service)
    const products = await makeProducts(service, shop, [{ onHand: 5 }, { onHand: 6 }, { onHand: 7 }])
    const all = await get('/admin/inventory', shop.owner.headers)
    assert.equal(all.status, 200)
    assert.deepEqual(
      all.body.data.items.map((item: { sku: string }) => item.sku),
      products.map((product) => product.sku).sort(),
    )
    const first = await get('/admin/inventory?limit=2', shop.owner.headers)
    assert.deepEqual([first.body.data.pagination.total, first.body.data.pagination.has_more], [3, true])
    const cursor = first.body.data.pagination.next_cursor
    const second = await get(`/admin/inventory?limit=2&cursor=${cursor}`, shop.owner.headers)
    const byOffset = await get('/admin/inventory?limit=2&offset=2', shop.owner.headers)
    assert.deepEqual(second.body, byOffset.body)
    const elsewhere = await get(`/admin/inventory?limit=2&q=x&cursor=${cursor}`, shop.owner.headers)
    assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [400, 'INVALID_CURSOR'])
  })

  it('GET /admin/inventory with q and low_stock answers 200 with what matches both', async () => {
    const shop = await makeMerchant(service)
    const [scarce, plenty] = await makeProducts(service, shop, [{ onHand: 2 }, { onHand: 50 }])
    assert.ok(scarce && plenty)
    const low = await get('/admin/inventory?low_stock=2', shop.owner.headers)
    assert.deepEqual([low.body.data.items[0].product_id, low.body.data.pagination.total], [scarce.id, 1])
    const named = await get(`/admin/inventory?q=${plenty.sku.toLowerCase()}`, shop.owner.headers)
    assert.deepEqual([named.body.data.items[0].product_id, named.body.data.pagination.total], [plenty.id, 1])
    const both = await get(`/admin/inventory?q=${plenty.sku}&low_stock=2`, shop.owner.headers)
    assert.deepEqual(both.body.data.items, [])
    assert.equal((await get('/admin/inventory?low_stock=-1')).status, 400)
    assert.equal((await get('/admin/inventory?q=%00')).status, 400)
  })

  it('PATCH /admin/inventory/{product_id} with on_hand, then adjust, answers 200 with both in the ledger', async () => {
    const product = await makeProduct(service, merchant, { onHand: 4 })
    const set = await patch(product.id, { on_hand: 10, reason: 'Counted' })
    assert.equal(set.status, 200)
    assert.deepEqual([set.body.data.on_hand, set.body.data.reserved, set.body.data.available], [10, 0, 10])
    const adjusted = await patch(product.id, { adjust: -3 })
    assert.equal(adjusted.body.data.on_hand, 7)
    const movements = await get(`/admin/inventory/${product.id}/movements`)
    assert.deepEqual(
      movements.body.data.items.map((row: Record<string, unknown>) => [
        row['number'],
        row['type'],
        row['reason'],
        row['on_hand_change'],
        row['on_hand_after'],
        row['actor_id'],
      ]),
      [
        [3, 'adjustment', null, -3, 7, merchant.owner.id],
        [2, 'adjustment', 'Counted', 6, 10, merchant.owner.id],
        [1, 'opening', null, 4, 4, null],
      ],
    )
    const page = await get(`/admin/inventory/${product.id}/movements?limit=2`)
    const { next_cursor } = page.body.data.pagination
    const next = await get(`/admin/inventory/${product.id}/movements?limit=2&cursor=${next_cursor}`)
    assert.deepEqual([next.body.data.items.length, next.body.data.pagination.total], [1, 3])
  })

  it('PATCH /admin/inventory/{product_id} with the current count answers 200 and writes nothing', async () => {
    const product = await makeProduct(service, merchant, { onHand: 4 })
    assert.equal((await patch(product.id, { on_hand: 4 })).status, 200)
    assert.equal((await patch(product.id, { adjust: 0 })).status, 200)
    const movements = await get(`/admin/inventory/${product.id}/movements`)
    assert.equal(movements.body.data.pagination.total, 1)
  })

  it('PATCH /admin/inventory/{product_id} below what is reserved answers 409 INSUFFICIENT_STOCK', async () => {
    const product = await makeProduct(service, merchant, { onHand: 4 })
    await service.deps.db.updateTable('stock').set({ reserved: 3 }).where('product_id', '=', product.id).execute()
    for (const body of [{ on_hand: 2 }, { adjust: -2 }]) {
      const answer = await patch(product.id, body)
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'INSUFFICIENT_STOCK'])
      assert.deepEqual(answer.body.error.details, { on_hand: 4, reserved: 3 })
    }
    assert.equal((await patch(product.id, { on_hand: 3 })).body.data.available, 0)
  })

  it('PATCH /admin/inventory/{product_id} with a wrong body answers 400 and writes nothing', async () => {
    const product = await makeProduct(service, merchant, { onHand: 4 })
    const wrong = [{}, { on_hand: 1, adjust: 1 }, { adjust: 1_000_000_000 }]
    for (const body of wrong) {
      const answer = await patch(product.id, body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
    }
    assert.equal((await get(`/admin/inventory/${product.id}/movements`)).body.data.pagination.total, 1)
  })

  it('PATCH and GET of a product unknown, malformed or of another merchant answer 404 NOT_FOUND', async () => {
    const other = await makeMerchant(service)
    const foreign = await makeProduct(service, other, { onHand: 4 })
    for (const id of [newId(), 'nonsense', foreign.id]) {
      const answers = [await patch(id, { on_hand: 1 }), await get(`/admin/inventory/${id}/movements`)]
      for (const answer of answers) assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'])
    }
    const kept = await get(`/admin/inventory/${foreign.id}/movements`, other.owner.headers)
    assert.equal(kept.body.data.pagination.total, 1)
  })

  it('PATCH /admin/inventory/{product_id} by a viewer or a shopper answers 403, without a token 401', async () => {
    const product = await makeProduct(service, merchant)
    const viewer = await makeStaff(service, merchant.id, 'viewer')
    const user = await makeUser(service)
    const plain = { ...user.headers, 'merchant-id': merchant.id }
    assert.equal((await patch(product.id, { on_hand: 1 }, viewer.headers)).body.error.code, 'INSUFFICIENT_PERMISSIONS')
    assert.equal((await get('/admin/inventory', viewer.headers)).status, 200)
    assert.equal((await patch(product.id, { on_hand: 1 }, plain)).status, 403)
    assert.equal((await patch(product.id, { on_hand: 1 }, {})).status, 401)
  })

  it('50 adjustments of one product at once all count, and the ledger has no gap', async () => {
    const product = await makeProduct(service, merchant, { onHand: 0 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        service.request('PATCH', `/admin/inventory/${product.id}`, {
          headers: merchant.owner.headers,
          body: { adjust: 2 },
        }),
      ),
    )
    assert.ok(answers.every((answer) => answer.status === 200))
    const { data } = (await get(`/admin/inventory/${product.id}/movements?limit=100`)).body
    assert.deepEqual(
      data.items.map((row: { number: number; on_hand_after: number }) => [row.number, row.on_hand_after]),
      Array.from({ length: 50 }, (_, i) => [50 - i, 100 - 2 * i]),
    )
  })
})
