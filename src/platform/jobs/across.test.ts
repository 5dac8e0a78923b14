import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { background } from '#src/app/background.ts'
import { buildApp } from '#src/app/build-app.ts'
import { selectAccount } from '#src/modules/identity/queries.ts'
import { nameCustomers } from '#src/modules/merchants/customers/name-customers.ts'
import { createDatabase, createPool } from '#src/platform/db/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { App } from '#src/platform/http/app.ts'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { until } from '#test/support/until.ts'
import { runInBackground } from './runner.ts'

/** What identity has committed and the shops have not: a process died in between, or their database was away. */
describe('work on two databases', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  /** The same service, without the database of the shops. */
  let halved: App | undefined
  const nowhere = createDatabase(createPool({ url: 'postgres://nobody@127.0.0.1:1/nothing', size: 2 }))

  before(async () => {
    service = await startTestApp()
    halved = await buildApp({
      ...service.deps,
      shop: () => nowhere,
      everyShop: [nowhere],
      metrics: new Registry(),
    })
  })
  after(async () => {
    await halved?.close()
    await nowhere.destroy()
    await service.close()
  })

  async function send(method: 'POST' | 'PATCH' | 'DELETE', url: string, headers: object, payload?: object) {
    if (halved === undefined) throw new Error('it was not built')
    const answer = await halved.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }

  /** Lets a worker do what waits, twice: as if it had died before it deleted the jobs. */
  async function doWhatWaits(): Promise<string[]> {
    const { db } = service.deps
    await sql`delete from jobs where name ~ 'mail'`.execute(db)
    const waiting = await db.selectFrom('jobs').selectAll().execute()
    for (const again of [false, true]) {
      const rows = waiting.map((job) => ({ ...job, payload: JSON.stringify(job.payload) }))
      if (again && rows.length > 0) await db.insertInto('jobs').values(rows).execute()
      await sql`update jobs set due_at = now()`.execute(db)
      const worker = runInBackground(service.deps, background, { pollMs: 20 })
      await until(async () => (await db.selectFrom('jobs').select('id').execute()).length === 0, 'all jobs to be done')
      await worker.stop()
    }
    return waiting.map(({ name }) => name).sort()
  }

  const eventsOf = async ({ deps }: TestApp, merchantId: string) => {
    const rows = await deps.db
      .selectFrom('events')
      .select(['name', 'body'])
      .where('merchant_id', '=', merchantId)
      .orderBy('id')
      .execute()
    return rows.map(({ name, body }) => [name, JSON.parse(String(body)).data.user])
  }
  const actionsOf = async (merchantId: string) => {
    const rows = await service.deps.db
      .selectFrom('audit_entries')
      .select('action')
      .where('merchant_id', '=', merchantId)
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }
  const customersOf = (merchantId: string) =>
    service.deps.db
      .selectFrom('customers')
      .select(['user_id', 'name_key', 'email_key'])
      .where('merchant_id', '=', merchantId)
      .execute()

  it('POST /user/register answers 201 without the shop, whose customer the user is later, with one event', async () => {
    const merchant = await makeMerchant(service)
    const known = (await customersOf(merchant.id)).length
    const email = `${unique('ada')}@example.com`
    const headers = { 'device-id': unique('device'), 'merchant-id': merchant.id }
    const answer = await send('POST', '/user/register', headers, { email, password: 'a good password', name: 'Ada' })
    assert.equal(answer.status, 201)
    assert.equal((await customersOf(merchant.id)).length, known)
    assert.ok((await doWhatWaits()).includes('identity.join_shop'))
    const joined = (await customersOf(merchant.id)).filter((row) => row.name_key === 'ada')
    assert.deepEqual(
      joined.map((row) => row.email_key),
      [email],
    )
    const created = (await eventsOf(service, merchant.id)).filter(([, user]) => user.email === email)
    assert.deepEqual(
      created.map(([name]) => name),
      ['user.created'],
    )
  })

  it('PATCH /user/profile without the shops answers 200; copies and one event follow', async () => {
    const merchant = await makeMerchant(service)
    const user = await makeUser(service, { merchantId: merchant.id })
    const answer = await send('PATCH', '/user/profile', user.headers, { name: 'Grace' })
    assert.deepEqual([answer.status, answer.body.data.name], [200, 'Grace'])
    await doWhatWaits()
    const [copy] = (await customersOf(merchant.id)).filter((row) => row.user_id === user.id)
    assert.equal(copy?.name_key, 'grace')
    const told = (await eventsOf(service, merchant.id)).filter(([name]) => name === 'user.updated')
    assert.deepEqual(
      told.map(([, { id, name }]) => [id, name]),
      [[user.id, 'Grace']],
    )
  })

  it('DELETE /user/profile without the shops answers 200; carts, copies and answers are erased later', async () => {
    const merchant = await makeMerchant(service)
    const user = await makeUser(service, { merchantId: merchant.id })
    const { db } = service.deps
    await db
      .insertInto('carts')
      .values({
        merchant_id: merchant.id,
        user_id: user.id,
        id: user.id,
        status: 'active',
        created_at: new Date(),
        last_activity_at: new Date(),
      })
      .execute()
    const answer = await send('DELETE', '/user/profile', user.headers, { current_password: user.password })
    assert.equal(answer.status, 200)
    assert.equal((await db.selectFrom('carts').select('id').where('user_id', '=', user.id).execute()).length, 1)
    await doWhatWaits()
    assert.deepEqual(await db.selectFrom('carts').select('id').where('user_id', '=', user.id).execute(), [])
    const [copy] = (await customersOf(merchant.id)).filter((row) => row.user_id === user.id)
    assert.deepEqual([copy?.name_key, copy?.email_key], ['', ''])
    const told = (await eventsOf(service, merchant.id)).filter(([name]) => name === 'user.deleted')
    assert.deepEqual(
      told.map(([, { id, email }]) => [id, email]),
      [[user.id, '']],
    )
  })

  it('DELETE /admin/staff/{id} without the shop ends the role and sessions; the audit log says so later', async () => {
    const merchant = await makeMerchant(service)
    const manager: SignedInUser = await makeStaff(service, merchant.id, 'manager')
    const answer = await send('DELETE', `/admin/staff/${manager.id}`, merchant.owner.headers)
    assert.equal(answer.status, 200)
    assert.equal((await service.request('GET', '/admin/products', { headers: manager.headers })).status, 401)
    assert.ok(!(await actionsOf(merchant.id)).includes('staff.removed'))
    await doWhatWaits()
    assert.equal((await actionsOf(merchant.id)).filter((action) => action === 'staff.removed').length, 1)
  })

  it('PATCH /admin/merchant with a name, when the shop is away, is finished later', async () => {
    const merchant = await makeMerchant(service)
    const change = { name: 'Lamps', order_limits: { max_quantity_per_line: 7 } }
    const answer = await send('PATCH', '/admin/merchant', merchant.owner.headers, change)
    assert.ok(answer.status >= 500)
    await doWhatWaits()
    const { body } = await service.request('GET', '/admin/merchant', { headers: merchant.owner.headers })
    assert.deepEqual([body.data.name, body.data.order_limits.max_quantity_per_line], ['Lamps', 7])
    assert.equal((await actionsOf(merchant.id)).filter((action) => action === 'settings.updated').length, 1)
  })

  it('a worker leaves an earlier state of an account that it had read before a later one was copied', async () => {
    const merchant = await makeMerchant(service)
    const user = await makeUser(service, { merchantId: merchant.id, name: 'Ada' })
    const earlier = await selectAccount(service.deps.identity, user.id)
    assert.ok(earlier)
    const changed = await service.request('PATCH', '/user/profile', { headers: user.headers, body: { name: 'Grace' } })
    assert.equal(changed.status, 200)
    const shop = service.deps.shop(merchant.id)
    await assert.rejects(
      inTransaction(shop, (transaction) => service.deps.memberships.renameCustomer(transaction, earlier)),
      /a later state of this account/,
    )
    const [copy] = (await customersOf(merchant.id)).filter((row) => row.user_id === user.id)
    assert.equal(copy?.name_key, 'grace')
  })

  it('who becomes a customer by a cart has their name at the shop once the sweep has run', async () => {
    const merchant = await makeMerchant(service)
    const user = await makeUser(service, { name: 'Zoë' })
    const { db } = service.deps
    // As a database of its own would have it: without the trigger that serves the release before.
    await db.insertInto('customers').values({ merchant_id: merchant.id, user_id: user.id }).execute()
    const unnamed = { name_key: '', email_key: '', copied_at: null }
    await db.updateTable('customers').set(unnamed).where('user_id', '=', user.id).execute()
    await nameCustomers.run({ ...service.deps, db: service.deps.shop(merchant.id) })
    const [copy] = (await customersOf(merchant.id)).filter((row) => row.user_id === user.id)
    assert.deepEqual([copy?.name_key, copy?.email_key], ['zoe', user.email])
  })
})
