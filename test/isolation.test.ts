import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventPublicId, newId } from '#src/platform/lib/ids.ts'
import { type TestApp, unique } from '#test/support/app.ts'
import {
  makeApiKey,
  makeMerchant,
  makeStaff,
  makeUser,
  type SignedInUser,
  type TestMerchant,
} from '#test/support/factories.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'
import { makePaidOrder, makeShopper, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { london, makeShippingMethod } from '#test/support/selling.ts'
import { snapshot } from '#test/support/snapshot.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'

/**
 * What belongs to another user or another merchant does not exist: for every endpoint of the contract that takes an id,
 * the answer is the 404 of an id that was never given out, word for word and statement for statement, and nothing is
 * written. An endpoint that is not in the tables below fails the test, so a new one cannot be forgotten.
 */

interface World {
  service: TestApp
  /** The shop things belong to, and the user they belong to. */
  shop: TestMerchant
  customer: TestShopper
  /** Another shop, and another user of the first one. */
  rival: TestMerchant
  stranger: SignedInUser
  /** A user who shops at the other one. */
  visitor: SignedInUser
}

type MakeIds = (world: World) => Promise<Record<string, string>>

const draft = async ({ service, shop }: World) => (await makeProduct(service, shop, { status: 'draft' })).id
const stocked = async ({ service, shop }: World) => (await makeProduct(service, shop)).id

async function inCart(world: World): Promise<string> {
  const product_id = await stocked(world)
  const { headers } = world.customer
  await created(world.service.request('POST', '/user/cart/items', { headers, body: { product_id, quantity: 1 } }))
  return product_id
}

async function order(world: World): Promise<string> {
  const answer = world.customer.order([{ product_id: await stocked(world), quantity: 1 }])
  return (await created(answer)).id
}

async function session({ service, customer }: World): Promise<string> {
  const answer = await service.request('GET', '/user/sessions', { headers: customer.headers })
  return answer.body.data.items[0].id
}

async function address({ service, customer: { headers } }: World): Promise<string> {
  const body = { name: 'Ada', line1: '1 Mall', city: 'London', country: 'GB' }
  return (await created(service.request('POST', '/user/addresses', { headers, body }))).id
}

async function productImport({ service, shop: { owner } }: World): Promise<string> {
  const headers = { ...owner.headers, 'content-type': 'text/csv' }
  const payload = `sku,name,price\n${unique('sku')},Mug,1\n`
  return (await created(service.request('POST', '/admin/products/import', { headers, payload }))).id
}

async function webhook({ service, shop: { owner } }: World): Promise<string> {
  const body = { url: 'https://example.com/hooks', events: ['user.deleted'] }
  return (await created(service.request('POST', '/admin/webhooks', { headers: owner.headers, body }))).id
}

async function delivery(world: World): Promise<Record<string, string>> {
  const webhook_id = await webhook(world)
  const { headers } = world.shop.owner
  const sent = world.service.request('POST', `/admin/webhooks/${webhook_id}/test`, { headers })
  return { webhook_id, delivery_id: (await created(sent)).id }
}

async function created(answer: ReturnType<TestApp['request']>) {
  const { status, body } = await answer
  assert.ok(status >= 200 && status < 300, JSON.stringify(body))
  return body.data
}

/** For each path with parameters: something of the shop's, or of its customer's. */
const owned: Record<string, MakeIds> = {
  // Products for sale are everybody's to see; drafts are not.
  '/catalog/products/{id}': async (world) => ({ id: await draft(world) }),
  '/user/sessions/{id}': async (world) => ({ id: await session(world) }),
  '/user/addresses/{id}': async (world) => ({ id: await address(world) }),
  '/user/cart/items/{product_id}': async (world) => ({ product_id: await inCart(world) }),
  '/user/orders/{id}': async (world) => ({ id: await order(world) }),
  '/user/orders/{id}/cancel': async (world) => ({ id: await order(world) }),
  '/user/orders/{id}/payments': async (world) => ({ id: await order(world) }),
  '/admin/products/{id}': async (world) => ({ id: await stocked(world) }),
  '/admin/products/imports/{id}': async (world) => ({ id: await productImport(world) }),
  '/admin/inventory/{product_id}': async (world) => ({ product_id: await stocked(world) }),
  '/admin/inventory/{product_id}/movements': async (world) => ({ product_id: await stocked(world) }),
  '/admin/api-keys/{id}': async (world) => ({ id: (await makeApiKey(world.service, world.shop)).id }),
  '/admin/staff/{id}': async ({ service, shop }) => ({ id: (await makeStaff(service, shop.id, 'manager')).id }),
  '/admin/orders/{id}': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/payments': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/fulfillments': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/fulfillments/{fulfillment_id}': async ({ service, shop }) => {
    const { order, fulfil } = await makePaidOrder(service, shop)
    return { id: order.id, fulfillment_id: (await created(fulfil())).fulfillments[0].id }
  },
  '/admin/orders/{id}/refunds': async (world) => ({ id: await order(world) }),
  '/admin/orders/{id}/refunds/{refund_id}/retry': async ({ service, shop }) => {
    const { order, refund } = await makePaidOrder(service, shop)
    return { id: order.id, refund_id: (await created(refund({ amount: 1 }))).refund.id }
  },
  '/admin/users/{id}': async (world) => ({ id: (await makeShopper(world.service, world.shop)).id }),
  '/admin/shipping-methods/{id}': async ({ service, shop }) => {
    const body = { name: 'Post', price: 1 }
    const made = await service.request('POST', '/admin/shipping-methods', { headers: shop.owner.headers, body })
    return { id: made.body.data.id }
  },
  '/admin/events/{event_id}': async ({ service, shop }) => {
    const log = service.request('GET', '/admin/events?limit=1', { headers: shop.owner.headers })
    return { event_id: (await created(log)).items[0].id }
  },
  '/admin/webhooks/{webhook_id}': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/test': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/rotate-secret': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/recover': async (world) => ({ webhook_id: await webhook(world) }),
  '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}': delivery,
  '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry': delivery,
  '/admin/webhooks/{webhook_id}/deliveries': async (world) => ({ webhook_id: await webhook(world) }),
}

