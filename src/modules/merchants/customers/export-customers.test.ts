import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, makeUser } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'

describeService('GET /admin/users/export', ({ service }) => {
  const exported = (headers: Record<string, string>, query = '') =>
    service.request('GET', `/admin/users/export${query}`, { headers })

  it('has all customers of the shop, the oldest first, over several reads, and none of another', async () => {
    const [shop, rival] = [await makeMerchant(service), await makeMerchant(service)]
    const made = [shop.owner.id]
    for (let n = 0; n < 102; n++) made.push((await makeUser(service, { merchantId: shop.id })).id)
    await makeUser(service, { merchantId: rival.id })
    const rows = parse((await exported(shop.owner.headers)).body, { columns: true }) as Record<string, string>[]
    assert.deepEqual(
      rows.map(({ id }) => id),
      made,
    )
    assert.deepEqual([rows[1]?.['order_count'], rows[1]?.['order_total'], rows[1]?.['currency']], ['0', '0', 'GBP'])
  })

  it('has those found or chosen, and writes nothing that a spreadsheet would run', async () => {
    const shop = await makeMerchant(service)
    const phone = '+442079460958'
    const email = `${unique('ada')}@example.com`
    const ada = await makeUser(service, { merchantId: shop.id, name: '=1+1 Lovelace', email })
    await service.request('PATCH', '/user/profile', { headers: ada.headers, body: { phone } })
    const grace = await makeUser(service, { merchantId: shop.id, name: 'Grace' })
    const [row, ...more] = parse((await exported(shop.owner.headers, '?q=lovelace')).body, { columns: true })
    assert.deepEqual(more, [])
    const { name, phone: number, is_guest } = row as Record<string, string>
    assert.deepEqual([name, number, is_guest], ["'=1+1 Lovelace", phone, 'false'])
    const chosen = (await exported(shop.owner.headers, `?ids=${grace.id},${ada.id}&format=ndjson`)).body as string
    const ids = chosen
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    assert.deepEqual(ids, [ada.id, grace.id])
    const log = await service.request('GET', '/admin/audit-log?action=customer.exported', shop.owner)
    assert.equal(log.body.data.pagination.total, 2)
  })

  it('with a wrong parameter answers 400, without both permissions 403', async () => {
    const shop = await makeMerchant(service)
    for (const query of ['?ids=x', '?format=xml', '?q=%00', '?sort=name'])
      assertRefused(await exported(shop.owner.headers, query), 400, 'VALIDATION_ERROR')
    const viewer = await makeStaff(service, shop.id, 'viewer')
    assertRefused(await exported(viewer.headers), 403, 'INSUFFICIENT_PERMISSIONS')
    const { headers } = await makeApiKey(service, shop, ['exports.read'])
    const refused = await exported(headers)
    assertRefused(refused, 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal(refused.body.error.details.required_permission, 'customers.read')
  })
})
