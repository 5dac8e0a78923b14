import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, makePaidOrder, makeShopper, staffOn, stockOf } from '#test/support/orders.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

const pdf = Buffer.from('%PDF-1.7\nlabel').toString('base64')
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]).toString('base64')

describeShop('returns that staff takes', ({ service, shop: merchant }) => {
  const second = besideService(service)

  async function sent(quantities: number[] = [3]) {
    const made = await makePaidOrder(service, merchant, quantities)
    assert.equal((await made.fulfil()).status, 201)
    const take = (body: object, key?: string, at: Pick<typeof service, 'request'> = service) =>
      at.request('POST', '/admin/returns', {
        headers: { ...merchant.owner.headers, ...(key && { 'idempotency-key': key }) },
        body: { order_id: made.order.id, ...body },
      })
    const product = made.products[0]?.id ?? ''
    return { ...made, product, take, ...returnsOn(service, merchant, made.shopper, made.order.id) }
  }

  it('POST /admin/returns answers 201 approved, by default, whatever the terms; its units are held', async () => {
    const { order, take, read, ask, product } = await sent()
    await setShop(service, merchant, { return_days: null })
    const taken = await take({
      items: [{ line: 1, quantity: 2 }],
      reason: 'too_large',
      message: 'As we said by telephone',
    })
    await setShop(service, merchant, { return_days: 14 })
    assert.equal(taken.status, 201, JSON.stringify(taken.body))
    const { id, status, kind, items, message, label, approved_at, allowed_transitions } = taken.body.data
    assert.deepEqual(
      [status, kind, items[0].quantity, items[0].reason, message, label],
      ['approved', 'return', 2, 'too_large', 'As we said by telephone', null],
    )
    assert.ok(approved_at)
    assert.deepEqual(allowed_transitions, ['received', 'refunded'])
    assert.equal((await read(id)).order_id, order.id)
    const two = await ask([{ product_id: product, quantity: 2, reason: 'other' }])
    assert.deepEqual([two.status, two.body.error.details.reason], [409, 'nothing_left'])
    const told = (await eventsOf(service, merchant.id, 'order.updated')).filter(({ data }) => data.return?.id === id)
    assert.deepEqual(
      told.map(({ data }) => data.change),
      ['return_approved'],
    )
    const { body } = await service.request('GET', `/admin/audit-log?target=${id}`, { headers: merchant.owner.headers })
    assert.deepEqual(
      body.data.items.map(({ action }: { action: string }) => action),
      ['return.created'],
    )
  })

  it('POST /admin/returns of a parcel that came back answers 201 received, each line with its condition', async () => {
    const { take, change, products, current } = await sent([2, 1])
    const stock = () => Promise.all(products.map(({ id }) => stockOf(service, id)))
    const before = await stock()
    const taken = await take({
      status: 'received',
      reason: 'other',
      items: [
        { line: 1, quantity: 2, restock: false },
        { line: 2, quantity: 1, reason: 'damaged', note: 'Broken on the way', condition: 'damaged', restock: true },
      ],
    })
    assert.equal(taken.status, 201, JSON.stringify(taken.body))
    const { id, status, items, received_at } = taken.body.data
    assert.ok(received_at)
    assert.deepEqual(
      [
        status,
        ...items.map((one: Record<string, unknown>) => [one['quantity_received'], one['condition'], one['restock']]),
      ],
      ['received', [2, 'resell', false], [1, 'damaged', true]],
    )
    assert.deepEqual([items[0].reason, items[1].reason, items[1].note], ['other', 'damaged', 'Broken on the way'])
    assert.equal((await change(id, { refund: 'full' })).status, 200)
    assert.equal((await current()).payment_status, 'refunded')
    const after = await stock()
    assert.deepEqual(
      after.map(([onHand], index) => onHand - (before[index]?.[0] ?? 0)),
      [0, 1],
    )
  })

  it('POST /admin/returns with an exchange reserves what is sent instead, and the return pays it', async () => {
    const group = await makeGroup(service, merchant)
    const [small, large] = group.variants.map(({ id }: { id: string }) => id)
    const made = await sentOf(small ?? '')
    const taken = await made.take({
      items: [{ line: 1, quantity: 1 }],
      reason: 'too_small',
      exchange: [{ product_id: large, quantity: 1 }],
    })
    assert.equal(taken.status, 201, JSON.stringify(taken.body))
    const { id, exchange_order_id } = taken.body.data
    assert.equal((await made.change(id, { status: 'received', refund: 'full' })).status, 200)
    const paid = await service.request('GET', `/admin/orders/${exchange_order_id}`, { headers: merchant.owner.headers })
    assert.equal(paid.body.data.status, 'paid')
    const none = await made.take({
      items: [{ line: 1, quantity: 1 }],
      reason: 'too_small',
      exchange: [{ product_id: large, quantity: 2 }],
    })
    assertRefused(none, 400, 'VALIDATION_ERROR')
  })

  /** Two units of a variant, sent. */
  async function sentOf(variant: string) {
    const shopper = await makeShopper(service, merchant)
    const { id } = (await shopper.order([{ product_id: variant, quantity: 2 }])).body.data
    assert.equal((await shopper.pay(id)).status, 201)
    assert.equal((await staffOn(service, merchant, id).fulfil()).status, 201)
    const take = (body: object) =>
      service.request('POST', '/admin/returns', {
        headers: merchant.owner.headers,
        body: { order_id: id, ...body },
      })
    return { take, ...returnsOn(service, merchant, shopper, id) }
  }

  it('a label is a PDF or a PNG, or a tracking number; GET /admin/returns/{id}/label answers its bytes', async () => {
    const { take, change, read } = await sent()
    const items = [{ line: 1, quantity: 1 }]
    const numbered = await take({ items, reason: 'other', label: { carrier: 'DHL', tracking_number: 'JD014600' } })
    const { id, carrier, tracking_number, label } = numbered.body.data
    assert.deepEqual([carrier, tracking_number, label], ['DHL', 'JD014600', null])
    const labelOf = (of: string) =>
      service.request('GET', `/admin/returns/${of}/label`, { headers: merchant.owner.headers })
    assertRefused(await labelOf(id), 404, 'NOT_FOUND')
    assertRefused(await labelOf(newId()), 404, 'NOT_FOUND')
    const filed = await take({ items, reason: 'other', label: { file: pdf } })
    assert.deepEqual(filed.body.data.label, { content_type: 'application/pdf', size: 14 })
    assert.equal((await change(id, { label: { file: png } })).status, 200)
    const after = await read(id)
    assert.deepEqual([after.label, after.carrier], [{ content_type: 'image/png', size: 9 }, 'DHL'])
    for (const [of, type, file] of [
      [filed.body.data.id, 'application/pdf', pdf],
      [id, 'image/png', png],
    ]) {
      const { status, headers } = await labelOf(of)
      assert.deepEqual([status, headers['content-type']], [200, type])
      const { rawPayload } = await service.app.inject({
        url: `/admin/returns/${of}/label`,
        headers: merchant.owner.headers,
      })
      assert.equal(rawPayload.toString('base64'), file)
    }
    const cases: [object, string][] = [
      [{ file: Buffer.from('GIF89a').toString('base64') }, 'label.file'],
      [{ file: 'no base64!' }, 'label.file'],
      [{ file: Buffer.alloc(1_048_577, 1).toString('base64') }, 'label.file'],
      [{ url: 'ftp://labels.example' }, 'label.url'],
    ]
    for (const [wrong, field] of cases) {
      const refused = await take({ items, reason: 'other', label: wrong })
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
  })

  it('POST /admin/returns with wrong fields answers 400 with the field; of units that were not sent 409', async () => {
    const { take, current } = await sent([1, 2])
    const one = { line: 1, quantity: 1 }
    const cases: [object, string][] = [
      [{ items: [one] }, 'reason'],
      [{ items: [], reason: 'other' }, 'items'],
      [{ items: [one], reason: 'why' }, 'reason'],
      [{ items: [one], reason: 'other', status: 'refunded' }, 'status'],
      [{ items: [{ ...one, condition: 'resell' }], reason: 'other' }, 'items[0].condition'],
      [{ items: [{ ...one, restock: true }], reason: 'other' }, 'items[0].restock'],
      [{ items: [{ line: 9, quantity: 1 }], reason: 'other' }, 'items[0].line'],
      [{ items: [one, one], reason: 'other' }, 'items[1].line'],
      [{ items: [one], reason: 'other', order_id: 'none' }, 'order_id'],
    ]
    for (const [body, field] of cases) {
      const refused = await take(body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field, JSON.stringify(body))
    }
    assertRefused(await take({ order_id: newId(), items: [one], reason: 'other' }), 404, 'NOT_FOUND')
    const many = await take({ items: [{ line: 1, quantity: 2 }], reason: 'other' })
    assert.deepEqual([many.status, many.body.error.details.reason], [409, 'nothing_left'])
    const unsent = await makePaidOrder(service, merchant, [1])
    const refused = await take({ order_id: unsent.order.id, items: [one], reason: 'other' })
    assert.deepEqual([refused.status, refused.body.error.details.reason], [409, 'nothing_left'])
    const rival = await makeMerchant(service)
    const foreign = await service.request('POST', '/admin/returns', {
      headers: rival.owner.headers,
      body: { order_id: (await current()).id, items: [one], reason: 'other' },
    })
    assertRefused(foreign, 404, 'NOT_FOUND')
  })

  it('POST /admin/returns twice with one key takes one; another body answers 422, a running one 409', async () => {
    const { take } = await sent()
    const key = unique('key')
    const body = { items: [{ line: 1, quantity: 1 }], reason: 'other' }
    const [first, again] = [await take(body, key), await take(body, key)]
    assert.equal(again.body.data.id, first.body.data.id)
    assertRefused(await take({ ...body, reason: 'damaged' }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const other = unique('key')
    const running = await duringAnother(service, merchant.owner.id, other, () => take(body, other))
    assertRefused(running, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('POST /admin/returns of an order with 50 returns answers 409 CONFLICT', async () => {
    const { take, order } = await sent()
    await service.deps.pool.query(
      `insert into returns (merchant_id, id, order_id, user_id, kind, status, currency, created_at, updated_at,
                            ended_at)
       select merchant_id, gen_random_uuid(), id, user_id, 'return', 'cancelled', currency, now(), now(), now()
         from orders, generate_series(1, 50) where id = $1`,
      [order.id],
    )
    assertRefused(await take({ items: [{ line: 1, quantity: 1 }], reason: 'other' }), 409, 'CONFLICT')
  })

  it('a refund of a return that was paid by hand waits until staff says that it is paid back', async () => {
    const { order, fulfil, shopper } = await makePaidOrder(service, merchant, [1], { method: 'manual' })
    await fulfil()
    const { headers } = merchant.owner
    const body = { order_id: order.id, status: 'received', items: [{ line: 1, quantity: 1 }], reason: 'other' }
    const { id } = (await service.request('POST', '/admin/returns', { headers, body })).body.data
    const { change, read } = returnsOn(service, merchant, shopper, order.id)
    const ended = await change(id, { refund: 'full' })
    assert.deepEqual([ended.body.data.status, ended.body.data.refunds[0].status], ['refunded', 'pending'])
    const path = `/admin/orders/${order.id}/refunds/${ended.body.data.refunds[0].id}/done`
    assert.equal((await service.request('POST', path, { headers })).status, 200)
    assert.equal((await read(id)).refunds[0].status, 'succeeded')
  })

  it('of a return by staff and one by the customer of the same unit at once one wins', async () => {
    for (let round = 0; round < 4; round++) {
      const { take, ask, product, order } = await sent([1])
      const body = { items: [{ line: 1, quantity: 1 }], reason: 'other' }
      const answers = await Promise.all([
        take(body),
        ask([{ product_id: product, quantity: 1, reason: 'other' }]),
        take(body, undefined, second),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
      const { rows } = await service.deps.pool.query('select quantity_returning from order_items where order_id = $1', [
        order.id,
      ])
      assert.deepEqual(rows, [{ quantity_returning: 1 }])
    }
  })
})