interface InBody {
  id: string
  body: (id: string) => unknown
  path?: Record<string, string>
  /** How it is refused, if not as not found. */
  refused?: RegExp
}

const addressOfStranger = async ({ service, stranger }: World) => {
  const body = { name: 'Ada', line1: '1 Mall', city: 'London', country: 'GB' }
  return (await created(service.request('POST', '/user/addresses', { headers: stranger.headers, body }))).id as string
}
const methodOfShop = ({ service, shop }: World) => makeShippingMethod(service, shop)

/** An order at the rival's of something that is sold there. */
function atRival(field: string, make: (world: World) => Promise<string>, refused?: RegExp) {
  return async (world: World): Promise<InBody> => {
    const { id: product_id } = await makeProduct(world.service, world.rival)
    return {
      id: await make(world),
      body: (id) => ({ items: [{ product_id, quantity: 1 }], ...place(field), [field]: id }),
      ...(refused && { refused }),
    }
  }
}

/** A checkout of a cart at the rival's. */
function ofCartAtRival(field: string, make: (world: World) => Promise<string>, refused?: RegExp) {
  return async (world: World): Promise<InBody> => {
    const { id: product_id } = await makeProduct(world.service, world.rival)
    const headers = { ...world.visitor.headers, 'merchant-id': world.rival.id }
    await created(world.service.request('POST', '/user/cart/items', { headers, body: { product_id, quantity: 1 } }))
    const body = (id: string) => ({ ...place(field), [field]: id })
    return { id: await make(world), body, ...(refused && { refused }) }
  }
}

