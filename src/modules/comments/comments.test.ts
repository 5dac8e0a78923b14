import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, placeOrder, staffOn } from '#test/support/orders.ts'
import { mentionsIn } from './rules.ts'

it('names in brackets behind an @ are mentions, each once', () => {
  assert.deepEqual(mentionsIn('@[Grace Hopper], @[ grace hopper ] and @[Ada], not @[ ], @Ada or [Ada]'), [
    'grace hopper',
    'ada',
  ])
})

describeShop('comments', ({ service, shop }) => {
  const mailsTo = async (userId: string) => {
    const { rows } = await service.deps.pool.query(
      `select payload -> 'data' as data from jobs where name = 'identity.send_mail'
          and payload ->> 'template' = 'comment_mention' and payload ->> 'user_id' = $1 order by id`,
      [userId],
    )
    return rows.map(({ data }) => data)
  }
  const on = (path: string, headers = shop.owner.headers) => ({
    write: (text: unknown, key?: string) =>
      service.request('POST', `/admin/${path}/comments`, {
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
        body: { text },
      }),
    list: async (query = '') =>
      (await service.request('GET', `/admin/${path}/comments${query}`, { headers })).body.data,
  })

  /** Paths of one of each noun that is commented on. */
  async function makeSubjects(): Promise<string[]> {
    const { order, product, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    await staffOn(service, shop, order.id).fulfil()
    await service.request('PATCH', '/admin/merchant', { headers: shop.owner.headers, body: { withdrawal: true } })
    const withdrawn = await service.request('POST', `/user/orders/${order.id}/withdraw`, { headers: shopper.headers })
    const returned = `returns/${withdrawn.body.data.return.id}`
    return [`orders/${order.id}`, `users/${shopper.id}`, `products/${product.id}`, returned]
  }

  it('POST on each noun answers 201, GET 200 with the newest first, page by page', async () => {
    for (const path of await makeSubjects()) {
      const { write, list } = on(path)
      const { status, body } = await write('  First\nof two ')
      assert.equal(status, 201, JSON.stringify(body))
      const { id, created_at, ...comment } = body.data
      assert.deepEqual(comment, { text: 'First\nof two', author: { id: shop.owner.id, name: 'Test User' } })
      await write('Second')
      const page = await list('?limit=1')
      assert.deepEqual([page.pagination.total, page.items.map(({ text }: { text: string }) => text)], [2, ['Second']])
      const next = await list(`?limit=1&cursor=${page.pagination.next_cursor}`)
      assert.deepEqual(next.items, [{ id, created_at, ...comment }])
    }
  })

  it('POST with the same Idempotency-Key answers the same; another text 422, during another 409', async () => {
    for (const path of await makeSubjects()) {
      const { write, list } = on(path)
      const [key, other] = [newId(), newId()]
      const first = await write('Once', key)
      assert.deepEqual((await write('Once', key)).body, first.body)
      assertRefused(await write('Twice', key), 422, 'IDEMPOTENCY_KEY_REUSED')
      const busy = await duringAnother(service, shop.owner.id, other, () => write('Twice', other))
      assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
      assert.equal((await list()).pagination.total, 1)
    }
  })

  it('POST with a name in brackets mails that colleague, once for a repeated request, and nobody else', async () => {
    const { order } = await placeOrder(service, shop)
    const [grace, other] = [await makeStaff(service, shop.id, 'support'), await makeStaff(service, shop.id, 'viewer')]
    const outsider = await makeStaff(service, (await makeMerchant(service)).id, 'viewer')
    const name = `Grace ${order.order_number}`
    await service.deps.pool.query('update users set name = $1 where id = any($2)', [name, [grace.id, outsider.id]])
    const { write, list } = on(`orders/${order.id}`)
    const key = newId()
    for (const _ of [1, 2]) assert.equal((await write(`@[${name.toUpperCase()}] call her`, key)).status, 201)
    assert.equal((await list()).pagination.total, 1)
    const [mail, ...more] = await mailsTo(grace.id)
    assert.deepEqual(more, [])
    assert.deepEqual([mail.name, mail.author, mail.subject], [order.order_number, 'Test User', 'order'])
    assert.match(mail.url, new RegExp(`/console/orders/${order.id}$`))
    assert.deepEqual([await mailsTo(other.id), await mailsTo(outsider.id)], [[], []])
    // Nobody is told of what they wrote themselves, and a name of nobody is a text.
    await on(`orders/${order.id}`, grace.headers).write(`@[${name}] @[Nobody At All]`)
    assert.equal((await mailsTo(grace.id)).length, 1)
  })

  it('POST by and for a colleague without a name goes by the e-mail address, as long as they are one', async () => {
    const { order } = await placeOrder(service, shop)
    const grace = await makeStaff(service, shop.id, 'support')
    const { rows } = await service.deps.pool.query('update users set name = null where id = $1 returning email', [
      grace.id,
    ])
    const { email } = rows[0]
    const { write, list } = on(`orders/${order.id}`)
    assert.equal((await write(`@[${email}] call her`)).status, 201)
    assert.equal((await mailsTo(grace.id)).length, 1)
    const comment = await on(`orders/${order.id}`, grace.headers).write('Done')
    assert.deepEqual(comment.body.data.author, { id: grace.id, name: email })
    await service.deps.pool.query('delete from staff where user_id = $1', [grace.id])
    assert.deepEqual((await list()).items[0].author, { id: grace.id, name: null })
  })

  it('POST by a key is by the name of the key; the audit log has no text', async () => {
    const { order } = await placeOrder(service, shop)
    const key = await makeApiKey(service, shop, ['orders.write', 'orders.read'])
    const answer = await on(`orders/${order.id}`, key.headers).write('Secret words')
    assert.equal(answer.body.data.author.id, key.id)
    assert.match(answer.body.data.author.name, /^key/)
    const log = await service.request('GET', `/admin/audit-log?target=${order.id}`, { headers: shop.owner.headers })
    assert.equal(log.body.data.items[0].action, 'order.commented')
    assert.equal(JSON.stringify(log.body).includes('Secret'), false)
  })

  it('POST without a text, or on nothing of the shop, answers 400 and 404; without the permission 403', async () => {
    const { order, product } = await placeOrder(service, shop)
    const { write } = on(`orders/${order.id}`)
    for (const text of ['', ' \n ', 'x'.repeat(5_001), 7]) assertRefused(await write(text), 400, 'VALIDATION_ERROR')
    const rival = await makeMerchant(service)
    for (const path of [`orders/${order.id}`, `products/${product.id}`, `orders/${newId()}`])
      assertRefused(await on(path, rival.owner.headers).write('a'), 404, 'NOT_FOUND')
    const viewer = await makeStaff(service, shop.id, 'viewer')
    assertRefused(await on(`orders/${order.id}`, viewer.headers).write('a'), 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal((await on(`orders/${order.id}`, viewer.headers).list()).pagination.total, 0)
  })

  it('on a customer who deletes the account are deleted, others stay', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    await on(`users/${shopper.id}`).write('Pays late')
    await on(`orders/${order.id}`).write('Sent twice')
    await shopper.cancel(order.id)
    const gone = await service.request('DELETE', '/user/profile', {
      headers: shopper.headers,
      body: { current_password: shopper.password },
    })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    const { rows } = await service.deps.pool.query('select text from comments where subject_id = any($1)', [
      [shopper.id, order.id],
    ])
    assert.deepEqual(rows, [{ text: 'Sent twice' }])
  })
})
