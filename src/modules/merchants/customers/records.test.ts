import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import {
  confirmAddress,
  makeMerchant,
  makeUser,
  type SignedInUser,
  type TestMerchant,
} from '#test/support/factories.ts'
import { cartsAt } from '#test/support/guests.ts'
import { shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { london } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeService('customers as the shop was told', ({ service }) => {
  const known = async (shop: TestMerchant, id: string) => {
    const answer = await service.request('GET', `/admin/users/${id}`, { headers: shop.owner.headers })
    return answer.body.data
  }
  const save = (user: SignedInUser, shop: TestMerchant, body: object) =>
    service.request('PATCH', '/user/profile', { headers: { ...user.headers, 'merchant-id': shop.id }, body })
  async function shopWithGoods() {
    const shop = await makeMerchant(service)
    const { id } = await makeProduct(service, shop, { price: 20, onHand: 100 })
    return { shop, items: [{ product_id: id, quantity: 1 }] }
  }

  it('GET /admin/users/{id} shows nothing that the account has told another shop', async () => {
    const [home, { shop, items }] = [await makeMerchant(service), await shopWithGoods()]
    const ada = await makeUser(service, { merchantId: home.id, name: 'Ada Lovelace' })
    await confirmAddress(service, ada)
    await save(ada, home, { phone: '+442079460017' })
    await cartsAt(service, shop).add(ada.headers, items[0]?.product_id ?? '', 1)
    const first = await known(shop, ada.id)
    assert.deepEqual(
      [first.account, first.is_guest, first.is_verified, first.name, first.email, first.phone, first.version],
      [true, false, true, 'Ada Lovelace', ada.email, null, 1],
    )
    assert.equal(first.created_at, first.customer_since)
    await save(ada, home, { name: 'Countess', phone: '+442079460018' })
    assert.deepEqual(await known(shop, ada.id), first)
    assert.deepEqual(await eventsOf(service, shop.id, 'user.updated'), [])
    assert.deepEqual(
      [(await known(home, ada.id)).name, (await known(home, ada.id)).phone],
      ['Countess', '+442079460018'],
    )
    await save(ada, shop, { name: 'Lady Lovelace' })
    const { name, phone, version } = await known(shop, ada.id)
    assert.deepEqual([name, phone, version], ['Lady Lovelace', null, 2])
    assert.equal((await known(home, ada.id)).name, 'Countess')
    const [told] = await eventsOf(service, shop.id, 'user.updated')
    assert.deepEqual([told?.data.user.name, told?.data.user.phone], ['Lady Lovelace', null])
    const found = async (q: string) =>
      (await service.request('GET', `/admin/users?q=${encodeURIComponent(q)}`, { headers: shop.owner.headers })).body
        .data.items.length
    assert.deepEqual([await found('lovelace'), await found('countess'), await found('79460018')], [1, 0, 0])
  })

  it('an order tells its shop phone, company and addresses; orders show the customer of the shop', async () => {
    const { shop, items } = await shopWithGoods()
    const ada = await makeUser(service, { merchantId: (await makeMerchant(service)).id, name: 'Ada' })
    const at = shopping(service, { ...ada.headers, 'merchant-id': shop.id })
    const address = { ...london, company: 'Analytical Engines', phone: '+442079460000' }
    const order = (await at.order(items, { shipping_address: address })).body.data
    const customer = await known(shop, ada.id)
    assert.deepEqual(
      [customer.phone, customer.company, customer.order_count, customer.spent, customer.order_total],
      ['+442079460000', 'Analytical Engines', 1, 20, 20],
    )
    assert.deepEqual(customer.addresses, [order.shipping_address])
    assert.equal(customer.last_order_at, order.created_at)
    await service.deps.db.updateTable('users').set({ name: 'Elsewhere' }).where('id', '=', ada.id).execute()
    const shown = await service.request('GET', `/admin/orders/${order.id}`, { headers: shop.owner.headers })
    assert.deepEqual(shown.body.data.customer, { id: ada.id, name: 'Ada', email: ada.email })
  })

  it('DELETE /user/profile clears what every shop was told; the orders stay counted', async () => {
    const { shop, items } = await shopWithGoods()
    const ada = await makeUser(service, { merchantId: shop.id, name: 'Ada' })
    await shopping(service, { ...ada.headers, 'merchant-id': shop.id }).order(items, { shipping_address: london })
    const body = { current_password: ada.password }
    assert.equal((await service.request('DELETE', '/user/profile', { headers: ada.headers, body })).status, 200)
    const { email, name, phone, addresses, order_count } = await known(shop, ada.id)
    assert.deepEqual([email, name, phone, addresses, order_count], ['', null, null, [], 1])
  })

  it('an upgrade makes records of the customers of before', async () => {
    const { db } = service.deps
    const { shop, items } = await shopWithGoods()
    const here = await makeUser(service, { merchantId: shop.id, name: 'Ada' })
    const elsewhere = await makeUser(service, { merchantId: (await makeMerchant(service)).id, name: 'Grace' })
    await shopping(service, { ...elsewhere.headers, 'merchant-id': shop.id }).order(items, {
      shipping_address: { ...london, company: 'Navy' },
    })
    await sql`update users set phone = '+442079460019' where id in (${here.id}, ${elsewhere.id})`.execute(db)
    await sql`
      update customers set told = false, name = null, email = null, phone = null, company = null, phone_key = ''
       where merchant_id = ${shop.id}`.execute(db)
    const file = readFileSync(new URL('../../../../migrations/0082_told_customers.sql', import.meta.url), 'utf8')
    await sql.raw(file.slice(file.indexOf('update customers'), file.indexOf('drop index'))).execute(db)
    const [first, second] = [await known(shop, here.id), await known(shop, elsewhere.id)]
    assert.deepEqual([first.name, first.email, first.phone], ['Ada', here.email, '+442079460019'])
    assert.deepEqual(
      [second.name, second.email, second.phone, second.company],
      ['Grace', elsewhere.email, null, 'Navy'],
    )
  })
})
