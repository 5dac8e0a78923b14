import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { eventPublicId, newId } from '#src/platform/lib/ids.ts'
import { type EventName, emit } from '#src/platform/outbox/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

describeService('the event log', ({ service }) => {
  const happen = (merchant: TestMerchant, ...names: EventName[]) =>
    inTransaction(service.deps.db, (transaction) =>
      emit(
        transaction,
        names.map((name, n) => ({ merchantId: merchant.id, userId: newId(), name, data: { n, text: 'ü ☃ "' } })),
      ),
    )
  const read = (merchant: TestMerchant, query = '') =>
    service.request('GET', `/admin/events?${query}`, { headers: merchant.owner.headers })

  /** Without the event of its owner's registration. */
  async function quietMerchant(): Promise<TestMerchant> {
    const merchant = await makeMerchant(service)
    await service.deps.pool.query('delete from events where merchant_id = $1', [merchant.id])
    return merchant
  }

  it('GET /admin/events answers 200 with the sent envelopes, oldest first, subscribed to or not', async () => {
    const merchant = await quietMerchant()
    await happen(merchant, 'order.created')
    await happen(merchant, 'cart.abandoned')
    const { status, body } = await read(merchant)
    assert.equal(status, 200)
    const stored = await service.deps.db
      .selectFrom('events')
      .select('body')
      .where('merchant_id', '=', merchant.id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      body.data.items.map((item: unknown) => JSON.stringify(item)),
      stored.map((row) => row.body.toString()),
    )
    assert.deepEqual(body.data.items[0].data, { n: 0, text: 'ü ☃ "' })
  })

  it('GET /admin/events with a cursor continues with newer events', async () => {
    const merchant = await quietMerchant()
    await happen(merchant, 'order.created', 'order.updated', 'order.completed')
    const first = (await read(merchant, 'limit=2')).body.data
    assert.deepEqual([first.pagination.total, first.pagination.has_more], [3, true])
    await happen(merchant, 'user.created')
    const second = (await read(merchant, `limit=2&cursor=${first.pagination.next_cursor}`)).body.data
    assert.deepEqual(
      [...first.items, ...second.items].map(({ event }) => event),
      ['order.created', 'order.updated', 'order.completed', 'user.created'],
    )
    assert.equal(second.pagination.next_cursor, '')
  })

  it('GET /admin/events with order=desc continues with older events', async () => {
    const merchant = await quietMerchant()
    await happen(merchant, 'order.created', 'order.updated', 'order.completed')
    const first = (await read(merchant, 'order=desc&limit=2')).body.data
    await happen(merchant, 'user.created')
    const { next_cursor } = first.pagination
    const second = (await read(merchant, `order=desc&limit=2&cursor=${next_cursor}`)).body.data
    assert.deepEqual(
      [...first.items, ...second.items].map(({ event }) => event),
      ['order.completed', 'order.updated', 'order.created'],
    )
    const other = await read(merchant, `limit=2&cursor=${next_cursor}`)
    assert.deepEqual([other.status, other.body.error.code], [400, 'INVALID_CURSOR'])
  })

  it('GET /admin/events/{event_id} answers 200 with the event and its delivery to each subscription', async () => {
    const merchant = await quietMerchant()
    const [first, second] = [await makeWebhook(service, merchant), await makeWebhook(service, merchant)]
    const other = await makeWebhook(service, merchant, { events: ['cart.*'] })
    const gone = await makeWebhook(service, merchant)
    await happen(merchant, 'order.created', 'order.updated')
    await gone.request('DELETE', '')
    const [event] = (await read(merchant)).body.data.items
    const ask = (id: string) => service.request('GET', `/admin/events/${id}`, { headers: merchant.owner.headers })
    const { status, body } = await ask(event.id)
    assert.equal(status, 200)
    const { deliveries, is_test, ...envelope } = body.data
    assert.deepEqual([envelope, is_test], [event, false])
    assert.deepEqual(
      deliveries.map((delivery: Record<string, unknown>) => [
        delivery['webhook_id'],
        delivery['event_id'],
        delivery['status'],
      ]),
      [first, second].map(({ id }) => [id, event.id, 'pending']),
    )
    // A sample of a test, too.
    const sent = (await other.request('POST', '/test', {})).body.data
    const sample = (await ask(sent.event_id)).body.data
    assert.deepEqual([sample.event, sample.is_test, sample.deliveries], ['cart.item_added', true, [sent]])
  })

  it('GET /admin/events/{event_id} with an unknown event answers 404 NOT_FOUND', async () => {
    const { owner } = await makeMerchant(service)
    const ask = (id: string) => service.request('GET', `/admin/events/${id}`, { headers: owner.headers })
    for (const id of [eventPublicId(newId()), 'evt_1']) {
      const { status, body } = await ask(id)
      assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'], id)
    }
  })

  it('GET /admin/events shows what has committed, and what commits late comes after it', async () => {
    const merchant = await quietMerchant()
    const names = async (query = '') => {
      const { items, pagination } = (await read(merchant, query)).body.data
      const events: string[] = items.map(({ event }: { event: string }) => event)
      return { events, last: items.at(-1)?.id, ...pagination }
    }
    await happen(merchant, 'user.created')
    await happen(merchant, 'user.updated')
    const { next_cursor } = await names('limit=1')
    const during = await inTransaction(service.deps.db, async (transaction) => {
      await emit(transaction, [{ merchantId: merchant.id, userId: newId(), name: 'order.created', data: {} }])
      await happen(merchant, 'order.updated')
      return names(`cursor=${next_cursor}`)
    })
    assert.deepEqual(during.events, ['user.updated', 'order.updated'])
    assert.deepEqual((await names(`after=${during.last}`)).events, ['order.created'])
    const { events, total } = await names(`cursor=${next_cursor}`)
    assert.deepEqual(events, ['user.updated', 'order.updated', 'order.created'])
    assert.equal(total, 2, 'as the first page told')
  })

  it('GET /admin/events with after continues after that event, page by page', async () => {
    const merchant = await quietMerchant()
    await happen(merchant, 'order.created')
    const last = (await read(merchant)).body.data.items[0].id
    const ask = async (query: string) => (await read(merchant, `after=${last}&limit=2${query}`)).body.data
    assert.deepEqual((await ask('')).items, [])
    await happen(merchant, 'order.updated', 'order.completed', 'user.created')
    const first = await ask('')
    const second = await ask(`&cursor=${first.pagination.next_cursor}`)
    assert.equal(first.pagination.total, 3)
    assert.deepEqual(
      [...first.items, ...second.items].map(({ event }) => event),
      ['order.updated', 'order.completed', 'user.created'],
    )
    const stranger = await quietMerchant()
    for (const answer of [await read(stranger, `after=${last}`), await read(merchant, 'after=evt_1')]) {
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'after'])
    }
  })

  it('GET /admin/events filters by event and by time', async () => {
    const merchant = await quietMerchant()
    await happen(merchant, 'order.created')
    await service.deps.pool.query(
      `update events set id = overlay(id::text placing left(uuid_at(now() - interval '1 hour')::text, 13) from 1)::uuid
        where merchant_id = $1`,
      [merchant.id],
    )
    await happen(merchant, 'order.updated')
    await happen(merchant, 'order.created')
    const names = async (query: string) => {
      const { data } = (await read(merchant, query)).body
      assert.equal(data.pagination.total, data.items.length)
      return data.items.map(({ event }: { event: string }) => event)
    }
    assert.deepEqual(await names('event=order.created'), ['order.created', 'order.created'])
    const since = new Date(Date.now() - 60_000).toISOString()
    assert.deepEqual(await names(`since=${since}`), ['order.updated', 'order.created'])
    assert.deepEqual(await names(`since=${since}&event=order.created`), ['order.created'])
    assert.equal((await names('since=2026-01-01')).length, 3)
    for (const wrong of [
      'since=2026-01-32',
      'since=1960-01-01T00:00:00Z',
      'since=2016-12-31T23:59:60Z',
      'event=order.*',
    ]) {
      const { status, body } = await read(merchant, wrong)
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
    }
  })

  it('GET /admin/events has no sample events, no events of other merchants, and a viewer reads it', async () => {
    const merchant = await quietMerchant()
    const other = await quietMerchant()
    const hook = await makeWebhook(service, merchant)
    assert.equal((await hook.request('POST', '/test')).status, 202)
    await happen(other, 'order.created')
    assert.equal((await read(merchant)).body.data.pagination.total, 0)
    const viewer = await makeStaff(service, other.id, 'viewer')
    const { status, body } = await service.request('GET', '/admin/events?event=order.created', {
      headers: viewer.headers,
    })
    assert.deepEqual([status, body.data.pagination.total], [200, 1])
  })
})
