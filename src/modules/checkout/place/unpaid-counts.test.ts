import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { noMarket } from '#src/modules/markets/index.ts'
import { merchantOf } from '#src/modules/merchants/index.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { makeBuyers } from '#test/support/buyers.ts'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, setOrderLimits, shopping, staffOn } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { differences } from '#test/upgrade/recount.ts'
import { placeOrder } from './place-order.ts'

/** Two services on one database, like two processes. */
describeService('counts of unpaid orders', { DATABASE_POOL_SIZE: '12' }, ({ service }) => {
  const second = besideService(service, { DATABASE_POOL_SIZE: '12' })

  const many = { max_open_orders_per_user: 1_000, max_unpaid_units_per_address: 100_000 }
  const line = (id: string, quantity = 1) => [{ product_id: id, quantity }]
  const countsOf = async (shop: TestMerchant) =>
    (
      await sql<{ orders: number; units: number; bytes: number }>`
        select orders, units::int, length(holder) as bytes from unpaid_counts
         where merchant_id = ${shop.id} order by bytes, orders`.execute(service.deps.db)
    ).rows.map(({ orders, units, bytes }) => [bytes === 16 ? 'user' : 'address', orders, units])

  /** Rows that the work reads of each table, as PostgreSQL counts them for its connection. */
  function readsOf(work: (transaction: Transaction) => Promise<unknown>): Promise<(table: string) => number> {
    return inTransaction(service.deps.db, async (transaction) => {
      const count = async () => {
        const { rows } = await sql<{ relname: string; read: number }>`
          select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
            from pg_stat_xact_user_tables`.execute(transaction)
        return new Map(rows.map(({ relname, read }) => [relname, read]))
      }
      const earlier = await count()
      await work(transaction)
      const later = await count()
      return (table) => (later.get(table) ?? 0) - (earlier.get(table) ?? 0)
    })
  }

  it('POST /user/orders of an address with 60 unpaid orders reads as many rows as with 2', async () => {
    const shop = await makeMerchant(service)
    await setOrderLimits(service, shop, many)
    const { id } = await makeProduct(service, shop, { onHand: 500 })
    const [headers] = await makeBuyers(service, shop, 1, 0)
    const address = '192.0.2.70'
    const shopper = shopping(service, headers ?? {}, address)
    const { user_id: userId } = (await shopper.order(line(id))).body.data
    const merchant = await merchantOf(service.deps.merchants, shop.id)
    const input = {
      by: {
        kind: 'shopper' as const,
        isGuest: false,
        hasGuestToken: false,
        lacksEmail: false,
        unknownAddresses: [],
        clientHash: service.deps.seal.hash(`client:${address}`),
      },
      items: line(id),
      email: null,
      buyer_vat: null,
      unitOf: () => 1,
      market: noMarket,
      shipping_address: null,
      billing_address: null,
      shipping_method_id: null,
    }
    const place = () => readsOf((transaction) => placeOrder(transaction, { userId, merchant }, input))
    const few = await place()
    for (let n = 0; n < 58; n++) assert.equal((await shopper.order(line(id))).status, 201)
    const more = await place()
    for (const table of ['orders', 'order_items', 'unpaid_counts']) assert.equal(more(table), few(table), table)
    assert.ok(more('unpaid_counts') > 0)
    // Refused before a product is read.
    await setOrderLimits(service, shop, { max_unpaid_units_per_address: 61 })
    const refused = await readsOf((transaction) =>
      assert.rejects(placeOrder(transaction, { userId, merchant }, input), {
        code: 'ORDER_LIMIT',
      }),
    )
    assert.deepEqual([refused('products'), refused('stock'), refused('order_items')], [0, 0, 0])
  })

  it('POST /user/orders beyond a limit answers 409 ORDER_LIMIT, whatever its products', async () => {
    const shop = await makeMerchant(service)
    const [soldOut] = await makeProducts(service, shop, [{ onHand: 0 }])
    await setOrderLimits(service, shop, { max_quantity_per_line: 5, max_unpaid_units_per_address: 3 })
    const [headers] = await makeBuyers(service, shop, 1, 0)
    const shopper = shopping(service, headers ?? {})
    for (const id of [soldOut?.id ?? '', crypto.randomUUID()]) {
      for (const quantity of [4, 6]) {
        assertRefused(await shopper.order(line(id, quantity)), 409, 'ORDER_LIMIT')
        assertRefused(await shopper.quote(line(id, quantity)), 409, 'ORDER_LIMIT')
      }
    }
    assertRefused(await shopper.order(line(soldOut?.id ?? '', 3)), 409, 'INSUFFICIENT_STOCK')
    assertRefused(await shopper.order(line(crypto.randomUUID(), 3)), 404, 'NOT_FOUND')
  })

  it('follow orders that are paid, cancelled, edited and expire, and end with the last', async () => {
    const shop = await makeMerchant(service)
    await setOrderLimits(service, shop, many)
    const { id } = await makeProduct(service, shop, { onHand: 500 })
    const [headers] = await makeBuyers(service, shop, 1, 0)
    const shopper = shopping(service, headers ?? {}, '192.0.2.71')
    const orders: string[] = []
    for (const units of [1, 2, 3, 4]) orders.push((await shopper.order(line(id, units))).body.data.id)
    const [paid = '', cancelled = '', edited = '', expired = ''] = orders
    assert.deepEqual(await countsOf(shop), [
      ['user', 4, 0],
      ['address', 4, 10],
    ])
    assert.equal((await shopper.pay(paid)).status, 201)
    assert.equal((await shopper.cancel(cancelled)).status, 200)
    const staff = staffOn(service, shop, edited)
    assert.equal((await staff.edit({ set: [{ line: 1, quantity: 8 }] })).status, 201)
    assert.deepEqual(await countsOf(shop), [
      ['user', 2, 0],
      ['address', 2, 12],
    ])
    await sql`update orders set expires_at = created_at + interval '1 millisecond' where id = ${expired}`.execute(
      service.deps.db,
    )
    await runSweep(service, 'expire-unpaid-orders')
    assert.deepEqual(await countsOf(shop), [
      ['user', 1, 0],
      ['address', 1, 8],
    ])
    assert.equal((await staff.edit({ set: [{ line: 1, quantity: 1 }] })).status, 201)
    assert.deepEqual((await countsOf(shop)).at(-1), ['address', 1, 1])
    assert.equal((await shopper.cancel(edited)).status, 200)
    assert.deepEqual(await countsOf(shop), [])
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('are exact while shoppers of one address order, pay, cancel and are edited at once', async () => {
    const shop = await makeMerchant(service)
    const most = 12
    await setOrderLimits(service, shop, { max_open_orders_per_user: 2, max_unpaid_units_per_address: most })
    const goods = await makeProducts(service, shop, Array(3).fill({ onHand: 500 }))
    const buyers = await makeBuyers(service, shop, 8, 0)
    const statuses = new Set<number>()
    const see = (answer: { status: number }) => statuses.add(answer.status)
    await Promise.all(
      buyers.map(async (headers, index) => {
        const shopper = shopping(index % 2 === 0 ? service : second, headers, '192.0.2.72')
        for (let round = 0; round < 12; round++) {
          const id = goods[(round + index) % goods.length]?.id ?? ''
          const [one, two] = await Promise.all([shopper.order(line(id, 2)), shopper.order(line(id, 1))])
          for (const answer of [one, two]) {
            see(answer)
            const order = answer.body.data?.id
            if (order === undefined) continue
            const units = (await countsOf(shop)).find(([of]) => of === 'address')?.[2] ?? 0
            assert.ok(Number(units) <= most, String(units))
            const leave = [() => shopper.pay(order), () => shopper.cancel(order)][(round + index) % 2]
            // An edit that makes the order smaller, so that the limit is never passed.
            const edit = () => staffOn(service, shop, order).edit({ set: [{ line: 1, quantity: 1 }] })
            const beside = round % 3 === 0 ? [edit().then(see)] : []
            await Promise.all([leave?.().then(see), ...beside])
          }
        }
      }),
    )
    assert.deepEqual(
      [...statuses].filter((status) => status >= 500),
      [],
    )
    assert.ok(statuses.has(201) && statuses.has(409))
    assert.deepEqual(await differences(service.databaseUrl), {})
  })
})
