import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { makeGuestCustomer } from '#src/modules/merchants/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { forgetIdempotencyKeys } from '#src/platform/http/requests/idempotency-sweep.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { cartsAt, isSignedIn, makeGuest, registerAs } from '#test/support/guests.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { identityBackground } from './index.ts'

describeService('retention in identity', { LOGIN_LIMIT_PER_MINUTE: '20' }, ({ service }) => {
  async function sweepAll(): Promise<void> {
    for (const sweep of [...(identityBackground.sweeps ?? []), forgetIdempotencyKeys]) await sweep.run(service.deps)
  }
  async function count(table: string, where = 'true'): Promise<number> {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.raw(table)} where ${sql.raw(where)}`.execute(service.deps.db)
    return rows[0]?.n ?? 0
  }
  const run = (statement: string) => sql.raw(statement).execute(service.deps.db)

  it('sessions that ended a month ago are deleted with their tokens; others stay', async () => {
    const [gone, revoked, lately, live] = await Promise.all(Array.from({ length: 4 }, () => makeUser(service)))
    await run(`update sessions set expires_at = now() - interval '31 days' where user_id = '${gone?.id}'`)
    await run(`update sessions set revoked_at = now() - interval '31 days' where user_id = '${revoked?.id}'`)
    await run(`update sessions set revoked_at = now() - interval '29 days' where user_id = '${lately?.id}'`)
    await sweepAll()
    const left = await service.deps.db.selectFrom('sessions').select('user_id').orderBy('user_id').execute()
    assert.deepEqual(
      left.map((row) => row.user_id),
      [lately?.id, live?.id].sort(),
    )
    assert.equal(await count('refresh_tokens'), 2)
  })

  it('expired mail tokens, attempt counts and stored responses are deleted; others stay', async () => {
    const user = await makeUser(service)
    const headers = { 'device-id': 'phone' }
    await run('delete from attempt_counts')
    for (const email of [unique('x'), unique('x')]) {
      await service.request('POST', '/user/login', { headers, body: { email, password: 'wrong password' } })
      const body = { email: `${email}@example.com`, password: 'a good password' }
      const keyed = { ...headers, 'idempotency-key': `a-key-of-${email}` }
      await service.request('POST', '/user/register', { headers: keyed, body })
      await sql`
        insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
        values (sha256(${email}::bytea), ${user.id}, 'verify_email', 'x', now(), now() + interval '1 hour')`.execute(
        service.deps.db,
      )
    }
    const counts = async () => [
      await count('mail_tokens'),
      await count('idempotency_keys'),
      await count('attempt_counts'),
    ]
    await sweepAll()
    assert.deepEqual(await counts(), [2, 2, 5])
    await run('update mail_tokens set expires_at = now() where token_hash = (select min(token_hash) from mail_tokens)')
    await run(
      `update idempotency_keys set created_at = now() - interval '25 hours'
        where key = (select min(key) from idempotency_keys)`,
    )
    await run("update attempt_counts set window_start = now() - interval '3 minutes' where count = 4")
    await sweepAll()
    assert.deepEqual(await counts(), [1, 1, 4])
  })

  it('guests without orders are erased 30 days after their last use; others stay', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop)
    const names = ['gone', 'left', 'used', 'ordered', 'registered', 'new'] as const
    const made = await Promise.all(names.map(() => makeGuest(service)))
    const guests = Object.fromEntries(names.map((name, n) => [name, made[n]])) as Record<
      (typeof names)[number],
      (typeof made)[number]
    >
    const { add } = cartsAt(service, shop)
    const address = { name: 'Ada', line1: '1 Mall', city: 'London', country: 'GB' }
    for (const { headers } of made) {
      await add(headers, product.id, 1)
      await service.request('POST', '/user/addresses', { headers, body: address })
      await service.request('PATCH', '/user/profile', { headers, body: { name: 'Ada' } })
    }
    const told = { name: 'Ada', phone: null, company: null, vat_number: null }
    await inTransaction(service.deps.db, (transaction) =>
      makeGuestCustomer(transaction, shop.id, guests.ordered.id, 'ada@example.com', told),
    )
    await registerAs(service, guests.registered.headers)
    await service.request('POST', '/user/logout', { headers: guests.left.headers })

    const ids = made.filter((guest) => guest !== guests.new).map(({ id }) => `'${id}'`)
    await run(`update users set guest_expires_at = now() - interval '1 s' where is_guest and id in (${ids})`)
    const idle = ids.filter((id) => id !== `'${guests.used.id}'`)
    await run(`update sessions set last_used_at = last_used_at - interval '31 days',
                                   expires_at = expires_at - interval '31 days' where user_id in (${idle})`)
    await sweepAll()

    const state = async (id: string) => {
      const row = await service.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const counts = [await count('addresses', `user_id = '${id}'`), await count('carts', `user_id = '${id}'`)]
      return [row.deleted_at !== null, row.name, row.guest_expires_at !== null, ...counts]
    }
    const erased = [true, null, false, 0, 0]
    assert.deepEqual(await state(guests.gone.id), erased)
    assert.deepEqual(await state(guests.left.id), erased)
    assert.deepEqual(await state(guests.used.id), [false, 'Ada', true, 1, 1])
    assert.deepEqual(await state(guests.new.id), [false, 'Ada', true, 1, 1])
    assert.deepEqual(await state(guests.ordered.id), [false, 'Ada', false, 1, 1])
    assert.deepEqual(await state(guests.registered.id), [false, 'Ada', false, 1, 1])
    assert.equal(
      await count('users', `id = '${guests.new.id}' and guest_expires_at = created_at + interval '30 days'`),
      1,
    )
    const soon = `id = '${guests.used.id}' and guest_expires_at > now() + interval '29 days'`
    assert.equal(await count('users', soon), 1)
    assert.equal(await isSignedIn(service, guests.gone.headers), false)
    assert.deepEqual(
      (await eventsOf(service, shop.id, 'user.deleted')).map(({ data }) => data.user.id),
      [],
    )
  })

  it('a guest who has signed in to an account is erased a day later', async () => {
    const [guest, user] = [await makeGuest(service), await makeUser(service)]
    const { email, password } = user
    const signedIn = await service.request('POST', '/user/login', { headers: guest.headers, body: { email, password } })
    assert.equal(signedIn.status, 200)
    const isErased = () => count('users', `id = '${guest.id}' and deleted_at is not null`)
    await sweepAll()
    assert.equal(await isErased(), 0)
    await run(`update users set guest_expires_at = guest_expires_at - interval '1 day' where id = '${guest.id}'`)
    await sweepAll()
    assert.equal(await isErased(), 1)
  })
})
