import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { eventPublicId, newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'
import { makeShopper, setOrderLimits } from '#test/support/orders.ts'
import { ownedInBody } from '#test/support/owned-in-bodies.ts'
import { draft, inCart, order, owned, session, type World } from '#test/support/owned-things.ts'
import { snapshot } from '#test/support/snapshot.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'

/**
 * What belongs to another user or another merchant does not exist: for every endpoint of the contract that takes an id,
 * the answer is the 404 of an id that was never given out, word for word and statement for statement, and nothing is
 * written. An endpoint that is not in the tables of test/support/owned-things.ts fails the test, so a new one cannot be
 * forgotten.
 */
describeService('isolation', startAppThatTellsStatements, ({ service }) => {
  let world: World
  let operations: Operation[]
  before(async () => {
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
    await setOrderLimits(service, shop, { max_open_orders_per_user: 100 })
  })

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
    // Kinds of mails and of things, languages and handles of menus, are the same at every shop.
    const withIds = operations.filter(
      ({ path, scope }) => /\{(?!(?:kind|handle|locale)\})/.test(path) && scope !== 'open',
    )
    assert.ok(withIds.length > 10)
    for (const operation of withIds) {
      const make = owned[operation.path]
      assert.ok(make, `${operation.path} takes an id: say in test/support/owned-things.ts how to make one of another's`)
      for (const [who, headers] of Object.entries(outsiders(operation))) {
        await t.test(`${operation.name} by ${who} answers 404 NOT_FOUND`, async () => {
          const { type, locale, ...path } = await make(world)
          const same = { ...(type && { type }), ...(locale && { locale }) }
          const unknown = Object.fromEntries(Object.keys(path).map((name) => [name, unknownOf(name, world.shop.id)]))
          await assertHidden(
            operation,
            headers,
            { path: { ...path, ...same }, all: Object.values(path) },
            { path: { ...unknown, ...same }, all: Object.values(unknown) },
          )
        })
      }
    }
  })

  it('every body of the contract that holds an id answers 404 for one of another shop', async (t) => {
    for (const operation of operations.filter(({ body }) => body !== undefined)) {
      // A shop itself is public.
      for (const field of idFields(operation.body?.schema).filter((name) => name !== 'merchant_id')) {
        const name = `${operation.operationId} ${field}`
        const make = ownedInBody[name]
        assert.ok(make, `${name} takes an id: say in test/support/owned-in-bodies.ts how to make one of another's`)
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

/** What nothing has in its place. */
function unknownOf(name: string, merchantId: string): string {
  if (name === 'slug') return `${newId()}?merchant_id=${merchantId}`
  return name === 'event_id' ? eventPublicId(newId()) : newId()
}
