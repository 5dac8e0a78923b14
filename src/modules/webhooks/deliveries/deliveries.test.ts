import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit, eventNames } from '#src/platform/outbox/index.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

describeShop('webhook deliveries', ({ service, shop }) => {
  const happen = (merchant: TestMerchant, ...names: readonly (typeof eventNames)[number][]) =>
    inTransaction(service.deps.db, (transaction) =>
      emit(
        transaction,
        names.map((name) => ({ merchantId: merchant.id, userId: newId(), name, data: { sample: name } })),
      ),
    )

  it('POST /admin/webhooks/{id}/test without a body answers 202 with a delivery of order.created', async () => {
    const hook = await makeWebhook(service, shop, { events: ['user.*', 'order.*'] })
    const { status, body } = await hook.request('POST', '/test')
    assert.equal(status, 202)
    const { id, event_id, created_at, updated_at, next_attempt_at, ...rest } = body.data
    assert.match(event_id, /^evt_[0-9a-f]{32}$/)
    assert.ok(id && created_at && updated_at && next_attempt_at)
    assert.deepEqual(rest, {
      webhook_id: hook.id,
      event: 'order.created',
      status: 'pending',
      attempts: 0,
      next_attempt_reason: 'first_attempt',
      last_status_code: null,
      last_error: null,
    })
  })

  it('POST /admin/webhooks/{id}/test without order.created in its events sends the first of them', async () => {
    const hook = await makeWebhook(service, shop, { events: ['cart.abandoned', 'user.verified'] })
    assert.equal((await hook.request('POST', '/test', {})).body.data.event, 'user.verified')
  })

  it('POST /admin/webhooks/{id}/test with any event sends it to this subscription only', async () => {
    const merchant = await makeMerchant(service)
    const hook = await makeWebhook(service, merchant, { events: ['user.created'] })
    const other = await makeWebhook(service, merchant, { events: ['*'] })
    for (const event of eventNames) {
      const { status, body } = await hook.request('POST', '/test', { event })
      assert.deepEqual([status, body.data.event], [202, event])
    }
    const { data } = (await hook.request('GET', '/deliveries?limit=100')).body
    assert.equal(data.pagination.total, eventNames.length)
    assert.equal((await other.request('GET', '/deliveries')).body.data.pagination.total, 0)
  })

  it('POST /admin/webhooks/{id}/test of an inactive subscription answers 409 WEBHOOK_INACTIVE', async () => {
    const hook = await makeWebhook(service, shop, { active: false })
    const { status, body } = await hook.request('POST', '/test')
    assert.deepEqual([status, body.error.code], [409, 'WEBHOOK_INACTIVE'])
  })

  it('POST /admin/webhooks/{id}/test with an unknown event or field answers 400', async () => {
    const hook = await makeWebhook(service, shop)
    for (const wrong of [{ event: 'order.*' }, { event: 'order.shipped' }, { event: null }, { events: ['*'] }, null]) {
      const { status, body } = await hook.request('POST', '/test', wrong)
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
    }
  })

  it('POST /admin/webhooks/{id}/test with one Idempotency-Key twice sends one', async () => {
    const hook = await makeWebhook(service, shop)
    const headers = { ...shop.owner.headers, 'idempotency-key': newId() }
    const send = (body: unknown) => service.request('POST', `/admin/webhooks/${hook.id}/test`, { headers, body })
    const [first, second] = [await send({}), await send({})]
    assert.deepEqual([second.status, second.body], [202, first.body])
    assert.equal((await send({ event: 'user.created' })).status, 422)
    assert.equal((await hook.request('GET', '/deliveries')).body.data.pagination.total, 1)
  })

  it('GET /admin/webhooks/{id}/deliveries answers stable pages, newest first, while events arrive', async () => {
    const merchant = await makeMerchant(service)
    const hook = await makeWebhook(service, merchant, { events: ['order.*'] })
    await happen(merchant, 'order.created', 'order.updated', 'user.created')
    await happen(merchant, 'order.cancelled')
    const list = async (query: string) => (await hook.request('GET', `/deliveries?${query}`)).body.data
    const first = await list('limit=2')
    assert.equal(first.pagination.total, 3)
    await happen(merchant, 'order.completed')
    const second = await list(`limit=2&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual([...first.items, ...second.items].map(({ event }) => event).sort(), [
      'order.cancelled',
      'order.created',
      'order.updated',
    ])
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    assert.deepEqual(ids, ids.toSorted().reverse())
    assert.deepEqual([second.pagination.has_more, second.pagination.offset], [false, 2])
    assert.equal((await list('offset=3')).items.length, 1)
  })

  it('GET /admin/webhooks/{id}/deliveries filters by status and by event', async () => {
    const merchant = await makeMerchant(service)
    const hook = await makeWebhook(service, merchant, { events: ['order.*'] })
    for (const name of ['order.created', 'order.created', 'order.updated', 'order.completed'] as const) {
      await happen(merchant, name)
    }
    const { items } = (await hook.request('GET', '/deliveries')).body.data
    const of = (event: string) => items.filter((item: { event: string }) => item.event === event)
    const [completed, updated] = [of('order.completed')[0].id, of('order.updated')[0].id]
    const [created, waiting] = of('order.created').map(({ id }: { id: string }) => id)
    const { pool } = service.deps
    await pool.query(`update deliveries set status = 'delivered', attempts = 1, last_status_code = 204 where id = $1`, [
      completed,
    ])
    await pool.query('delete from delivery_queue where delivery_id = $1', [completed])
    await pool.query(
      `update deliveries set status = 'failed', attempts = 6, last_error = 'no answer in time' where id = $1`,
      [updated],
    )
    await pool.query('delete from delivery_queue where delivery_id = $1', [updated])
    await pool.query(
      `update delivery_queue set lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'
        where delivery_id = $1`,
      [created],
    )
    const found = async (query: string) => {
      const { data } = (await hook.request('GET', `/deliveries?${query}`)).body
      assert.equal(data.pagination.total, data.items.length)
      return data.items
    }
    const ids = async (query: string) => (await found(query)).map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids('status=delivered'), [completed])
    assert.deepEqual(await ids('status=failed'), [updated])
    assert.deepEqual(await ids('status=delivering'), [created])
    assert.deepEqual(await ids('status=pending'), [waiting])
    assert.deepEqual(await ids('status=cancelled'), [])
    assert.deepEqual(await ids('event=order.created'), [created, waiting])
    assert.deepEqual(await ids('event=order.created&status=delivering'), [created])
    assert.deepEqual(await ids('event=order.updated&status=delivered'), [])
    const [failed] = await found('status=failed')
    assert.deepEqual(
      [failed.attempts, failed.next_attempt_at, failed.last_status_code, failed.last_error],
      [6, null, null, 'no answer in time'],
    )
    assert.equal((await found('status=delivering'))[0].next_attempt_at, null)
    for (const wrong of ['status=lost', 'event=order.*', 'status=', 'limit=101']) {
      assert.equal((await hook.request('GET', `/deliveries?${wrong}`)).status, 400)
    }
  })

  it('GET /admin/webhooks/{id}/deliveries with a cursor of another filter answers 400 INVALID_CURSOR', async () => {
    const hook = await makeWebhook(service, shop)
    await hook.request('POST', '/test')
    await hook.request('POST', '/test')
    const { next_cursor } = (await hook.request('GET', '/deliveries?limit=1')).body.data.pagination
    const { status, body } = await hook.request('GET', `/deliveries?limit=1&status=pending&cursor=${next_cursor}`)
    assert.deepEqual([status, body.error.code], [400, 'INVALID_CURSOR'])
  })
})
