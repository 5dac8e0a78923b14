import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, chargesOf, holdAnswers, makeShopper, moveOrder, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { settlePayments } from '../jobs.ts'

describeShop('payments', ({ service, shop: merchant }) => {
  async function placed(at: TestMerchant = merchant, price = 12.5) {
    const shopper = await makeShopper(service, at)
    const product = await makeProduct(service, at, { price })
    const order = (await shopper.order([{ product_id: product.id, quantity: 2 }])).body.data
    return { shopper, product, order, path: `/user/orders/${order.id}` }
  }

  const record = (orderId: string, body: unknown, headers: Record<string, string> = merchant.owner.headers) =>
    service.request('POST', `/admin/orders/${orderId}/payments`, { headers, body })

  describe('POST /user/orders/{id}/payments', () => {
    it('with test_success answers 201, pays the order and emits both events', async () => {
      const shop = await makeMerchant(service)
      const { shopper, order, path } = await placed(shop)
      const answer = await shopper.pay(order.id)
      assert.equal(answer.status, 201)
      const { payment, order: paid } = answer.body.data
      assert.deepEqual(
        [payment.order_id, payment.method, payment.status, payment.amount, payment.currency, payment.failure],
        [order.id, 'test_success', 'succeeded', 25, 'GBP', null],
      )
      assert.deepEqual([paid.status, paid.payment_status, paid.paid_at], ['paid', 'paid', paid.updated_at])
      assert.deepEqual((await shopper.get(path)).body.data, paid)
      const [succeeded, updated, ...others] = (await eventsOf(service, shop.id)).slice(-2)
      assert.deepEqual(
        [succeeded?.event, succeeded?.data.payment, succeeded?.data.order.status, others],
        ['order.payment_succeeded', payment, 'paid', []],
      )
      assert.deepEqual([updated?.event, updated?.data.previous_status], ['order.updated', 'pending'])
    })

    it('with test_decline answers 201 with a failed payment; the order can be paid again', async () => {
      const shop = await makeMerchant(service)
      const { shopper, order } = await placed(shop)
      for (const _time of [1, 2]) {
        const { payment, order: unpaid } = (await shopper.pay(order.id, 'test_decline')).body.data
        assert.deepEqual([payment.status, payment.failure], ['failed', 'card_declined'])
        assert.deepEqual([unpaid.status, unpaid.payment_status], ['pending', 'failed'])
      }
      const failed = await eventsOf(service, shop.id, 'order.payment_failed')
      assert.deepEqual(
        failed.map(({ data }) => [data.payment.failure, data.order.payment_status]),
        Array(2).fill(['card_declined', 'failed']),
      )
      assert.equal((await shopper.pay(order.id)).body.data.order.payment_status, 'paid')
      assert.deepEqual((await eventsOf(service, shop.id, 'order.updated')).length, 1)
    })

    it('with a method not offered, staff’s, or none answers 400 VALIDATION_ERROR', async () => {
      const { shopper, order, path } = await placed()
      for (const body of [{ method: 'gold' }, { method: 'manual' }, { method: '' }, { method: 7 }, {}, null]) {
        const answer = await service.request('POST', `${path}/payments`, { headers: shopper.headers, body })
        assertRefused(answer, 400, 'VALIDATION_ERROR')
      }
      const more = { method: 'test_success', amount: 1 }
      const answer = await service.request('POST', `${path}/payments`, { headers: shopper.headers, body: more })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual(await chargesOf(service, order.id), [])
    })

    it('of another user’s order, or at another merchant, answers 404 NOT_FOUND and charges nothing', async () => {
      const { shopper, order, path } = await placed()
      const other = await makeShopper(service, merchant)
      const elsewhere = { ...shopper.headers, 'merchant-id': (await makeMerchant(service)).id }
      assertRefused(await other.pay(order.id), 404, 'NOT_FOUND')
      assertRefused(await shopper.pay('nonsense'), 404, 'NOT_FOUND')
      const body = { method: 'test_success' }
      assertRefused(await service.request('POST', `${path}/payments`, { headers: elsewhere, body }), 404, 'NOT_FOUND')
      assert.deepEqual(await chargesOf(service, order.id), [])
    })

    it('of an order that is paid or cancelled answers 409 INVALID_TRANSITION', async () => {
      const [paid, cancelled] = [await placed(), await placed()]
      await paid.shopper.pay(paid.order.id)
      await cancelled.shopper.cancel(cancelled.order.id)
      for (const { shopper, order } of [paid, cancelled]) {
        assertRefused(await shopper.pay(order.id), 409, 'INVALID_TRANSITION')
      }
      assert.equal((await chargesOf(service, paid.order.id)).length, 1)
      const { total } = (await cancelled.shopper.get(`/user/orders/${cancelled.order.id}/payments`)).body.data
        .pagination
      assert.equal(total, 0)
    })

    it('ten times at once charges once; the others answer 409', async () => {
      const { shopper, order } = await placed()
      const answers = await Promise.all(Array.from({ length: 10 }, () => shopper.pay(order.id)))
      assert.equal(answers.filter(({ status }) => status === 201).length, 1)
      const refused = answers.filter(({ status }) => status !== 201)
      for (const { status, body } of refused) {
        assert.ok(status === 409 && ['CONFLICT', 'INVALID_TRANSITION'].includes(body.error.code), body.error.code)
      }
      assert.equal((await chargesOf(service, order.id)).length, 1)
    })

    it('while another payment is under way answers 409 CONFLICT', async () => {
      const { shopper, order } = await placed()
      const answer = holdAnswers(service)
      const slow = shopper.pay(order.id)
      await chargesOf(service, order.id, 1)
      assertRefused(await shopper.pay(order.id), 409, 'CONFLICT')
      answer()
      assert.equal((await slow).body.data.order.status, 'paid')
    })

    it('of an order of 0 answers 201 and asks no provider', async () => {
      const { shopper, order } = await placed(merchant, 0)
      const { payment, order: paid } = (await shopper.pay(order.id)).body.data
      assert.deepEqual([payment.status, payment.amount, paid.status], ['succeeded', 0, 'paid'])
      assert.deepEqual(await chargesOf(service, order.id), [])
    })
  })

  describe('with an Idempotency-Key', () => {
    it('a repeated payment answers the first, charges once, and with another body 422', async () => {
      const { shopper, order } = await placed()
      const key = unique('key')
      const first = await shopper.pay(order.id, 'test_success', key)
      const again = await shopper.pay(order.id, 'test_success', key)
      assert.deepEqual([again.status, again.body, again.headers['idempotent-replayed']], [201, first.body, 'true'])
      assertRefused(await shopper.pay(order.id, 'test_decline', key), 422, 'IDEMPOTENCY_KEY_REUSED')
      assert.equal((await chargesOf(service, order.id)).length, 1)
    })

    it('a payment repeated while the provider is asked answers 409 IDEMPOTENCY_IN_PROGRESS, then replays', async () => {
      const { shopper, order } = await placed()
      const key = unique('key')
      const answer = holdAnswers(service)
      const first = shopper.pay(order.id, 'test_success', key)
      await chargesOf(service, order.id, 1)
      const early = await shopper.pay(order.id, 'test_success', key)
      assertRefused(early, 409, 'IDEMPOTENCY_IN_PROGRESS')
      assert.equal(early.headers['retry-after'], '1')
      answer()
      const { body } = await first
      const late = await shopper.pay(order.id, 'test_success', key)
      assert.deepEqual([late.status, late.body], [201, body])
      assert.equal((await chargesOf(service, order.id)).length, 1)
    })

    it('a payment that was refused leaves its key free', async () => {
      const { shopper, order } = await placed()
      const key = unique('key')
      assertRefused(await shopper.pay(order.id, 'gold', key), 400, 'VALIDATION_ERROR')
      assert.equal((await shopper.pay(order.id, 'test_success', key)).status, 201)
    })
  })

  describe('POST /admin/orders/{id}/payments', () => {
    it('with manual answers 201 with the reference, and the order is paid', async () => {
      const { order } = await placed()
      const answer = await record(order.id, { method: 'manual', reference: 'Bank transfer' })
      assert.equal(answer.status, 201)
      const { payment, order: paid } = answer.body.data
      assert.deepEqual([payment.method, payment.status, payment.reference], ['manual', 'succeeded', 'Bank transfer'])
      assert.deepEqual(paid.allowed_transitions, ['processing', 'completed', 'cancelled'])
      assertRefused(await record(order.id, { method: 'manual' }), 409, 'INVALID_TRANSITION')
    })

    it('repeated with one Idempotency-Key answers the same, with another body 422', async () => {
      const { order } = await placed()
      const headers = { ...merchant.owner.headers, 'idempotency-key': unique('key') }
      const first = await record(order.id, { method: 'manual' }, headers)
      assert.deepEqual((await record(order.id, { method: 'manual' }, headers)).body, first.body)
      const other = await record(order.id, { method: 'manual', reference: 'x' }, headers)
      assertRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED')
    })

    it('with a wrong method or body answers 400, of another merchant’s order 404, by a viewer 403', async () => {
      const { order } = await placed()
      const other = await makeMerchant(service)
      const viewer = await makeStaff(service, merchant.id, 'viewer')
      for (const body of [
        { method: 'test_success' },
        {},
        { method: 'manual', reference: 'a\u0000' },
        { method: 'manual', sum: 1 },
      ]) {
        assertRefused(await record(order.id, body), 400, 'VALIDATION_ERROR')
      }
      assertRefused(await record(order.id, { method: 'manual' }, other.owner.headers), 404, 'NOT_FOUND')
      assertRefused(await record(order.id, { method: 'manual' }, viewer.headers), 403, 'INSUFFICIENT_PERMISSIONS')
      assertRefused(await record(order.id, { method: 'manual' }, {}), 401, 'MISSING_TOKEN')
    })
  })

  describe('GET /user/orders/{id}/payments and GET /admin/orders/{id}/payments', () => {
    const list = (orderId: string, query = '', headers: Record<string, string> = merchant.owner.headers) =>
      service.request('GET', `/admin/orders/${orderId}/payments${query}`, { headers })

    it('answer 200 with every attempt, newest first, page by page', async () => {
      const { shopper, order, path } = await placed()
      assert.deepEqual((await list(order.id)).body.data.items, [])
      const made = []
      for (const method of ['test_decline', 'test_decline', 'test_success']) {
        made.unshift((await shopper.pay(order.id, method)).body.data.payment)
      }
      const all = (await list(order.id)).body.data
      assert.deepEqual([all.items, all.pagination.total], [made, 3])
      assert.deepEqual(
        made.map(({ status, provider, failure }) => [status, provider, failure]),
        [
          ['succeeded', 'test', null],
          ['failed', 'test', 'card_declined'],
          ['failed', 'test', 'card_declined'],
        ],
      )
      assert.deepEqual((await shopper.get(`${path}/payments`)).body.data.items, made)
      const first = (await shopper.get(`${path}/payments?limit=2`)).body.data
      const { next_cursor } = first.pagination
      const second = (await shopper.get(`${path}/payments?limit=2&cursor=${next_cursor}`)).body.data
      assert.deepEqual([...first.items, ...second.items], made)
      assertRefused(await list(order.id, `?cursor=${next_cursor}`), 400, 'INVALID_CURSOR')

      await moveOrder(service, merchant, order.id, 'cancelled')
      await settlePayments.run(service.deps)
      const [refunded] = (await list(order.id)).body.data.items
      assert.equal(refunded.status, 'refunded')
      assert.ok(refunded.refunded_at > refunded.settled_at)
    })

    it('show what staff wrote down to staff only', async () => {
      const { shopper, order, path } = await placed()
      await record(order.id, { method: 'manual', reference: 'In cash, from the till' })
      const [staff] = (await list(order.id)).body.data.items
      const [owner] = (await shopper.get(`${path}/payments`)).body.data.items
      assert.deepEqual([staff.provider, staff.reference], ['manual', 'In cash, from the till'])
      assert.deepEqual(owner, { ...staff, reference: null })
    })

    it('of another user’s order, or at another merchant, answer 404 NOT_FOUND', async () => {
      const { shopper, order, path } = await placed()
      const [stranger, shop] = [await makeShopper(service, merchant), await makeMerchant(service)]
      assertRefused(await stranger.get(`${path}/payments`), 404, 'NOT_FOUND')
      assertRefused(await list(order.id, '', shop.owner.headers), 404, 'NOT_FOUND')
      const elsewhere = { headers: { ...shopper.headers, 'merchant-id': shop.id } }
      assertRefused(await service.request('GET', `${path}/payments`, elsewhere), 404, 'NOT_FOUND')
    })
  })

  it('where test payments are off, POST /user/orders/{id}/payments answers 400 for them', async (t) => {
    const strict = await startTestApp({ TEST_PAYMENTS: 'false' }, service.databaseUrl)
    t.after(() => strict.close())
    const { shopper, order } = await placed()
    const answer = await strict.request('POST', `/user/orders/${order.id}/payments`, {
      headers: shopper.headers,
      body: { method: 'test_success' },
    })
    assertRefused(answer, 400, 'VALIDATION_ERROR')
    assert.deepEqual(answer.body.error.details, [{ field: 'method', message: 'is not available at this shop' }])
  })

  it('PATCH /admin/orders/{id} cancelling a paid order answers 200, with the money given back', async () => {
    const { shopper, product, order } = await placed()
    await shopper.pay(order.id)
    const answer = await moveOrder(service, merchant, order.id, 'cancelled')
    assert.deepEqual([answer.body.data.status, answer.body.data.payment_status], ['cancelled', 'refunded'])
    assert.deepEqual(
      answer.body.data,
      (await service.request('GET', `/admin/orders/${order.id}`, { headers: merchant.owner.headers })).body.data,
    )
    assert.deepEqual(await stockOf(service, product.id), [100, 0])
  })
})
