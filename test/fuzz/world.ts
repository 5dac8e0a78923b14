import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { permissions } from '#src/platform/lib/permissions.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import type { Operation } from '#test/support/operations.ts'
import { makeShopper, shopping } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'
import { type CallerKind, callerKinds } from './plans.ts'
import type { Group, Pools } from './pools.ts'

/**
 * Three shops: A and B, whose staff and customers are the callers, and one nobody of them belongs to. All of the third
 * is secret: its texts hold this mark, which must stand in no answer.
 */
export const secretMark = 'Xyzzy7secret'

export interface Caller {
  kind: CallerKind
  group: Group
  userId: string | undefined
  headers: Record<string, string>
}

export interface World {
  shops: Record<Group, TestMerchant>
  callers: Record<CallerKind, Caller>
  /** Ids of what the third shop has; their rows must not change. */
  secretIds: ReadonlySet<string>
  /** The device that a refresh token was given to: on any other it is refused. */
  devices: Map<string, string>
  /** Takes the place of a caller whose session has ended. */
  renew(caller: Caller): Promise<void>
  /** Takes back that a shop requires two factors, which nobody here has. */
  requireNoSecondFactor(group: Group): Promise<void>
  untouchedRows(): Promise<string[]>
}

export async function makeWorld(service: TestApp, operations: readonly Operation[], pools: Pools): Promise<World> {
  const shops = {
    a: await makeMerchant(service),
    b: await makeMerchant(service, { currency: 'JPY' }),
    untouched: await makeMerchant(service),
  }
  const stocked: Record<string, string> = {
    a: await stock(service, shops.a, 'a', pools),
    b: await stock(service, shops.b, 'b', pools),
  }
  const secretIds = await fillUntouched(service, shops.untouched, pools)
  const hasKeys = operations.some(({ name }) => name === 'POST /admin/api-keys')

  async function make(kind: CallerKind): Promise<Caller> {
    const group: Group = kind === 'rival' || kind === 'rivalUser' ? 'b' : 'a'
    const shop = shops[group]
    const shopId = { 'merchant-id': shop.id }
    if (kind === 'nobody') return { kind, group, userId: undefined, headers: {} }
    if (kind === 'device') return { kind, group, userId: undefined, headers: { 'device-id': newId() } }
    if (kind === 'key' && hasKeys) {
      return { kind, group, userId: undefined, headers: { ...shopId, 'access-token': await makeKey({ permissions }) } }
    }
    if (kind === 'publishable' || kind === 'storefront') {
      return { kind, group, userId: undefined, headers: { 'access-token': await makeKey({ kind }) } }
    }
    const isCustomer = kind === 'user' || kind === 'rivalUser' || kind === 'throughStorefront'
    const role = kind === 'rival' || kind === 'key' ? 'owner' : kind
    const user = isCustomer
      ? await makeUser(service, { merchantId: shop.id })
      : await makeStaff(service, shop.id, role as 'owner' | 'manager' | 'viewer')
    for (const [name, value] of Object.entries({
      user_id: user.id,
      email: user.email,
      refresh_token: user.refreshToken,
    }))
      pools.add(group, name, value)
    const through = { 'storefront-key': await makeKey({ kind: 'storefront' }), 'shopper-address': '192.0.2.1' }
    const headers = { ...user.headers, ...shopId, ...(kind === 'throughStorefront' && through) }
    devices.set(user.refreshToken, user.headers['device-id'] ?? '')
    if (isCustomer) await beginShopping(headers, group)
    return { kind, group, userId: user.id, headers }
  }

  /** An order, and something in the cart: instead of those of the customer before. */
  async function beginShopping(headers: Record<string, string>, group: Group): Promise<void> {
    pools.forget(group, 'order_id', 'session_id')
    const product_id = stocked[group]
    const { body } = await shopping(service, headers).order([{ product_id, quantity: 1 }])
    if (body.data) pools.add(group, 'order_id', body.data.id)
    await service.request('POST', '/user/cart/items', { headers, body: { product_id, quantity: 1 } })
  }

  async function requireNoSecondFactor(group: Group): Promise<void> {
    const settings = service.deps.db.updateTable('merchant_settings').set({ require_two_factor: false })
    await settings.where('merchant_id', '=', shops[group].id).where('require_two_factor', '=', true).execute()
  }

  /** Of shop A, by an owner of its own. */
  async function makeKey(of: { permissions: readonly string[] } | { kind: string }): Promise<string> {
    const owner = await makeStaff(service, shops.a.id, 'owner')
    const body = { name: 'Fuzzer', ...of }
    return until(async () => {
      await requireNoSecondFactor('a')
      const answer = await service.request('POST', '/admin/api-keys', { headers: owner.headers, body })
      return answer.status === 201 && String(answer.body.data.key)
    }, 'an API key to be made')
  }

  const devices = new Map<string, string>()
  const callers = {} as Record<CallerKind, Caller>
  for (const kind of callerKinds) callers[kind] = await make(kind)
  const renewals = new Map<CallerKind, Promise<void>>()

  return {
    shops,
    callers,
    secretIds,
    devices,
    renew({ kind, headers }) {
      const running = renewals.get(kind)
      if (running !== undefined) return running
      // Another request has seen to it.
      if (callers[kind].headers !== headers) return Promise.resolve()
      const renewal = make(kind)
        .then((caller) => void Object.assign(callers, { [kind]: caller }))
        .finally(() => renewals.delete(kind))
      renewals.set(kind, renewal)
      return renewal
    },
    requireNoSecondFactor,
    untouchedRows: () => rowsOf(service, shops.untouched.id),
  }
}

