import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { openSecret } from '../sending/secrets.ts'

const url = 'https://example.com/hooks'

describeShop('secrets of webhook subscriptions', ({ service, shop }) => {
  let headers: Record<string, string>
  before(async () => {
    headers = shop.owner.headers
  })

  const create = (body: unknown, more: Record<string, string> = {}) =>
    service.request('POST', '/admin/webhooks', { headers: { ...headers, ...more }, body })
  const row = (id: string) =>
    service.deps.db.selectFrom('webhook_subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('POST /admin/webhooks with a secret stores it sealed, not in plain text', async () => {
    const secret = 'rather a long secret of the merchant, ü'
    const { body } = await create({ url, events: ['*'], secret, active: false, description: 'Two\nlines' })
    assert.deepEqual([body.data.secret, body.data.active, body.data.description], [secret, false, 'Two\nlines'])
    const stored = await row(body.data.id)
    assert.equal(openSecret(service.deps.seal, body.data.id, stored.secret), secret)
    assert.throws(() => openSecret(service.deps.seal, newId(), stored.secret))
    assert.equal(stored.secret.includes(Buffer.from(secret)), false)
    const texts = JSON.stringify(stored, (_, value) => value)
    assert.equal(texts.includes(secret), false)
  })

  it('POST /admin/webhooks/{id}/rotate-secret answers 200 with a new secret; the previous is kept 24 h', async () => {
    const hook = await makeWebhook(service, shop)
    const { status, body } = await hook.request('POST', '/rotate-secret')
    assert.equal(status, 200)
    assert.match(body.data.secret, /^whsec_/)
    assert.notEqual(body.data.secret, hook.secret)
    const stored = await row(hook.id)
    const open = (box: Buffer | null) => box && openSecret(service.deps.seal, hook.id, box)
    assert.deepEqual([open(stored.secret), open(stored.previous_secret)], [body.data.secret, hook.secret])
    const overlap = Number(stored.previous_secret_expires_at?.getTime()) - stored.updated_at.getTime()
    assert.equal(overlap, 86_400_000)
    const signing = async () => {
      const { rows } = await sql<{ previous_secret: Buffer | null }>`
        select previous_secret from delivery_contents('{}', array[${hook.id}]::uuid[])`.execute(service.deps.db)
      return open(rows[0]?.previous_secret ?? null)
    }
    assert.equal(await signing(), hook.secret)
    await sql`update webhook_subscriptions set previous_secret_expires_at = now() where id = ${hook.id}`.execute(
      service.deps.db,
    )
    assert.equal(await signing(), null)
    const read = await hook.request('GET', '')
    assert.equal(JSON.stringify(read.body).includes('whsec_'), false)
    const given = await hook.request('POST', '/rotate-secret', { secret: 'of my own' })
    assert.equal(given.body.data.secret, 'of my own')
  })

  it('POST /admin/webhooks/{id}/rotate-secret with one Idempotency-Key twice rotates once', async () => {
    const hook = await makeWebhook(service, shop)
    const rotate = (body: unknown) =>
      service.request('POST', `/admin/webhooks/${hook.id}/rotate-secret`, { headers: withKey, body })
    const withKey = { ...headers, 'idempotency-key': newId() }
    const [first, second] = [await rotate({}), await rotate({})]
    assert.deepEqual([second.status, second.body], [200, first.body])
    const { previous_secret } = await row(hook.id)
    assert.equal(previous_secret && openSecret(service.deps.seal, hook.id, previous_secret), hook.secret)
    assert.equal((await rotate({ secret: 'x' })).status, 422)
  })

  it('POST .../rotate-secret during another of its Idempotency-Key answers 409 IDEMPOTENCY_IN_PROGRESS', async () => {
    const hook = await makeWebhook(service, shop)
    const key = newId()
    const rotate = () =>
      service.request('POST', `/admin/webhooks/${hook.id}/rotate-secret`, {
        headers: { ...headers, 'idempotency-key': key },
      })
    const { status, body } = await duringAnother(service, shop.owner.id, key, rotate)
    assert.deepEqual([status, body.error.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
    assert.equal((await rotate()).status, 200)
  })

  for (const secret of ['', 'x'.repeat(257), 'a\u0000b', 'a\nb', 1, null]) {
    it(`a secret of ${JSON.stringify(secret)?.slice(0, 12)} answers 400 for the field secret`, async () => {
      const hook = await makeWebhook(service, shop)
      for (const answer of [
        await create({ url, events: ['*'], secret }),
        await hook.request('POST', '/rotate-secret', { secret }),
      ]) {
        assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'secret'])
      }
    })
  }

  it('no table contains a secret in plain text, as text, hex or base64', async () => {
    const secret = `needle ${newId()}`
    const key = { ...headers, 'idempotency-key': newId() }
    const { body } = await create({ url, events: ['*'], secret }, key)
    const rotated = await service.request('POST', `/admin/webhooks/${body.data.id}/rotate-secret`, {
      headers: key,
      body: {},
    })
    assert.equal(rotated.status, 422)
    await service.request('POST', `/admin/webhooks/${body.data.id}/rotate-secret`, {
      headers,
      body: { secret: `${secret}2` },
    })
    const { pool } = service.deps
    const { rows: tables } = await pool.query(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    for (const { name } of tables) {
      const needles = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').slice(0, 40)]
      const found = await pool.query(
        `select count(*) as count from "${name}" row
          where exists (select from unnest($1::text[]) needle where position(needle in row::text) > 0)`,
        [needles],
      )
      assert.equal(found.rows[0].count, 0, name)
    }
  })
})
