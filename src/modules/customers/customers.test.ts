import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder, moveOrder } from '#test/support/shop-rows.ts'
import { foldChanges } from '../dashboard/fold-queries.ts'

describe('customers', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

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
    assert.deepEqual(pagination, { limit: 25, offset: 0, total: 3, has_more: false, next_cursor: '' })
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

  it('GET /admin/users with q finds parts of names and addresses, of any case, and short ones at the start of a word', async () => {
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

  it('GET /admin/users with a cursor of another search answers 400 INVALID_CURSOR, with limit 101 VALIDATION_ERROR', async () => {
    const { merchant } = await shop('Ada', 'Grace')
    const { headers } = merchant.owner
    const { next_cursor } = (await list(merchant, '?limit=1')).pagination
    const code = async (query: string) =>
      (await service.request('GET', `/admin/users?${query}`, { headers })).body.error.code
    assert.equal(await code(`limit=1&q=ada&cursor=${next_cursor}`), 'INVALID_CURSOR')
    assert.equal(await code('limit=101'), 'VALIDATION_ERROR')
  })

  it('GET /admin/users as a user without a role answers 403 INSUFFICIENT_PERMISSIONS', async () => {
    const user = await makeUser(service)
    const answer = await service.request('GET', '/admin/users', { headers: user.headers })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
  })
})
