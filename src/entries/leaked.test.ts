import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { openSecret } from '#src/modules/webhooks/sending/secrets.ts'
import { testSecretVariables, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeUser } from '#test/support/factories.ts'
import { runAdmin } from '#test/support/process.ts'
import { enrol } from '#test/support/two-factor.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

describeShop('commerce-admin leaked', ({ service, shop }) => {
  const run = (...args: string[]) =>
    runAdmin(['leaked', ...args], { DATABASE_URL: service.databaseUrl, ...testSecretVariables })
  const statusOf = async (headers: Record<string, string>, path = '/user/profile') =>
    (await service.request('GET', path, { headers })).status
  const rows = async (table: string) => {
    const counted = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
      service.deps.db,
    )
    return counted.rows[0]?.count
  }
  const auditOf = async (merchantId: string) => {
    const { db } = service.deps
    const entries = await db.selectFrom('audit_entries').selectAll().where('merchant_id', '=', merchantId).execute()
    return entries.filter(({ actor_type }) => actor_type === 'system')
  }
  const mails = async (template: string) => {
    const found = await sql<{ user: string; data: Record<string, unknown> }>`
      select payload ->> 'user_id' as user, payload -> 'data' as data from jobs
       where payload ->> 'template' = ${template}`.execute(service.deps.db)
    return found.rows
  }

  it('without --yes and a terminal exits 2, and for a wrong argument; nothing is changed', async () => {
    const user = await makeUser(service)
    for (const args of [[], ['--now'], ['--yes', 'more']]) {
      const { code, stdout, stderr } = await run(...args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /--yes/)
    }
    assert.equal(await statusOf(user.headers), 200)
  })

  it('ends every secret of the database, tells owners and accounts, and is in the audit log', async () => {
    const { headers, id: ownerId } = shop.owner
    const { seal, db } = service.deps
    const shopper = await makeUser(service)
    const secured = await makeUser(service)
    const factor = await enrol(service, secured)
    const hook = await makeWebhook(service, shop)
    await hook.request('POST', '/rotate-secret')
    const key = await service.request('POST', '/admin/api-keys', {
      headers,
      body: { name: 'Warehouse', permissions: ['orders.read'] },
    })
    const keyHeaders = { 'access-token': key.body.data.key, 'merchant-id': shop.id }
    const email = `${unique('new')}@example.com`
    const invited = await service.request('POST', '/admin/staff', { headers, body: { email, role: 'viewer' } })
    const guest = { 'device-id': unique('web'), 'idempotency-key': unique('a-guest-of') }
    const token = (await service.request('POST', '/user/guest', { headers: guest })).body.access_token
    const atOnce = { ...shopper.headers, 'idempotency-key': unique('key') }
    await service.request('POST', '/user/addresses', {
      headers: atOnce,
      body: { name: 'A', line1: 'B', city: 'C', postal_code: 'SW1A 1AA', country: 'GB' },
    })
    await sql`insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
              values ('\\x01', ${shopper.id}, 'verify_email', 'x', now(), now() + interval '1 hour')`.execute(db)
    const kept = await rows('idempotency_keys')
    assert.equal(await statusOf(keyHeaders, '/admin/orders'), 200)
    const before = await db.selectFrom('webhook_subscriptions').selectAll().where('id', '=', hook.id).execute()

    const { code, stdout, stderr } = await run('--yes')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /1 invitations, 1 API keys\n/)
    assert.match(stdout, /1 webhook secrets/)
    assert.match(stdout, /10 recovery codes of 1 accounts/)
    assert.match(stdout, /JWT_SECRETS.*DATABASE_URL.*SEAL_KEYS.*SMTP_URL/s)

    const open = await sql`select from sessions where revoked_at is null`.execute(db)
    assert.equal(open.rows.length, 0)
    for (const ended of [shopper.headers, headers, { 'device-id': guest['device-id'], 'access-token': token }])
      await until(async () => (await statusOf(ended)) === 401, 'the session to end everywhere')
    await until(async () => (await statusOf(keyHeaders, '/admin/orders')) === 401, 'the key to end everywhere')
    const refresh = { headers: shopper.headers, body: { refresh_token: shopper.refreshToken } }
    assert.equal((await service.request('POST', '/user/token/refresh', refresh)).status, 401)
    for (const table of ['refresh_tokens', 'mail_tokens', 'invitations', 'api_keys', 'recovery_codes'])
      assert.equal(await rows(table), 0, table)
    // The guest's answer held a token; a client of the shopper may still wait for theirs.
    assert.equal(await rows('idempotency_keys'), Number(kept) - 1)

    const [after] = await db.selectFrom('webhook_subscriptions').selectAll().where('id', '=', hook.id).execute()
    const old = before.flatMap(({ secret, previous_secret }) => [secret, previous_secret ?? secret])
    const now = openSecret(seal, hook.id, after?.secret ?? Buffer.of())
    assert.ok(old.every((box) => openSecret(seal, hook.id, box) !== now))
    assert.deepEqual([after?.previous_secret, after?.previous_secret_expires_at], [null, null])
    assert.equal(stdout.includes('whsec_'), false)

    const told = (await auditOf(shop.id)).map(({ action, target_id }) => [action, target_id])
    assert.deepEqual(
      told.sort(),
      [
        ['invitation.revoked', invited.body.data.id],
        ['api_key.revoked', key.body.data.id],
        ['webhook.secret_rotated', hook.id],
        ['secrets.replaced', shop.id],
      ].sort(),
    )
    assert.deepEqual(
      (await mails('secrets_replaced')).map(({ user, data }) => [user, data]),
      [[ownerId, { merchant: shop.name, apiKeys: 1, invitations: 1, webhooks: 1 }]],
    )
    assert.deepEqual(
      (await mails('recovery_codes_void')).map(({ user }) => user),
      [secured.id],
    )
    const device = { 'device-id': unique('device') }
    const signIn = await service.request('POST', '/user/login', {
      headers: device,
      body: { email: secured.email, password: secured.password },
    })
    const { challenge } = signIn.body.error.details
    const again = await service.request('POST', '/user/login/two-factor', {
      headers: device,
      body: { challenge, code: factor.recoveryCodes[0] },
    })
    assert.equal(again.status, 401)
  })

  it('may be run again, and replaces what was made since', async () => {
    const user = await makeUser(service)
    const { db } = service.deps
    await sql`delete from idempotency_keys`.execute(db)
    // An answer that nobody waits for any more; one that its client may; a payment under way, which a repeated request
    // must find.
    await sql`insert into idempotency_keys (owner, key, fingerprint, status, body, created_at)
              values (${user.id}, 'old', '', 200, '', now() - interval '11 minutes'),
                     (${user.id}, 'young', '', 200, '', now() - interval '9 minutes'),
                     (${user.id}, 'under way', '', null, '', now() - interval '11 minutes')`.execute(db)
    const { code, stdout } = await run('--yes')
    assert.equal(code, 0)
    assert.match(stdout, /0 invitations, 0 API keys\n {2}1 stored answers/)
    assert.equal(await rows('idempotency_keys'), 2)
    await until(async () => (await statusOf(user.headers)) === 401, 'the session to end everywhere')
  })
})
