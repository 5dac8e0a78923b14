import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, stockOf } from '#test/support/orders.ts'
import { makePaymentFee } from '#test/support/payment-fees.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { london, makeShippingMethod } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('drafts of orders', ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, headers = shop.owner.headers) =>
    service.request(method, `/admin/orders${path}`, { headers, ...(body && { body }) })
  const someone = () => ({ email: `${unique('caller')}@example.com`, name: 'Ada Lovelace' })
  const made = async (body: object) => {
    const answer = await send('POST', '', { draft: true, ...body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const place = (id: string, prices: string, more: Record<string, string> = {}) =>
    send('POST', `/${id}/place`, { prices }, { ...shop.owner.headers, ...more })
  const pageOf = (url: string) => service.request('GET', new URL(url).pathname, { headers: { accept: 'text/html' } })

  it('POST with draft: true keeps it, and reserves, counts and tells nothing', async () => {
    const product = await makeProduct(service, shop, { price: 12.5, onHand: 2 })
    const customer = someone()
    const draft = await made({ customer, items: [{ product_id: product.id, quantity: 3 }], note: 'Asked twice' })
    assert.deepEqual(
      [draft.status, draft.total, draft.email, draft.customer.name, draft.note, draft.valid_until],
      ['draft', 37.5, customer.email, 'Ada Lovelace', 'Asked twice', null],
    )
    assert.deepEqual(draft.draft, { customer, items: [{ product_id: product.id, quantity: 3 }], note: 'Asked twice' })
    assert.deepEqual(await stockOf(service, product.id), [2, 0])
    const lists = await Promise.all(
      ['', '?status=pending', `?q=${draft.order_number}`].map(async (query) => (await send('GET', query)).body.data),
    )
    for (const { items } of lists) assert.ok(!items.some(({ id }: { id: string }) => id === draft.id))
    const events = await eventsOf(service, shop.id, 'order.created')
    assert.ok(!events.some((event) => event.data.order.id === draft.id))
    const users = await service.request('GET', `/admin/users?q=${customer.email}`, { headers: shop.owner.headers })
    assert.deepEqual(users.body.data.items, [])
    assert.deepEqual((await send('GET', `/${draft.id}`)).body.data, draft)
    assertRefused(
      await send('GET', `/${draft.id}`, undefined, (await makeMerchant(service)).owner.headers),
      404,
      'NOT_FOUND',
    )
  })

  it('placed at its prices it keeps the fee of its way to pay, and at those of today it has today’s', async () => {
    const own = await makeMerchant(service)
    const { headers } = own.owner
    const method = await makePaymentFee(service, own)
    const body = { draft: true, customer: someone(), payment_method_id: method }
    const draft = async () => {
      const items = [{ name: 'Chair', price: 20, quantity: 1 }]
      return (await send('POST', '', { ...body, custom_items: items }, headers)).body.data
    }
    const change = (fee: object | null) =>
      service.request('PATCH', `/admin/payment-methods/${method}`, { headers, body: { fee } })
    const placed = async (id: string, prices: string) => {
      const answer = await send('POST', `/${id}/place`, { prices }, headers)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return [answer.body.data.payment_fee_total, answer.body.data.total]
    }
    const drafts = [await draft(), await draft(), await draft()]
    assert.equal(drafts[0].payment_fee_total, 4.5)
    await change({ amount: 6 })
    assert.deepEqual(await placed(drafts[0].id, 'draft'), [4.5, 24.5])
    assert.deepEqual(await placed(drafts[1].id, 'today'), [6, 26])
    await change(null)
    assert.deepEqual(await placed(drafts[2].id, 'draft'), [4.5, 24.5])
    const free = await draft()
    await change({ amount: 6 })
    assert.deepEqual(await placed(free.id, 'draft'), [0, 20])
  })

  it('GET ?status=draft lists them page by page, newest first, without other filters', async () => {
    const { headers } = (await makeMerchant(service)).owner
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) {
      const body = { draft: true, custom_items: [{ name, price: 1, quantity: 1 }] }
      ids.unshift((await send('POST', '', body, headers)).body.data.id)
    }
    const first = (await send('GET', '?status=draft&limit=2', undefined, headers)).body.data
    assert.equal(first.pagination.total, 3)
    const next = `?status=draft&limit=2&cursor=${first.pagination.next_cursor}`
    const second = (await send('GET', next, undefined, headers)).body.data
    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }) => id),
      ids,
    )
    assertRefused(await send('GET', '?status=draft&q=x', undefined, headers), 400, 'VALIDATION_ERROR')
    assertRefused(await send('GET', '?status=draft,paid', undefined, headers), 400, 'VALIDATION_ERROR')
  })

  it('quote_url is a page with what it costs, until valid_until; no other address is one', async () => {
    const body = { custom_items: [{ name: 'Oak table', price: 480, quantity: 1 }] }
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const draft = await made({ ...body, valid_until: soon })
    assert.equal(draft.valid_until, soon)
    const page = await pageOf(draft.quote_url)
    assert.equal(page.status, 200)
    assert.match(page.body, /Oak table[\s\S]*£480\.00[\s\S]*Valid until/)
    for (const url of [draft.quote_url.slice(0, -1), `${draft.quote_url}A`])
      assert.equal((await pageOf(url)).status, 404)
    await sql`update order_drafts set valid_until = 'epoch' where id = ${draft.id}`.execute(service.deps.db)
    assert.equal((await pageOf(draft.quote_url)).status, 410)
    assertRefused(
      await send('POST', '', { draft: true, ...body, valid_until: '2001-01-01T00:00:00Z' }),
      400,
      'VALIDATION_ERROR',
    )
    assertRefused(await send('POST', '', { customer: someone(), ...body, valid_until: soon }), 400, 'VALIDATION_ERROR')
    assertRefused(await send('POST', '', body), 400, 'VALIDATION_ERROR')
  })

  it('a draft that a release without tokens wrote has an address that nobody can guess, too', async () => {
    const draft = await made({ custom_items: [{ name: 'Oak table', price: 480, quantity: 1 }] })
    const id = newId()
    await sql`
      insert into order_drafts (merchant_id, id, number, body, quote)
      select merchant_id, ${id}, ${unique('DRAFT-')}, body, quote from order_drafts where id = ${draft.id}`.execute(
      service.deps.db,
    )
    const { quote_url } = (await send('GET', `/${id}`)).body.data
    assert.equal(quote_url.length, draft.quote_url.length)
    assert.notEqual(quote_url, draft.quote_url)
    assert.equal((await pageOf(quote_url)).status, 200)
  })

  it('PATCH changes what POST takes, null takes it away, cancelled deletes it', async () => {
    const product = await makeProduct(service, shop, { price: 10, onHand: 9 })
    const draft = await made({ items: [{ product_id: product.id, quantity: 1 }], shipping_address: london })
    const patch = (body: object) => send('PATCH', `/${draft.id}`, body)
    const changed = await patch({
      customer: someone(),
      items: [{ product_id: product.id, quantity: 2, price: 8 }],
      billing_address: london,
      expected_version: 1,
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const { total, version, shipping_address, billing_address, quote_url } = changed.body.data
    assert.deepEqual(
      [total, version, shipping_address.city, billing_address.city, quote_url],
      [16, 2, 'London', 'London', draft.quote_url],
    )
    assertRefused(await patch({ note: 'x', expected_version: 1 }), 409, 'CONFLICT')
    assert.equal((await patch({ billing_address: null })).body.data.billing_address, null)
    for (const body of [{ phone: '+442079460958' }, { expected_version: 3 }, { items: [] }, {}])
      assertRefused(await patch(body), 400, 'VALIDATION_ERROR')
    assertRefused(await patch({ status: 'paid' }), 409, 'INVALID_TRANSITION')
    assert.equal((await patch({ status: 'cancelled' })).body.data.status, 'cancelled')
    assertRefused(await patch({ note: 'x' }), 404, 'NOT_FOUND')
    assertRefused(await place(draft.id, 'today'), 404, 'NOT_FOUND')
    assert.equal((await pageOf(draft.quote_url)).status, 404)
  })

  it('POST …/place makes an order at prices of the draft or of today, with its id; a second call is 409', async () => {
    const method = await makeShippingMethod(service, shop, { price: 4 })
    await makePromotion(service, shop, { percent: 10, code: 'TEN', name: 'Ten off' })
    for (const [prices, total] of [
      ['draft', 22],
      ['today', 31],
    ] as const) {
      const product = await makeProduct(service, shop, { price: 20, onHand: 9 })
      const draft = await made({
        customer: someone(),
        items: [{ product_id: product.id, quantity: 1 }],
        discount_codes: ['ten'],
        shipping_address: london,
        shipping_method_id: method,
      })
      assert.deepEqual([draft.total, draft.discount_total, draft.shipping_total], [22, 2, 4])
      const dearer = await service.request('PATCH', `/admin/products/${product.id}`, {
        headers: shop.owner.headers,
        body: { price: 30 },
      })
      assert.equal(dearer.status, 200)
      const { status, body } = await place(draft.id, prices)
      assert.equal(status, 201, JSON.stringify(body))
      const { data: order } = body
      assert.deepEqual([order.id, order.status, order.total], [draft.id, 'pending', total])
      assert.equal((await eventsOf(service, shop.id, 'order.created')).at(-1)?.data.order.id, draft.id)
      assert.deepEqual(await stockOf(service, product.id), [9, 1])
      assertRefused(await place(draft.id, prices), 409, 'INVALID_TRANSITION')
      const { data } = (await send('GET', `/${draft.id}`)).body
      assert.deepEqual([data.status, 'quote_url' in data], ['pending', false])
      assertRefused(await send('PATCH', `/${draft.id}`, { items: [] }), 400, 'VALIDATION_ERROR')
    }
  })

  it('POST …/place twice at once gives one order', async () => {
    const product = await makeProduct(service, shop, { price: 20, onHand: 9 })
    const draft = await made({ customer: someone(), items: [{ product_id: product.id, quantity: 2 }] })
    const answers = await Promise.all([place(draft.id, 'draft'), place(draft.id, 'draft')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
    assert.deepEqual(await stockOf(service, product.id), [9, 2])
  })

  it('POST …/place says what is missing, and places nothing', async () => {
    const product = await makeProduct(service, shop, { price: 20, onHand: 1 })
    const draft = await made({ items: [{ product_id: product.id, quantity: 2 }] })
    const none = await place(draft.id, 'today')
    assertRefused(none, 400, 'VALIDATION_ERROR')
    assert.equal(none.body.error.details[0].field, 'customer')
    await send('PATCH', `/${draft.id}`, { customer: someone() })
    assertRefused(await place(draft.id, 'today'), 409, 'INSUFFICIENT_STOCK')
    assertRefused(await place(draft.id, 'tomorrow'), 400, 'VALIDATION_ERROR')
    const viewer = await makeStaff(service, shop.id, 'viewer')
    assertRefused(
      await send('POST', `/${draft.id}/place`, { prices: 'draft' }, viewer.headers),
      403,
      'INSUFFICIENT_PERMISSIONS',
    )
    assert.equal((await send('GET', `/${draft.id}`)).body.data.status, 'draft')
  })

  it('POST …/place with the same Idempotency-Key answers the same; another body 422, during another 409', async () => {
    const draft = await made({ customer: someone(), custom_items: [{ name: 'Engraving', price: 1, quantity: 1 }] })
    const [key, other] = [unique('key'), unique('key')]
    const first = await place(draft.id, 'draft', { 'idempotency-key': key })
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assert.deepEqual((await place(draft.id, 'draft', { 'idempotency-key': key })).body, first.body)
    assertRefused(await place(draft.id, 'today', { 'idempotency-key': key }), 422, 'IDEMPOTENCY_KEY_REUSED')
    const busy = await duringAnother(service, shop.owner.id, other, () =>
      place(draft.id, 'draft', { 'idempotency-key': other }),
    )
    assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('POST for somebody without an e-mail address makes a customer of the name', async () => {
    const name = unique('Grace Hopper')
    const body = { customer: { name }, custom_items: [{ name: 'Engraving', price: 1, quantity: 1 }] }
    const { status, body: answer } = await send('POST', '', body)
    assert.equal(status, 201, JSON.stringify(answer))
    const { email, customer, user_id } = answer.data
    assert.deepEqual([email, customer], [null, { id: user_id, name, email: null }])
    const again = (await send('POST', '', { ...body, customer: { user_id } })).body.data
    assert.equal(again.user_id, user_id)
    const user = await service.request('GET', `/admin/users/${user_id}`, { headers: shop.owner.headers })
    assert.deepEqual([user.status, user.body.data.name, user.body.data.order_count], [200, name, 2])
    assertRefused(await send('POST', '', { ...body, customer: { name: ' ' } }), 400, 'VALIDATION_ERROR')
  })

  it('POST takes codes of promotions; one that does not apply is refused', async () => {
    await makePromotion(service, shop, { percent: 50, code: 'HALF', name: 'Half' })
    const product = await makeProduct(service, shop, { price: 20, onHand: 9 })
    const body = { customer: someone(), items: [{ product_id: product.id, quantity: 1 }], discount_codes: ['half'] }
    assert.equal((await send('POST', '', body)).body.data.total, 10)
    assertRefused(await send('POST', '', { ...body, discount_codes: ['none'] }), 409, 'DISCOUNT_UNAVAILABLE')
  })
})
