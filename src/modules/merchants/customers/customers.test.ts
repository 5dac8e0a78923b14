import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { foldChanges } from '#src/modules/dashboard/fold-queries.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { lockWaits } from '#test/support/locks.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder, moveOrder } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'
import { makeCustomer } from './make-customer.ts'

describeService('customers', ({ service }) => {
  async function list(merchant: TestMerchant, query = '') {
    const answer = await service.request('GET', `/admin/users${query}`, { headers: merchant.owner.headers })
    assert.equal(answer.status, 200)
    return answer.body.data
  }

  async function shop(...names: string[]) {
    const merchant = await makeMerchant(service)
    const users = []
    for (const name of names) {
      users.push(
        await makeUser(service, { merchantId: merchant.id, name, email: `${unique(name[0] ?? '')}@example.com` }),
      )
    }
    return { merchant, users }
  }

  it('GET /admin/users lists the shop’s own customers, newest first, 25 on a page', async () => {
    const { merchant, users } = await shop('Ada', 'Grace')
    await shop('Elsewhere')
    const { items, pagination } = await list(merchant)
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      [users[1]?.id, users[0]?.id, merchant.owner.id],
    )
    const [first] = items
    assert.deepEqual([first.name, first.email, first.order_count, first.order_total], ['Grace', users[1]?.email, 0, 0])
    assert.deepEqual(pagination, {
      limit: 25,
      offset: 0,
      total: 3,
      total_precision: 'exact',
      has_more: false,
      next_cursor: '',
    })
  })

  it('GET /admin/users shows orders not cancelled and their sum, before and after they are folded', async () => {
    const { merchant, users } = await shop('Ada', 'Grace')
    const [ada, grace] = users
    const { id: productId } = await makeProduct(service, merchant)
    const order = (userId: string, priceMinor: number) =>
      insertOrder(service, merchant, userId, [{ productId, quantity: 1, priceMinor }])
    const cancelled = await order(ada?.id ?? '', 1_000)
    await order(ada?.id ?? '', 250)
    await order(grace?.id ?? '', 199)
    await moveOrder(service, cancelled, 'cancel')
    for (const _time of [1, 2]) {
      const { items } = await list(merchant, '?sort=order_total')
      assert.deepEqual(
        items.map((item: { name: string; order_count: number; order_total: number }) => [
          item.name,
          item.order_count,
          item.order_total,
        ]),
        [
          ['Ada', 1, 2.5],
          ['Grace', 1, 1.99],
          ['Test User', 0, 0],
        ],
      )
      await foldChanges(service.deps.db, 100)
    }
  })

  it('GET /admin/users with q finds parts of names and addresses in any case', async () => {
    const { merchant } = await shop('Ada Lovelace', 'Grace Hopper', '100% Österreich_x')
    const found = async (q: string) => {
      const { items, pagination } = await list(merchant, `?q=${encodeURIComponent(q)}&sort=name&order=asc`)
      assert.equal(pagination.total, items.length)
      return items.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await found('LOVE'), ['Ada Lovelace'])
    assert.deepEqual(await found('ad'), ['Ada Lovelace'])
    assert.deepEqual(await found('ho'), ['Grace Hopper'])
    assert.deepEqual(await found('op'), [])
    assert.deepEqual(await found('opp'), ['Grace Hopper'])
    assert.deepEqual(await found('100%'), ['100% Österreich_x'])
    assert.deepEqual(await found('öster'), ['100% Österreich_x'])
    assert.deepEqual(await found('h_x'), ['100% Österreich_x'])
    assert.deepEqual(await found('e%l'), [])
    assert.equal((await found('example.com')).length, 4)
    assert.equal((await found('  ')).length, 4)
  })

  for (const sort of ['customer_since', 'name', 'email', 'order_count', 'order_total']) {
    for (const order of ['asc', 'desc']) {
      it(`GET /admin/users sorted by ${sort} ${order}, page by page, shows each customer once`, async () => {
        const { merchant } = await shop('Ada', 'ada', 'Grace', 'Zoë', 'Ada')
        const whole = (await list(merchant, `?sort=${sort}&order=${order}`)).items
        const pages = []
        let cursor = ''
        do {
          const page = await list(merchant, `?sort=${sort}&order=${order}&limit=2${cursor && `&cursor=${cursor}`}`)
          assert.deepEqual([page.pagination.total, page.pagination.offset], [6, pages.length])
          pages.push(...page.items)
          cursor = page.pagination.next_cursor
        } while (cursor !== '')
        assert.deepEqual(pages, whole)
        assert.deepEqual((await list(merchant, `?sort=${sort}&order=${order}&offset=4`)).items, whole.slice(4))
      })
    }
  }

  it('GET /admin/users by orders equals a recount with all, some and no changes folded', async () => {
    const { merchant, users } = await shop('A', 'B', 'C', 'D', 'E', 'F')
    const { id: productId } = await makeProduct(service, merchant)
    const assertExact = async () => {
      for (const [sort, column] of [
        ['order_count', sql`count(orders.id)`],
        ['order_total', sql`coalesce(sum(total_minor), 0)`],
      ] as const) {
        for (const order of ['asc', 'desc']) {
          const direction = sql.raw(order)
          const { rows } = await sql<{ user_id: string }>`
            select customers.user_id from customers
              left join orders on orders.merchant_id = customers.merchant_id and orders.user_id = customers.user_id
                              and orders.status <> 'cancelled'
             where customers.merchant_id = ${merchant.id} group by 1
             order by ${column} ${direction}, 1 ${direction}`.execute(service.deps.db)
          const ids: string[] = []
          for (let cursor = '', first = true; first || cursor !== ''; first = false) {
            const page = await list(merchant, `?sort=${sort}&order=${order}&limit=2${cursor && `&cursor=${cursor}`}`)
            ids.push(...page.items.map(({ id }: { id: string }) => id))
            cursor = page.pagination.next_cursor
            assert.equal(page.pagination.total, rows.length)
          }
          const expected = rows.map(({ user_id }) => user_id)
          assert.deepEqual(ids, expected)
          const skipped = await list(merchant, `?sort=${sort}&order=${order}&offset=3`)
          assert.deepEqual(
            skipped.items.map(({ id }: { id: string }) => id),
            expected.slice(3),
          )
        }
      }
    }
    await assertExact()
    for (let n = 0; n < 24; n++) {
      const lines = [{ productId, quantity: 1, priceMinor: 100 * (n % 5) + 1 }]
      const order = await insertOrder(service, merchant, users[(n * n) % 5]?.id ?? '', lines)
      if (n % 4 === 0) await moveOrder(service, order, 'cancel')
      if (n % 6 === 0) await foldChanges(service.deps.db, 4)
      if (n % 6 === 3) await assertExact()
    }
    await foldChanges(service.deps.db, 1_000)
    await assertExact()
  })

  it('GET /admin/users by name and e-mail follows every change of them, also concurrent ones', async () => {
    const { merchant, users } = await shop('B', 'C')
    const names = async () => {
      const { items } = await list(merchant, '?sort=name&order=asc')
      return items.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await names(), ['B', 'C', 'Test User'])
    const [b] = users
    const atShop = { ...b?.headers, 'merchant-id': merchant.id }
    await service.request('PATCH', '/user/profile', { headers: atShop, body: { name: 'Äz' } })
    const changed = await service.request('PATCH', '/user/profile', {
      headers: merchant.owner.headers,
      body: { name: 'ab' },
    })
    assert.equal(changed.status, 200)
    assert.deepEqual(await names(), ['ab', 'Äz', 'C'])

    const late = await makeUser(service, { name: 'Z', merchantId: (await makeMerchant(service)).id })
    const { db } = service.deps
    await db
      .transaction()
      .execute(async (transaction) => {
        await transaction.updateTable('users').set({ name: 'aa' }).where('id', '=', late.id).execute()
        const joining = db.transaction().execute((other) => makeCustomer(other, merchant.id, late.id, 'cart'))
        await until(async () => (await lockWaits(service)) > 0, 'the new customer to wait for the name', 60_000)
        // The promise is given back unawaited: it can end only after this transaction has.
        return { joining }
      })
      .then(({ joining }) => joining)
    assert.deepEqual(await names(), ['aa', 'ab', 'Äz', 'C'])
  })

  it('GET /admin/users with a cursor of another search answers 400 INVALID_CURSOR', async () => {
    const { merchant } = await shop('Ada', 'Grace')
    const { headers } = merchant.owner
    const { next_cursor } = (await list(merchant, '?limit=1')).pagination
    const code = async (query: string) =>
      (await service.request('GET', `/admin/users?${query}`, { headers })).body.error.code
    assert.equal(await code(`limit=1&q=ada&cursor=${next_cursor}`), 'INVALID_CURSOR')
  })

  it('GET /admin/users as a user without a role answers 403 INSUFFICIENT_PERMISSIONS', async () => {
    const user = await makeUser(service)
    const answer = await service.request('GET', '/admin/users', { headers: user.headers })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
  })
})