const place = (field: string) => (field === 'shipping_method_id' ? { shipping_address: london } : {})
const unavailable = /^\{"status":409,"error":\{"code":"SHIPPING_UNAVAILABLE"/

const idsOfOrders = Object.fromEntries(
  ['placeOrder', 'quoteOrder', 'checkOutCart', 'quoteCart'].flatMap((operation) => {
    const order = operation.endsWith('Cart') ? ofCartAtRival : atRival
    return [
      [`${operation} shipping_address_id`, order('shipping_address_id', addressOfStranger)],
      [`${operation} billing_address_id`, order('billing_address_id', addressOfStranger)],
      [`${operation} shipping_method_id`, order('shipping_method_id', methodOfShop, unavailable)],
    ]
  }),
)

/** A product of the shop in a body about an order of the rival's. */
const inOrderOfRival = async (world: World): Promise<InBody> => {
  const { order } = await makePaidOrder(world.service, world.rival)
  return {
    id: await stocked(world),
    path: { id: order.id },
    body: (product_id) => ({ items: [{ product_id, quantity: 1 }] }),
    refused: /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/,
  }
}

/** For each id in a body, by operation and field: something of the shop's. The rest of the body is its example. */
const ownedInBody: Record<string, (world: World) => Promise<InBody>> = {
  ...idsOfOrders,
  'fulfilOrder items[].product_id': inOrderOfRival,
  'refundOrder items[].product_id': inOrderOfRival,
  'addCartItem product_id': async (world) => ({
    id: await stocked(world),
    body: (product_id) => ({ product_id, quantity: 1 }),
  }),
  'placeOrder items[].product_id': async (world) => ({
    id: await stocked(world),
    body: (product_id) => ({ items: [{ product_id, quantity: 1 }] }),
  }),
  'quoteOrder items[].product_id': async (world) => ({
    id: await stocked(world),
    body: (product_id) => ({ items: [{ product_id, quantity: 1 }] }),
  }),
}

describe('isolation', () => {
  let world: World
  let operations: Operation[]
  let service: Awaited<ReturnType<typeof startAppThatTellsStatements>>
  before(async () => {
    service = await startAppThatTellsStatements()
    operations = operationsOf(service.app)
    const shop = await makeMerchant(service)
    world = {
      service,
      shop,
      customer: await makeShopper(service, shop),
      rival: await makeMerchant(service),
      stranger: await makeUser(service, { merchantId: shop.id }),
      visitor: await makeUser(service),
    }
  })
  after(() => service.close())

  /** Who has no business with what belongs to the customer, or to the shop. */
  function outsiders({ scope }: Operation): Record<string, Record<string, string>> {
    const { shop, customer, rival, stranger } = world
    if (scope === 'staff') return { 'the owner of another shop': rival.owner.headers }
    if (scope === 'user') return { 'another user': stranger.headers, 'the owner of another shop': rival.owner.headers }
    return {
      'another user': { ...stranger.headers, 'merchant-id': shop.id },
      'the user at another shop': { ...customer.headers, 'merchant-id': rival.id },
    }
  }

  /** The answer without what differs in every answer, and with a name for the id that was asked for. */
  async function ask({ method, body, path }: Operation, headers: Record<string, string>, ids: Ids) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.path[name] ?? '')
    const payload = ids.body ?? body?.example
    const answer = await service.request(method, url, { headers, ...(body && { body: payload }) })
    const { request_id: _, ...error } = answer.body.error ?? {}
    let text = JSON.stringify({ status: answer.status, error })
    for (const id of ids.all) text = text.replaceAll(id, '<id>')
    return text
  }

  interface Ids {
    path: Record<string, string>
    body?: unknown
    all: string[]
  }

  async function assertHidden(
    operation: Operation,
    headers: Record<string, string>,
    theirs: Ids,
    nobodys: Ids,
    refused = /^\{"status":404,"error":\{"code":"NOT_FOUND"/,
  ) {
    const before = await snapshot(service)
    const answers: string[] = []
    const work = []
    for (const ids of [theirs, nobodys]) {
      work.push(await statementsOf(async () => answers.push(await ask(operation, headers, ids))))
    }
    assert.match(answers[0] ?? '', refused)
    assert.equal(answers[0], answers[1])
    // The same statements, too, of which some are sent at once: nor does the time it takes tell one from the other.
    assert.ok(work[0]?.length, 'it asks the database')
    assert.deepEqual(work[0]?.toSorted(), work[1]?.toSorted())
    assert.deepEqual(await snapshot(service), before)
  }

  it('every endpoint that takes an id answers 404 to others, as for an unknown id', async (t) => {
    const withIds = operations.filter(({ path, scope }) => path.includes('{') && scope !== 'open')
    assert.ok(withIds.length > 10)
    for (const operation of withIds) {
      const make = owned[operation.path]
      assert.ok(make, `${operation.path} takes an id: say in test/isolation.test.ts how to make one of another's`)
      for (const [who, headers] of Object.entries(outsiders(operation))) {
        await t.test(`${operation.name} by ${who} answers 404 NOT_FOUND`, async () => {
          const path = await make(world)
          const unknown = Object.fromEntries(
            Object.keys(path).map((name) => [name, name === 'event_id' ? eventPublicId(newId()) : newId()]),
          )
          await assertHidden(
            operation,
            headers,
            { path, all: Object.values(path) },
            { path: unknown, all: Object.values(unknown) },
          )
        })
      }
    }
  })

  it('every body of the contract that holds an id answers 404 for one of another shop', async (t) => {
    for (const operation of operations.filter(({ body }) => body !== undefined)) {
      for (const field of idFields(operation.body?.schema)) {
        const name = `${operation.operationId} ${field}`
        const make = ownedInBody[name]
        assert.ok(make, `${name} takes an id: say in test/isolation.test.ts how to make one of another's`)
        await t.test(`${operation.name} with ${field} of another shop is refused as an unknown one`, async () => {
          const { id, body, path = {}, refused } = await make(world)
          const unknown = newId()
          const headers =
            operation.scope === 'staff'
              ? world.rival.owner.headers
              : { ...world.visitor.headers, 'merchant-id': world.rival.id }
          await assertHidden(
            operation,
            headers,
            { path, body: body(id), all: [id] },
            { path, body: body(unknown), all: [unknown] },
            refused,
          )
        })
      }
    }
  })

  it('no list of the contract shows others what is not theirs', async () => {
    const secrets = [
      await draft(world),
      await inCart(world),
      await order(world),
      await session(world),
      world.customer.id,
      world.customer.email,
    ]
    const lists = operations.filter(
      ({ method, path, scope }) =>
        method === 'GET' && !path.includes('{') && ['user', 'shopper', 'staff'].includes(scope),
    )
    assert.ok(lists.length > 5)
    const leaks: string[] = []
    for (const operation of lists) {
      for (const [who, headers] of Object.entries(outsiders(operation))) {
        // At another shop the user is still the same user: their own id may appear.
        const hidden = who === 'the user at another shop' ? secrets.slice(0, 4) : secrets
        // The catalog is everybody's; what is for sale may appear.
        const searched =
          operation.path.startsWith('/admin/') || operation.scope === 'shopper' ? hidden : hidden.toSpliced(1, 1)
        const { body } = await service.request('GET', operation.path, { headers })
        const payload = typeof body === 'string' ? body : JSON.stringify(body)
        if (searched.some((secret) => payload.includes(secret))) leaks.push(`${operation.name} by ${who}`)
      }
    }
    assert.deepEqual(leaks, [])
  })
})

/** Where ids stand in a body's schema: `items[].product_id`. */
function idFields(node: unknown, path = ''): string[] {
  if (node === null || typeof node !== 'object') return []
  const schema = node as { format?: string; properties?: object; items?: unknown; anyOf?: unknown[] }
  if (schema.format === 'uuid') return [path]
  const properties = Object.entries(schema.properties ?? {})
  return [
    ...properties.flatMap(([name, property]) => idFields(property, path === '' ? name : `${path}.${name}`)),
    ...idFields(schema.items, `${path}[]`),
    ...(schema.anyOf ?? []).flatMap((choice) => idFields(choice, path)),
  ]
}
