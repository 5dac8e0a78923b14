import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

describeShop('an Idempotency-Key', ({ service, shop: merchant }) => {
  let productId: string
  before(async () => {
    productId = (await makeProduct(service, merchant)).id
  })

  const keyed = (by: SignedInUser, key: string) => ({
    ...by.headers,
    'merchant-id': merchant.id,
    'idempotency-key': key,
  })
  const add = (headers: Record<string, string>, quantity = 1) =>
    service.request('POST', '/user/cart/items', { headers, body: { product_id: productId, quantity } })
  const units = async ({ 'idempotency-key': _, ...headers }: Record<string, string>) =>
    (await service.request('GET', '/user/cart', { headers })).body.data.item_count
  const outcome = ({ status, body, headers }: TestAnswer) => [
    status,
    body.error?.code ?? (headers['idempotent-replayed'] === 'true' ? 'replayed' : 'done'),
  ]

  it('sent twice at once does the work once; the other answers 409 IDEMPOTENCY_IN_PROGRESS', async () => {
    const user = await makeUser(service)
    const headers = keyed(user, unique('key'))
    await add({ ...headers, 'idempotency-key': unique('key') })
    const cart = await holdLocks(service, sql`select from carts where user_id = ${user.id} for update`)
    const answers: TestAnswer[] = []
    const sent = [1, 2].map(async () => void answers.push(await add(headers)))
    await until(async () => answers.length + (await lockWaits(service)) === 2, 'both to have begun')
    await cart.commit()
    await Promise.all(sent)
    assert.deepEqual(answers.map(outcome), [
      [409, 'IDEMPOTENCY_IN_PROGRESS'],
      [201, 'done'],
    ])
    assert.deepEqual([outcome(await add(headers)), await units(headers)], [[201, 'replayed'], 2])
  })

  it('for another body, path or shop answers 422 IDEMPOTENCY_KEY_REUSED', async () => {
    const other = await makeMerchant(service)
    const headers = keyed(await makeUser(service), unique('key'))
    assert.deepEqual(outcome(await add(headers)), [201, 'done'])
    assert.deepEqual(outcome(await add(headers, 2)), [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.deepEqual(outcome(await add({ ...headers, 'merchant-id': other.id })), [422, 'IDEMPOTENCY_KEY_REUSED'])
    const create = { url: 'https://example.com/hook', events: ['order.created'] }
    const make = () => service.request('POST', '/admin/webhooks', { headers: merchant.owner.headers, body: create })
    const ids = [(await make()).body.data.id, (await make()).body.data.id]
    const owner = keyed(merchant.owner, unique('key'))
    const rotate = (id: string) => service.request('POST', `/admin/webhooks/${id}/rotate-secret`, { headers: owner })
    assert.deepEqual(outcome(await rotate(ids[0])), [200, 'done'])
    assert.deepEqual(outcome(await rotate(ids[1])), [422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('of another user or device is another key', async () => {
    const key = unique('key')
    const [one, other] = [await makeUser(service), await makeUser(service)]
    assert.deepEqual(outcome(await add(keyed(one, key))), [201, 'done'])
    assert.deepEqual(outcome(await add(keyed(other, key))), [201, 'done'])
    const body = { email: `${unique('user')}@example.com`, password: 'a good password' }
    const register = (device: string) =>
      service.request('POST', '/user/register', { headers: { 'device-id': device, 'idempotency-key': key }, body })
    assert.deepEqual(outcome(await register('one')), [201, 'done'])
    assert.deepEqual(outcome(await register('one')), [201, 'replayed'])
    assert.deepEqual(outcome(await register('other')), [409, 'EMAIL_TAKEN'])
  })

  it('without a session and of fewer than 16 characters answers 400 VALIDATION_ERROR', async () => {
    const email = `${unique('user')}@example.com`
    const bodies = { '/user/register': { email, password: 'a good password' }, '/user/guest': undefined }
    for (const [path, body] of Object.entries(bodies)) {
      const send = (key: string) =>
        service.request('POST', path, { headers: { 'device-id': unique('web'), 'idempotency-key': key }, body })
      const { status, body: refusal } = await send('k'.repeat(15))
      const fields = refusal.error.details.map(({ field }: { field: string }) => field)
      assert.deepEqual([status, refusal.error.code, fields], [400, 'VALIDATION_ERROR', ['idempotency-key']])
      assert.equal((await send('k'.repeat(16))).status, 201)
    }
  })

  it('at a server that takes no writes answers 503, not what is stored there', async (t) => {
    const headers = keyed(await makeUser(service), unique('key'))
    assert.deepEqual(outcome(await add(headers)), [201, 'done'])
    const url = new URL(service.databaseUrl)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const demoted = await startTestApp({}, url.href)
    t.after(() => demoted.close())
    const body = { product_id: productId, quantity: 1 }
    const answer = await demoted.request('POST', '/user/cart/items', { headers, body })
    assert.deepEqual(outcome(answer), [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(answer.headers['retry-after'], '1')
    assert.deepEqual(outcome(await add(headers)), [201, 'replayed'])
  })

  it('keeps a keyed hash of the request, not a bare one', async () => {
    const headers = keyed(await makeUser(service), unique('key'))
    const key = headers['idempotency-key']
    assert.deepEqual(outcome(await add(headers)), [201, 'done'])
    const body = JSON.stringify({ product_id: productId, quantity: 1 })
    const bare = createHash('sha256').update(['POST', '/user/cart/items', merchant.id, body].join('\n')).digest()
    const { db } = service.deps
    const row = await db
      .selectFrom('idempotency_keys')
      .select('fingerprint')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    assert.notDeepEqual(row.fingerprint, bare)
  })

  it('after 24 hours does new work, and protects that for 24 hours', async () => {
    const headers = keyed(await makeUser(service), unique('key'))
    assert.deepEqual(outcome(await add(headers)), [201, 'done'])
    await sql`update idempotency_keys set created_at = now() - interval '25 hours'
               where key = ${headers['idempotency-key']}`.execute(service.deps.db)
    assert.deepEqual(outcome(await add(headers, 2)), [201, 'done'])
    assert.deepEqual(outcome(await add(headers, 2)), [201, 'replayed'])
    assert.equal(await units(headers), 3)
  })
})
