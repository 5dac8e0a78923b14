import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { assertRefused, placeOrder, staffOn } from '#test/support/orders.ts'
import { until } from '#test/support/until.ts'

interface Item {
  id: string
  at: string
  actor: { id: string; name: string | null } | null
  kind: string
  text: string
  data: Record<string, unknown>
}

describeShop('GET /admin/orders/{id}/timeline', startMailedApp, ({ service, shop }) => {
  const get = (id: string, query = '', headers = shop.owner.headers) =>
    service.request('GET', `/admin/orders/${id}/timeline${query}`, { headers })
  const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const answer = await service.request(method, `/admin/orders/${path}`, { headers: shop.owner.headers, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }

  it('has everything with who did it, newest first, page by page', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    await send('PATCH', order.id, { tags: ['urgent'] })
    await send('POST', `${order.id}/comments`, { text: 'Call her first' })
    await staffOn(service, shop, order.id).fulfil()
    await send('POST', `${order.id}/refunds`, { amount: 1, reason: 'Scratched' })
    const mailed = async () =>
      (await get(order.id, '?limit=100')).body.data.items.filter(({ kind }: Item) => kind === 'mail')
    await until(async () => (await mailed()).length === 3, 'the mails')
    const { items, pagination } = (await get(order.id, '?limit=100')).body.data as {
      items: Item[]
      pagination: { total: number }
    }
    assert.equal(pagination.total, items.length)
    const times = items.map(({ at }) => at)
    assert.deepEqual(times, [...times].sort().reverse())
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length)
    const by = (kind: string) => {
      const item = items.find((one) => one.kind === kind)
      assert.ok(item, `${kind} in ${items.map((one) => one.kind)}`)
      return item
    }
    assert.deepEqual([by('placed').actor?.id, by('placed').text], [shopper.id, 'Order placed'])
    assert.deepEqual(by('corrected').actor, { id: shop.owner.id, name: 'Test User' })
    assert.equal(by('corrected').data['fields'], 'tags')
    assert.deepEqual([by('comment').text, by('comment').actor?.id], ['Call her first', shop.owner.id])
    assert.deepEqual([by('fulfillment').actor?.id, by('refund').actor?.id], [shop.owner.id, shop.owner.id])
    assert.deepEqual([by('refund').data['amount'], by('refund').data['reason']], [1, 'Scratched'])
    assert.match(by('paid').text, /^£[\d.]+ (paid by |recorded as paid)/)
    const { actor, data } = by('mail')
    assert.deepEqual([actor, data['bounced'], typeof data['kind']], [null, false, 'string'])
    assert.match(String(data['address']), /@/)
    const pages: Item[] = []
    let cursor = ''
    do {
      const page = (await get(order.id, `?limit=2${cursor && `&cursor=${cursor}`}`)).body.data
      pages.push(...page.items)
      cursor = page.pagination.next_cursor
    } while (cursor !== '')
    assert.deepEqual(
      pages.map(({ id }) => id),
      items.map(({ id }) => id),
    )
  })

  it('says who placed an order by staff, and who cancelled it', async () => {
    const custom_items = [{ name: 'Engraving', price: 1, quantity: 1 }]
    const { id } = await send('POST', '', { customer: { name: 'Ada' }, custom_items })
    await send('PATCH', id, { status: 'cancelled' })
    const { items } = (await get(id)).body.data as { items: Item[] }
    assert.deepEqual(
      items.map(({ kind, actor }) => [kind, actor?.id]),
      [
        ['cancelled', shop.owner.id],
        ['placed', shop.owner.id],
      ],
    )
  })

  it('is 404 of an order of another shop, 400 with a wrong cursor, and readable for who reads orders', async () => {
    const { order } = await placeOrder(service, shop)
    assertRefused(await get(order.id, '', (await makeMerchant(service)).owner.headers), 404, 'NOT_FOUND')
    assertRefused(await get(newId()), 404, 'NOT_FOUND')
    assertRefused(await get(order.id, '?cursor=x'), 400, 'INVALID_CURSOR')
    assert.equal((await get(order.id, '', (await makeStaff(service, shop.id, 'viewer')).headers)).status, 200)
  })
})
