import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook, type TestWebhook } from '#test/support/webhooks.ts'

describeShop('retry and recovery of deliveries', ({ service, shop }) => {
  const query = (text: string, values: unknown[]) => service.deps.pool.query(text, values)

  /** An ended delivery. */
  async function ended(hook: TestWebhook, status: 'delivered' | 'failed' | 'cancelled', attempts = 6): Promise<string> {
    const { id } = (await hook.request('POST', '/test')).body.data
    await query('update deliveries set status = $2, attempts = $3 where id = $1', [id, status, attempts])
    await query('delete from delivery_queue where delivery_id = $1', [id])
    return id
  }

  const queued = async (hook: TestWebhook): Promise<string[]> => {
    const { rows } = await query('select delivery_id from delivery_queue where subscription_id = $1 order by 1', [
      hook.id,
    ])
    return rows.map((row) => row.delivery_id)
  }

  it('GET /admin/webhooks/{id}/deliveries/{id} answers 200 with the payload and every attempt in order', async () => {
    const hook = await makeWebhook(service, shop)
    const id = await ended(hook, 'failed', 2)
    for (const [number, outcome, code, body] of [
      [2, 'timeout', null, null],
      [1, 'rejected', 503, 'busy'],
    ]) {
      await query(
        `insert into delivery_attempts
           (delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body)
         values ($1, $2, '2026-11-21T09:30:00.5Z', 87, $3, $4, $5, $6)`,
        [id, number, outcome, code, code === null ? 'no answer in time' : null, body],
      )
    }
    const { status, body } = await hook.request('GET', `/deliveries/${id}`)
    assert.equal(status, 200)
    const { payload, attempt_log, ...rest } = body.data
    const listed = (await hook.request('GET', '/deliveries')).body.data.items[0]
    assert.deepEqual(rest, listed)
    assert.deepEqual(Object.keys(payload), ['id', 'event', 'created', 'data', 'api_version'])
    assert.deepEqual([payload.id, payload.event, payload.api_version], [rest.event_id, 'order.created', 'v1'])
    assert.equal(payload.data.order.merchant_id, shop.id)
    const at = { started_at: '2026-11-21T09:30:00.500Z', duration_ms: 87 }
    assert.deepEqual(attempt_log, [
      { number: 1, ...at, outcome: 'rejected', status_code: 503, error: null, response_body: 'busy' },
      { number: 2, ...at, outcome: 'timeout', status_code: null, error: 'no answer in time', response_body: null },
    ])
  })

  it('a delivery under another subscription, or an unknown one, answers 404 NOT_FOUND', async () => {
    const [hook, other] = [await makeWebhook(service, shop), await makeWebhook(service, shop)]
    const id = await ended(hook, 'failed')
    for (const answer of [
      await other.request('GET', `/deliveries/${id}`),
      await other.request('POST', `/deliveries/${id}/retry`),
      await hook.request('GET', `/deliveries/${newId()}`),
      await hook.request('POST', `/deliveries/${newId()}/retry`),
    ]) {
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'])
    }
    assert.deepEqual(await queued(other), [])
  })

  for (const status of ['failed', 'cancelled', 'delivered'] as const) {
    it(`POST /admin/webhooks/{id}/deliveries/{id}/retry of a ${status} one answers 202 and queues it`, async () => {
      const hook = await makeWebhook(service, shop)
      const id = await ended(hook, status, 3)
      const answer = await hook.request('POST', `/deliveries/${id}/retry`)
      assert.equal(answer.status, 202)
      const { data } = answer.body
      assert.deepEqual([data.id, data.status, data.attempts], [id, 'pending', 3])
      assert.ok(Date.parse(data.next_attempt_at) <= Date.now() + 1_000)
      assert.deepEqual(await queued(hook), [id])
    })
  }

  it('POST /admin/webhooks/{id}/deliveries/{id}/retry of one that has not ended answers 409 CONFLICT', async () => {
    const hook = await makeWebhook(service, shop)
    const { id } = (await hook.request('POST', '/test')).body.data
    const pending = await hook.request('POST', `/deliveries/${id}/retry`)
    await query(
      `update delivery_queue set lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'
        where delivery_id = $1`,
      [id],
    )
    const delivering = await hook.request('POST', `/deliveries/${id}/retry`)
    for (const { status, body } of [pending, delivering]) assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
  })

  it('POST /admin/webhooks/{id}/deliveries/{id}/retry ten times concurrently queues it once', async () => {
    const hook = await makeWebhook(service, shop)
    const id = await ended(hook, 'failed')
    const answers = await Promise.all(Array.from({ length: 10 }, () => hook.request('POST', `/deliveries/${id}/retry`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, ...Array(9).fill(409)])
    assert.deepEqual(await queued(hook), [id])
  })

  it('POST /admin/webhooks/{id}/deliveries/{id}/retry during another answers 409 CONFLICT', async () => {
    const hook = await makeWebhook(service, shop)
    const id = await ended(hook, 'failed')
    const other = await holdLocks(service, sql`update deliveries set status = 'pending' where id = ${id}`)
    const answer = hook.request('POST', `/deliveries/${id}/retry`)
    await until(async () => (await lockWaits(service)) > 0, 'it to wait for the other')
    await other.commit()
    const { status, body } = await answer
    assert.deepEqual([status, body.error?.code, await queued(hook)], [409, 'CONFLICT', []])
  })

  it('retry and recover of an inactive subscription answer 409 WEBHOOK_INACTIVE', async () => {
    const hook = await makeWebhook(service, shop)
    const id = await ended(hook, 'failed')
    await hook.request('PATCH', '', { active: false })
    for (const answer of [
      await hook.request('POST', `/deliveries/${id}/retry`),
      await hook.request('POST', '/recover', { since: '2026-01-01T00:00:00Z' }),
    ]) {
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'WEBHOOK_INACTIVE'])
    }
    assert.deepEqual(await queued(hook), [])
  })

  it('POST /admin/webhooks/{id}/recover answers 202 with the number queued, and 0 the second time', async () => {
    const hook = await makeWebhook(service, shop)
    const neighbour = await makeWebhook(service, shop)
    await ended(neighbour, 'failed')
    const failed = [await ended(hook, 'failed'), await ended(hook, 'failed'), await ended(hook, 'failed')]
    await ended(hook, 'delivered')
    await ended(hook, 'cancelled')
    const times: string[] = (await hook.request('GET', '/deliveries?status=failed')).body.data.items.map(
      ({ created_at }: { created_at: string }) => created_at,
    )
    const [last, , first] = times
    const until = await hook.request('POST', '/recover', { since: first, until: last })
    assert.equal(until.status, 202)
    assert.deepEqual(until.body.data, { requeued: times.filter((at) => at < String(last)).length, has_more: false })
    const rest = await hook.request('POST', '/recover', { since: first })
    assert.equal(until.body.data.requeued + rest.body.data.requeued, 3)
    assert.deepEqual((await hook.request('POST', '/recover', { since: first })).body.data.requeued, 0)
    assert.deepEqual(await queued(hook), failed.sort())
    assert.deepEqual(await queued(neighbour), [])
  })

  it('POST /admin/webhooks/{id}/recover many times concurrently queues each delivery once', async () => {
    const hook = await makeWebhook(service, shop)
    for (let n = 0; n < 5; n++) await ended(hook, 'failed')
    const since = new Date(Date.now() - 60_000).toISOString()
    const answers = await Promise.all(Array.from({ length: 8 }, () => hook.request('POST', '/recover', { since })))
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.data.requeued, 0),
      5,
    )
    assert.equal((await queued(hook)).length, 5)
  })

  const now = new Date().toISOString()
  const wrongRanges: Record<string, [unknown, string]> = {
    'no since': [{}, 'since'],
    'a since after until': [{ since: now, until: '2026-01-01T00:00:00Z' }, 'since'],
    'a since in the future': [{ since: '2999-01-01T00:00:00Z' }, 'since'],
    'a leap second': [{ since: '2016-12-31T23:59:60Z' }, 'since'],
    'a date before 1970': [{ since: '1969-01-01T00:00:00Z' }, 'since'],
    'an until beyond all years': [{ since: now, until: '9999-12-31T23:59:59Z' }, 'until'],
    'a date without a time': [{ since: '2026-01-01' }, 'since'],
    'an unknown field': [{ since: now, status: 'failed' }, 'status'],
  }
  for (const [what, [range, field]] of Object.entries(wrongRanges)) {
    it(`POST /admin/webhooks/{id}/recover with ${what} answers 400 for ${field}`, async () => {
      const hook = await makeWebhook(service, shop)
      const { status, body } = await hook.request('POST', '/recover', range)
      assert.deepEqual([status, body.error.code, body.error.details[0].field], [400, 'VALIDATION_ERROR', field])
    })
  }

  it('POST /admin/webhooks/{id}/recover with a time too early or too late says which times there may be', async () => {
    const hook = await makeWebhook(service, shop)
    const range = { since: '1969-01-01T00:00:00Z', until: '9999-12-31T23:59:59Z' }
    const { body } = await hook.request('POST', '/recover', range)
    const message = 'must be a time from 1970 to 2999'
    assert.deepEqual(body.error.details, [
      { field: 'since', message },
      { field: 'until', message },
    ])
  })

  it('retry and recover with one Idempotency-Key twice run once and answer the same', async () => {
    const hook = await makeWebhook(service, shop)
    const id = await ended(hook, 'failed')
    const key = () => ({ ...shop.owner.headers, 'idempotency-key': newId() })
    const retry = key()
    const recover = key()
    const again = () => service.request('POST', `/admin/webhooks/${hook.id}/deliveries/${id}/retry`, { headers: retry })
    const first = await again()
    assert.deepEqual([first.status, (await again()).body], [202, first.body])
    await ended(hook, 'failed')
    const body = { since: '2026-01-01T00:00:00Z' }
    const all = () => service.request('POST', `/admin/webhooks/${hook.id}/recover`, { headers: recover, body })
    assert.equal((await all()).body.data.requeued, 1)
    assert.equal((await all()).body.data.requeued, 1)
    const other = { since: '2026-01-02T00:00:00Z' }
    const reused = await service.request('POST', `/admin/webhooks/${hook.id}/recover`, {
      headers: recover,
      body: other,
    })
    assert.deepEqual([reused.status, reused.body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('POST .../retry with the Idempotency-Key of another delivery answers 422 IDEMPOTENCY_KEY_REUSED', async () => {
    const hook = await makeWebhook(service, shop)
    const headers = { ...shop.owner.headers, 'idempotency-key': newId() }
    const [one, other] = [await ended(hook, 'failed'), await ended(hook, 'failed')]
    const retry = (id: string) =>
      service.request('POST', `/admin/webhooks/${hook.id}/deliveries/${id}/retry`, { headers })
    assert.equal((await retry(one)).status, 202)
    const { status, body } = await retry(other)
    assert.deepEqual([status, body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.deepEqual(await queued(hook), [one])
  })

  it('retry, recover and rotate-secret of a viewer answer 403 INSUFFICIENT_PERMISSIONS, reading 200', async () => {
    const hook = await makeWebhook(service, shop)
    const id = await ended(hook, 'failed')
    const { headers } = await makeStaff(service, shop.id, 'viewer')
    const own = `/admin/webhooks/${hook.id}`
    assert.equal((await service.request('GET', `${own}/deliveries/${id}`, { headers })).status, 200)
    for (const answer of [
      await service.request('POST', `${own}/deliveries/${id}/retry`, { headers }),
      await service.request('POST', `${own}/recover`, { headers, body: { since: now } }),
      await service.request('POST', `${own}/rotate-secret`, { headers }),
    ]) {
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
    }
  })
})