/** Enough for every kind of request to find something; answers one of the products. */
async function stock(service: TestApp, shop: TestMerchant, group: Group, pools: Pools): Promise<string> {
  pools.add(group, 'merchant_id', shop.id)
  const products = await makeProducts(service, shop, Array(6).fill({ price: 2, onHand: 10_000 }))
  for (const { id, sku } of products) {
    pools.add(group, 'product_id', id)
    pools.add(group, 'sku', sku)
  }
  const { headers } = shop.owner
  const body = { url: 'https://hooks.invalid/a', events: ['*'] }
  const made = await service.request('POST', '/admin/webhooks', { headers, body })
  pools.add(group, 'webhook_id', made.body.data.id)
  return products[0]?.id ?? ''
}

async function fillUntouched(service: TestApp, shop: TestMerchant, pools: Pools): Promise<Set<string>> {
  const { db } = service.deps
  const product = await makeProduct(service, shop, { name: `${secretMark} product`, sku: `${secretMark}-1` })
  const buyer = await makeShopper(service, shop)
  const order = (await buyer.order([{ product_id: product.id, quantity: 2 }])).body.data
  await shopping(service, { ...buyer.headers, 'merchant-id': shop.id }).pay(order.id)
  // It has an order, and nobody can see or order it any more.
  await sql`update products set status = 'draft' where id = ${product.id}`.execute(db)
  const name = `${secretMark} person`
  const { headers } = buyer
  await service.request('PATCH', '/user/profile', { headers, body: { name } })
  const { body } = await service.request('POST', '/admin/webhooks', {
    headers: shop.owner.headers,
    body: { url: `https://hooks.invalid/${secretMark}`, events: ['user.deleted'] },
  })
  const known = { product_id: product.id, order_id: order.id, webhook_id: body.data.id }
  const people = { user_id: buyer.id, staff_id: shop.owner.id, merchant_id: shop.id }
  for (const [key, value] of Object.entries({ ...known, ...people })) pools.add('untouched', key, value)
  return new Set([product.id, order.id, body.data.id, buyer.id, shop.owner.id])
}

const tables = ['products', 'stock', 'stock_movements', 'orders', 'order_items', 'payments', 'staff', 'product_imports']

/** All rows of a shop that only its own staff and customers write. */
async function rowsOf({ deps: { db } }: TestApp, merchantId: string): Promise<string[]> {
  const parts = [...tables, 'webhook_subscriptions'].map(
    (table) => sql`select ${table}::text || ' ' || row::text as row from ${sql.table(table)} row
                    where merchant_id = ${merchantId}`,
  )
  const users = sql`select 'users ' || users::text as row from users where name like ${`${secretMark}%`}`
  const all = sql.join([...parts, users], sql` union all `)
  const { rows } = await sql<{ row: string }>`select * from (${all}) found order by row`.execute(db)
  return rows.map(({ row }) => row)
}
