import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit, eventNames } from '#src/platform/outbox/index.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { maxSubscriptions } from './manage-subscriptions.ts'

const url = 'https://example.com/hooks'

describeShop('webhook subscriptions', ({ service, shop }) => {
  let headers: Record<string, string>
  before(async () => {
    headers = shop.owner.headers
  })

  const create = (body: unknown, more: Record<string, string> = {}) =>
    service.request('POST', '/admin/webhooks', { headers: { ...headers, ...more }, body })
  const row = (id: string) =>
    service.deps.db.selectFrom('webhook_subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('POST /admin/webhooks answers 201 with the subscription and a generated secret', async () => {
    const { status, body } = await create({ url, events: ['order.created'] })
    assert.equal(status, 201)
    const { id, secret, created_at, updated_at, ...rest } = body.data
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(created_at, updated_at)
    assert.deepEqual(rest, {
      url,
      events: ['order.created'],
      active: true,
      description: null,
      retry_for: 'specified',
      disabled_reason: null,
    })
    const { body: read } = await service.request('GET', `/admin/webhooks/${id}`, { headers })
    assert.deepEqual(read.data, { id, ...rest, created_at, updated_at })
  })

  it('POST /admin/webhooks with groups stores the patterns and the event names they match', async () => {
    const { body } = await create({ url, events: ['order.created', 'inventory.*', 'order.created', 'user.*'] })
    assert.deepEqual(body.data.events, ['order.created', 'inventory.*', 'user.*'])
    const { event_names } = await row(body.data.id)
    const users = ['user.created', 'user.updated', 'user.deleted', 'user.verified']
    assert.deepEqual([...event_names].sort(), [...users, 'order.created', 'inventory.updated'].sort())
    const all = await create({ url, events: ['*'] })
    assert.deepEqual((await row(all.body.data.id)).event_names, [...eventNames])
  })

  for (const events of [['order.shipped'], ['orders.*'], ['order.*', 'order'], ['**'], ['Order.created'], ['']]) {
    it(`POST /admin/webhooks with events ${JSON.stringify(events)} answers 400 and names the entry`, async () => {
      const { status, body } = await create({ url, events })
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
      assert.deepEqual(
        body.error.details.map((fault: { field: string }) => fault.field),
        [`events[${events.length - 1}]`],
      )
    })
  }

  const badUrls: Record<string, string> = {
    'http at a host that is not this machine': 'http://example.com/hooks',
    credentials: 'https://user:pass@example.com/hooks',
    'a fragment': 'https://example.com/hooks#part',
    'another scheme': 'ftp://example.com/hooks',
    'no scheme': 'example.com/hooks',
    'port 0': 'https://example.com:0/hooks',
    '2,049 characters': `https://example.com/${'x'.repeat(2_049 - 20)}`,
    'white space': 'https://example.com/a b',
  }
  for (const [what, bad] of Object.entries(badUrls)) {
    it(`POST and PATCH /admin/webhooks with a url of ${what} answer 400 for the field url`, async () => {
      const hook = await makeWebhook(service, shop)
      for (const answer of [await create({ url: bad, events: ['*'] }), await hook.request('PATCH', '', { url: bad })]) {
        assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'])
        assert.equal(answer.body.error.details[0].field, 'url')
      }
    })
  }

  it('POST /admin/webhooks with a url of 2,048 characters, or loopback http in development, answers 201', async () => {
    for (const good of [`https://example.com/${'x'.repeat(2_048 - 20)}`, 'http://localhost:8080/x', 'http://[::1]/']) {
      const { status, body } = await create({ url: good, events: ['*'] })
      assert.deepEqual([status, body.data.url], [201, good])
    }
  })

  it('POST /admin/webhooks with one Idempotency-Key twice creates one and answers the same secret', async () => {
    const key = { 'idempotency-key': newId() }
    const [first, second] = [await create({ url, events: ['*'] }, key), await create({ url, events: ['*'] }, key)]
    assert.deepEqual([second.status, second.body], [201, first.body])
    assert.equal(second.headers['idempotent-replayed'], 'true')
    const other = await create({ url, events: ['user.*'] }, key)
    assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('POST /admin/webhooks beyond the limit answers 409 CONFLICT, with concurrent requests too', async () => {
    const crowded = await makeMerchant(service)
    const attempts = Array.from({ length: maxSubscriptions + 20 }, () =>
      service.request('POST', '/admin/webhooks', { headers: crowded.owner.headers, body: { url, events: ['*'] } }),
    )
    const answers = await Promise.all(attempts)
    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(refused.length, 20)
    assert.equal(refused[0]?.body.error.code, 'CONFLICT')
    const made = answers.find(({ status }) => status === 201)
    const gone = `/admin/webhooks/${made?.body.data.id}`
    assert.equal((await service.request('DELETE', gone, { headers: crowded.owner.headers })).status, 200)
    await makeWebhook(service, crowded)
  })

  it('GET /admin/webhooks answers pages, newest first, without secrets', async () => {
    const other = await makeMerchant(service)
    const made: string[] = []
    for (let n = 0; n < 3; n++) made.unshift((await makeWebhook(service, other)).id)
    const list = (query: string) =>
      service.request('GET', `/admin/webhooks?${query}`, { headers: other.owner.headers }).then(({ body }) => body.data)
    const first = await list('limit=2')
    const second = await list(`limit=2&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }) => id),
      made,
    )
    assert.deepEqual([first.pagination.total, first.pagination.has_more, second.pagination.has_more], [3, true, false])
    assert.equal(JSON.stringify([first, second]).includes('secret'), false)
    assert.deepEqual((await list('limit=2&offset=2')).items, second.items)
  })

  it('PATCH /admin/webhooks/{id} changes the given fields only, and clears the description with null', async () => {
    const hook = await makeWebhook(service, shop, { description: 'Before', events: ['user.*'] })
    const moved = await hook.request('PATCH', '', { url })
    assert.deepEqual([moved.status, moved.body.data.url, moved.body.data.description], [200, url, 'Before'])
    const { data } = (await hook.request('PATCH', '', { events: ['cart.*', 'cart.*'], description: null })).body
    assert.deepEqual([data.url, data.events, data.description, data.active], [url, ['cart.*'], null, true])
    assert.deepEqual((await row(hook.id)).event_names, ['cart.item_added', 'cart.item_removed', 'cart.abandoned'])
    const same = await hook.request('PATCH', '', {})
    assert.deepEqual({ ...same.body.data, updated_at: null }, { ...data, updated_at: null })
    for (const [field, value] of Object.entries({ url: null, events: null, active: null, secret: 'x', id: newId() })) {
      const { status, body } = await hook.request('PATCH', '', { [field]: value })
      assert.deepEqual([status, body.error.details[0].field], [400, field])
    }
  })

  it('POST and PATCH /admin/webhooks take retry_for: specified, which is the default, or 3 days', async () => {
    const hook = await makeWebhook(service, shop)
    const read = async () => (await hook.request('GET', '')).body.data.retry_for
    assert.equal(await read(), 'specified')
    assert.equal((await hook.request('PATCH', '', { retry_for: '3 days' })).body.data.retry_for, '3 days')
    await hook.request('PATCH', '', { description: 'Kept' })
    assert.equal(await read(), '3 days')
    assert.equal((await create({ url, events: ['*'], retry_for: '3 days' })).body.data.retry_for, '3 days')
    for (const retry_for of ['3', '3days', 'for ever', null, 3]) {
      for (const answer of [
        await create({ url, events: ['*'], retry_for }),
        await hook.request('PATCH', '', { retry_for }),
      ])
        assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'retry_for'])
    }
  })

  it('PATCH /admin/webhooks/{id} with active true clears disabled_reason and the count of failures', async () => {
    const hook = await makeWebhook(service, shop)
    await service.deps.db
      .updateTable('webhook_subscriptions')
      .set({ active: false, disabled_reason: 'nothing was delivered for 24 h' })
      .where('id', '=', hook.id)
      .execute()
    await service.deps.pool.query(
      `insert into failing_receivers values ($1, $2, 9, now() - interval '25 hours', now())`,
      [hook.id, shop.id],
    )
    const off = await hook.request('PATCH', '', { description: 'x' })
    assert.deepEqual([off.body.data.active, off.body.data.disabled_reason], [false, 'nothing was delivered for 24 h'])
    const on = await hook.request('PATCH', '', { active: true })
    assert.deepEqual([on.body.data.active, on.body.data.disabled_reason], [true, null])
    const failures = service.deps.db.selectFrom('failing_receivers').selectAll().where('subscription_id', '=', hook.id)
    assert.deepEqual(await failures.execute(), [])
  })

  it('DELETE /admin/webhooks/{id} answers 200, and afterwards every endpoint 404', async () => {
    const hook = await makeWebhook(service, shop)
    const sent = (await hook.request('POST', '/test')).body.data.id
    const deleted = await hook.request('DELETE', '')
    assert.deepEqual([deleted.status, deleted.body.data], [200, {}])
    const answers = [
      await hook.request('GET', ''),
      await hook.request('PATCH', '', { active: true }),
      await hook.request('DELETE', ''),
      await hook.request('POST', '/test'),
      await hook.request('POST', '/rotate-secret'),
      await hook.request('POST', '/recover', { since: '2026-01-01T00:00:00Z' }),
      await hook.request('GET', '/deliveries'),
      await hook.request('GET', `/deliveries/${sent}`),
      await hook.request('POST', `/deliveries/${sent}/retry`),
    ]
    for (const { status, body } of answers) assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
    const { body } = await service.request('GET', '/admin/webhooks?limit=100', { headers })
    assert.equal(JSON.stringify(body).includes(hook.id), false)
  })

  for (const [how, end] of Object.entries({ 'switched off': { active: false }, deleted: undefined })) {
    it(`waiting deliveries of a subscription that is ${how} are cancelled, and no new ones are created`, async () => {
      const hook = await makeWebhook(service, shop, { events: ['user.deleted'] })
      const untouched = await makeWebhook(service, shop, { events: ['user.deleted'] })
      const event = { merchantId: shop.id, userId: newId(), name: 'user.deleted', data: {} } as const
      await inTransaction(service.deps.db, (transaction) => emit(transaction, [event, event]))
      const { status } = await hook.request(end ? 'PATCH' : 'DELETE', '', end)
      assert.equal(status, 200)
      await inTransaction(service.deps.db, (transaction) => emit(transaction, [event]))
      const statuses = async (id: string) => {
        const rows = service.deps.db.selectFrom('deliveries').select('status').where('subscription_id', '=', id)
        return (await rows.execute()).map((delivery) => delivery.status)
      }
      assert.deepEqual(await statuses(hook.id), ['cancelled', 'cancelled'])
      assert.deepEqual(await statuses(untouched.id), ['pending', 'pending', 'pending'])
      const { rows } = await service.deps.pool.query('select from delivery_queue where subscription_id = $1', [hook.id])
      assert.equal(rows.length, 0)
      await untouched.request('DELETE', '')
    })
  }

  it('a viewer reads subscriptions and answers 403 INSUFFICIENT_PERMISSIONS to changes', async () => {
    const hook = await makeWebhook(service, shop)
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const as = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      service.request(method, path, { headers: viewer.headers, ...(body !== undefined && { body }) })
    const own = `/admin/webhooks/${hook.id}`
    for (const path of ['/admin/webhooks', own, `${own}/deliveries`]) assert.equal((await as('GET', path)).status, 200)
    const refused = [
      await as('POST', '/admin/webhooks', { url, events: ['*'] }),
      await as('PATCH', own, { active: false }),
      await as('DELETE', own),
      await as('POST', `${own}/test`),
    ]
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
      assert.deepEqual(body.error.details, { required_permission: 'webhooks.write' })
    }
  })
})
