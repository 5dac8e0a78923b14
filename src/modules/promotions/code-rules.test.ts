import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { codeKey } from './code-rules.ts'

describeShop('codes as people write them', ({ service, shop }) => {
  const forms = (code: string) => [
    code,
    code.toLowerCase(),
    code.replaceAll('-', '\u2010'),
    code.replaceAll('-', '\u2011'),
    code.replaceAll('-', ' \u2013 '),
    code.replaceAll('-', ''),
    code.replaceAll('-', '\u00a0'),
    code.replaceAll('-', '_'),
    code.replaceAll('-', '\t'),
    code.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    `\u200e ${code}\u00ad`,
  ]

  it('POST /user/orders/quote takes a code in every form, and tells it as the shop writes it', async () => {
    const product = await makeProduct(service, shop, { onHand: 9, price: 40 })
    const shopper = await makeShopper(service, shop)
    for (const code of [`${unique('SUMMER')}-25`.toUpperCase(), `${unique('GRÜSSE')} 10%OFF`.toUpperCase()]) {
      await makePromotion(service, shop, { code, percent: 10 })
      for (const typed of forms(code)) {
        const quote = await service.request('POST', '/user/orders/quote', {
          headers: shopper.headers,
          body: { items: [{ product_id: product.id, quantity: 1 }], discount_codes: [typed, code] },
        })
        assert.equal(quote.status, 200, typed)
        const { discounts, discount_faults } = quote.body.data
        assert.deepEqual([discounts[0]?.code, discounts.length, discount_faults], [code, 1, []], JSON.stringify(typed))
      }
    }
  })

  it('POST and DELETE /user/cart/codes keep one of two forms, and remove it by either', async () => {
    const shopper = await makeShopper(service, shop)
    const code = `${unique('SPRING')} 20`.toUpperCase()
    await makePromotion(service, shop, { code, percent: 20 })
    const product = await makeProduct(service, shop, { onHand: 9, price: 40 })
    const send = (method: 'POST' | 'DELETE', path: string, body?: object) =>
      service.request(method, path, { headers: shopper.headers, ...(body && { body }) })
    await send('POST', '/user/cart/items', { product_id: product.id, quantity: 1 })
    await send('POST', '/user/cart/codes', { code: code.replace(' ', '\u2011') })
    const twice = await send('POST', '/user/cart/codes', { code: code.toLowerCase() })
    assert.deepEqual([twice.body.data.discount_codes, twice.body.data.total], [[code], 32])
    const without = await send('DELETE', `/user/cart/codes/${encodeURIComponent(code.replace(' ', ''))}`)
    assert.deepEqual([without.status, without.body.data.discount_codes], [200, []])
  })

  it('POST /admin/promotions with the letters and digits of another code answers 409 CONFLICT', async () => {
    const code = `${unique('TWIN')}-15`.toUpperCase()
    const { id } = await makePromotion(service, shop, { code })
    const { headers } = shop.owner
    const body = { name: 'Twin', kind: 'percentage', percent: 5, code: code.replace('-', ' ') }
    assertRefused(await service.request('POST', '/admin/promotions', { headers, body }), 409, 'CONFLICT')
    const renamed = await service.request('PATCH', `/admin/promotions/${id}`, { headers, body: { code: body.code } })
    assert.deepEqual([renamed.status, renamed.body.data.code], [200, body.code])
    const found = await service.request('GET', `/admin/promotions?code=${codeKey(code).toLowerCase()}`, { headers })
    assert.deepEqual(
      found.body.data.items.map((one: { id: string }) => one.id),
      [id],
    )
  })

  it('of codes that have become the same, the oldest is found by its letters, the other as it is written', async () => {
    const product = await makeProduct(service, shop, { onHand: 9, price: 40 })
    const shopper = await makeShopper(service, shop)
    const older = unique('BOTH').toUpperCase()
    const later = `${older.slice(0, 2)}-${older.slice(2)}`
    await makePromotion(service, shop, { code: older, percent: 10 })
    const { id } = await makePromotion(service, shop, { code: `${older}X`, percent: 20 })
    const { pool } = service.deps
    await pool.query('update promotion_codes set code = $1, exact = true where promotion_id = $2', [later, id])
    for (const [typed, total] of [
      [older, 36],
      [later, 32],
      [later.replace('-', ' '), 36],
    ] as const) {
      const quote = await service.request('POST', '/user/orders/quote', {
        headers: shopper.headers,
        body: { items: [{ product_id: product.id, quantity: 1 }], discount_codes: [typed] },
      })
      assert.equal(quote.body.data.total, total, typed)
    }
  })

  it('POST /user/gift-cards/balance takes a code with other hyphens and full-width letters', async () => {
    const shopper = await makeShopper(service, shop)
    const made = await service.request('POST', '/admin/gift-cards', {
      headers: shop.owner.headers,
      body: { amount: 25 },
    })
    for (const code of forms(made.body.data.code)) {
      const balance = await service.request('POST', '/user/gift-cards/balance', {
        headers: shopper.headers,
        body: { code },
      })
      assert.deepEqual([balance.status, balance.body.data?.balance], [200, 25], JSON.stringify(code))
    }
  })
})
