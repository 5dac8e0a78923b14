import assert from 'node:assert/strict'
import { afterEach, before, it } from 'node:test'
import { permissionsOf } from '#src/platform/lib/permissions.ts'
import { eventNames } from '#src/platform/outbox/index.ts'
import { startTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { type ReadStream, readStream } from '#test/support/event-stream.ts'
import { makeApiKey, makeMerchant, makeRole, makeStaff } from '#test/support/factories.ts'
import { happen, number } from '#test/support/happenings.ts'
import { placeOrder } from '#test/support/orders.ts'
import { permissionOfEvent, streamedEvents } from './changes.ts'

type Headers = Record<string, string>

describeService('GET /admin/stream', ({ service }) => {
  let origin = ''
  const open: ReadStream[] = []
  before(async () => {
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    for (const stream of open.splice(0)) await stream.close()
  })
  const streamOf = async (headers: Headers, at = origin): Promise<ReadStream> => {
    const stream = await readStream(at, headers)
    open.push(stream)
    return stream
  }
  /** A shop all of whose events have been told. */
  const makeQuiet = async () => {
    const merchant = await makeMerchant(service)
    await number(service, merchant)
    return merchant
  }
  const typesOf = (stream: ReadStream) => stream.changes().map(({ type }) => type)

  it('tells of an order that a customer places, with its version, and of the stock', async () => {
    const merchant = await makeQuiet()
    const stream = await streamOf(merchant.owner.headers)
    assert.equal(stream.status, 200)
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(stream.headers.get('cache-control'), 'no-store')
    assert.equal(stream.headers.get('x-accel-buffering'), 'no')
    assert.equal(stream.headers.get('content-encoding'), null)
    const { order } = await placeOrder(service, merchant)
    await number(service, merchant)
    await stream.waitFor((all) => all.some(({ data }) => data.type === 'order.created'), 'the order')
    const told = stream.changes().find(({ type }) => type === 'order.created')
    assert.deepEqual(told, { type: 'order.created', id: order.id, version: order.version })
    assert.ok(typesOf(stream).includes('inventory.updated'))
  })

  it('tells each role of what it may read and of nothing else, and nobody of another shop', async () => {
    const [merchant, rival] = [await makeQuiet(), await makeQuiet()]
    const own = (...permissions: string[]) => makeRole(service, merchant, permissions)
    const roles = [
      ...(['owner', 'manager', 'viewer', 'warehouse', 'support'] as const).map((name) => ({
        role: name as string,
        may: [...permissionsOf(name)] as string[],
      })),
      { role: (await own('products.read')).id, may: ['products.read'] },
      { role: (await own('inventory.read')).id, may: ['inventory.read'] },
      { role: (await own('customers.read', 'webhooks.read')).id, may: ['customers.read'] },
      { role: (await own('orders.read')).id, may: ['orders.read'] },
    ]
    const staff: { headers: Headers; may: string[] }[] = []
    for (const { role, may } of roles)
      staff.push({ headers: (await makeStaff(service, merchant.id, role)).headers, may })
    await number(service, merchant)
    const streams: { stream: ReadStream; may: string[] }[] = []
    for (const { headers, may } of staff) streams.push({ stream: await streamOf(headers), may })
    const abroad = await streamOf(rival.owner.headers)
    await happen(service, merchant, eventNames)
    for (const { stream, may } of streams) {
      const expected = streamedEvents.filter((name) => may.includes(permissionOfEvent[name]))
      await stream.waitFor((all) => all.length >= expected.length, `what ${may} may read`)
      assert.deepEqual(typesOf(stream).sort(), expected.sort())
    }
    const [last] = await happen(service, rival, ['user.created'])
    await abroad.waitFor((all) => all.length > 0, 'its own event')
    assert.deepEqual(abroad.changes(), [{ type: 'user.created', id: last, version: null }])
    for (const { stream } of streams)
      assert.equal(
        stream.changes().some(({ id }) => id === last),
        false,
      )
  })

  it('is refused to a role that may read none of it', async () => {
    const merchant = await makeQuiet()
    const role = await makeRole(service, merchant, ['webhooks.read', 'settings.read'])
    const { headers } = await makeStaff(service, merchant.id, role.id)
    const { status, failure } = await streamOf(headers)
    assert.equal(status, 403)
    assert.equal(failure.error.code, 'INSUFFICIENT_PERMISSIONS')
    assert.deepEqual(failure.error.details, { required_permission: 'orders.read' })
  })

  it('goes on from last-event-id at another process, after a restart, with what was missed, once', async (t) => {
    const merchant = await makeQuiet()
    const second = await startTestApp({}, service.databaseUrl)
    t.after(() => second.close().catch(() => {}))
    const stream = await streamOf(merchant.owner.headers, await second.app.listen({ host: '127.0.0.1', port: 0 }))
    await happen(service, merchant, ['order.created'])
    await stream.waitFor((all) => all.length === 1, 'the first')
    await second.close()
    await stream.ended()
    const missed = await happen(service, merchant, ['order.created', 'cart.abandoned', 'product.updated'])
    const third = await startTestApp({}, service.databaseUrl)
    t.after(() => third.close())
    const resumed = await streamOf(
      { ...merchant.owner.headers, 'last-event-id': String(stream.lastId()) },
      await third.app.listen({ host: '127.0.0.1', port: 0 }),
    )
    const [later] = await happen(service, merchant, ['order.completed'])
    await resumed.waitFor((all) => all.length >= 3, 'what was missed')
    const ids = resumed.changes().map(({ id }) => id)
    assert.deepEqual(ids.slice(0, 2).sort(), [missed[0], missed[2]].sort())
    assert.equal(ids[2], later)
    assert.equal(ids.length, 3)
    const again = await streamOf({ ...merchant.owner.headers, 'last-event-id': String(resumed.lastId()) })
    const [last] = await happen(service, merchant, ['order.completed'])
    await again.waitFor((all) => all.length >= 1, 'the last')
    assert.deepEqual(
      again.changes().map(({ id }) => id),
      [last],
    )
  })

  it('resets a client that missed too much, or for too long, or comes from another log', async () => {
    const merchant = await makeQuiet()
    const first = await streamOf(merchant.owner.headers)
    const begin = String(first.lastId() ?? '0')
    await happen(service, merchant, ['order.created'])
    await first.waitFor((all) => all.length === 1, 'the order')
    const end = String(first.lastId())
    await happen(
      service,
      merchant,
      Array.from({ length: 201 }, () => 'order.updated' as const),
    )
    await first.waitFor((all) => all.some(({ event }) => event === 'reset'), 'a reset while it is open')
    const resetsFor = async (id: string) => {
      const stream = await streamOf({ ...merchant.owner.headers, 'last-event-id': id })
      await stream.waitFor((all) => all.length > 0, `the answer to ${id}`)
      return stream.messages.map(({ event, data }) => ({ event, data }))
    }
    assert.deepEqual(await resetsFor(end), [{ event: 'reset', data: {} }])
    assert.deepEqual(await resetsFor('9'.repeat(18)), [{ event: 'reset', data: {} }])
    await service.deps.pool.query(
      `update events set position = position - 7200000000 where merchant_id = $1 and position is not null`,
      [merchant.id],
    )
    assert.deepEqual(await resetsFor(begin), [{ event: 'reset', data: {} }])
  })

  it('refuses a last-event-id that is none', async () => {
    const merchant = await makeQuiet()
    const headers = { ...merchant.owner.headers, 'last-event-id': 'evt_1' }
    const { status, body } = await service.request('GET', '/admin/stream', { headers })
    assert.deepEqual([status, body.error.details[0].field], [400, 'last-event-id'])
  })

  it('stops telling when a role is narrowed, and ends when nothing is left of it', async () => {
    const merchant = await makeQuiet()
    const role = await makeRole(service, merchant, ['orders.read', 'products.read'])
    const stream = await streamOf((await makeStaff(service, merchant.id, role.id)).headers)
    await happen(service, merchant, ['order.created', 'product.updated'])
    await stream.waitFor((all) => all.length === 2, 'both')
    const narrow = (permissions: string[]) =>
      service.request('PATCH', `/admin/roles/${role.id}`, { headers: merchant.owner.headers, body: { permissions } })
    assert.equal((await narrow(['products.read'])).status, 200)
    await happen(service, merchant, ['order.completed', 'product.deleted'])
    await stream.waitFor((all) => all.length > 2, 'the product')
    assert.deepEqual(typesOf(stream).sort(), ['order.created', 'product.deleted', 'product.updated'])
    assert.equal((await narrow(['settings.read'])).status, 200)
    await stream.ended()
  })

  it('ends without a change when a member is removed, a session ends, or a key is revoked', async () => {
    const merchant = await makeQuiet()
    const { headers } = merchant.owner
    const [member, other] = [
      await makeStaff(service, merchant.id, 'viewer'),
      await makeStaff(service, merchant.id, 'viewer'),
    ]
    const key = await makeApiKey(service, merchant, ['orders.read'])
    const streams = [await streamOf(member.headers), await streamOf(other.headers), await streamOf(key.headers)]
    const kept = await streamOf(headers)
    await service.request('DELETE', `/admin/staff/${member.id}`, { headers })
    await service.request('POST', '/user/logout', { headers: other.headers })
    await service.request('DELETE', `/admin/api-keys/${key.id}`, { headers })
    for (const stream of streams) {
      await stream.ended()
      assert.equal(stream.messages.at(-1)?.event, 'end')
    }
    assert.equal(kept.hasEnded(), false)
  })

  it('tells a key what it may read itself', async () => {
    const merchant = await makeQuiet()
    const { headers } = await makeApiKey(service, merchant, ['products.read'])
    const stream = await streamOf(headers)
    const ids = await happen(service, merchant, ['order.created', 'product.created'])
    await stream.waitFor((all) => all.length > 0, 'the product')
    assert.deepEqual(stream.changes(), [{ type: 'product.created', id: ids[1], version: 3 }])
  })

  it('answers 429 with retry-after when a session has ten streams open, until one is closed', async () => {
    const merchant = await makeQuiet()
    const { headers } = merchant.owner
    const streams = await Promise.all(Array.from({ length: 10 }, () => streamOf(headers)))
    assert.ok(streams.every(({ status }) => status === 200))
    const refused = await streamOf(headers)
    assert.deepEqual([refused.status, refused.failure.error.code], [429, 'RATE_LIMITED'])
    assert.equal(refused.headers.get('retry-after'), '30')
    await streams[0]?.close()
    let status = 429
    while (status === 429) status = (await streamOf(headers)).status
    assert.equal(status, 200)
  })

  it('answers HEAD without opening a stream', async () => {
    const merchant = await makeQuiet()
    const answer = await fetch(`${origin}/admin/stream`, { method: 'HEAD', headers: merchant.owner.headers })
    assert.deepEqual([answer.status, await answer.text()], [200, ''])
  })
})
