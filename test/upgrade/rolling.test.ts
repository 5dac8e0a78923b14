import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { startLoad } from './load.ts'
import { differences } from './recount.ts'
import { type AtEnd, createEmptyDatabase, runOn, startRelease, unpackRelease } from './release.ts'
import { fillShop, send } from './shop.ts'

/** Its successor upgrades the database under it. */
const previous = '8340125'

it('an upgrade while the previous release serves fails no request; then both serve', async (t) => {
  const atEnd: AtEnd = (work) => t.after(() => work())
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const databaseUrl = await createEmptyDatabase(atEnd)
  const folder = unpackRelease(previous, atEnd)
  const older = await startRelease(databaseUrl, atEnd, { folder })
  await fillShop(older.url, `${receiver.origin}/hooks`)
  const onOlder = await startLoad(older.url, atEnd)
  await onOlder.answered(1)

  const newer = await startRelease(databaseUrl, atEnd)
  const onNewer = await startLoad(newer.url, atEnd)
  await Promise.all([onOlder.answered(2), onNewer.answered(1)])

  // Back to the previous release: it starts on the upgraded database, beside the other two.
  const again = await startRelease(databaseUrl, atEnd, { folder })
  const onAgain = await startLoad(again.url, atEnd)
  await Promise.all([onOlder, onNewer, onAgain].map((load) => load.answered(1)))
  const loads = [onOlder, onNewer, onAgain]
  await Promise.all(loads.map((load) => load.stop()))
  // A refusal because of the database would be the fault of the upgrade: connections that wait for a lock.
  for (const { url } of [older, newer, again])
    assert.doesNotMatch(await send(url, 'GET', '/metrics'), /http_requests_refused_total\{because="database"\} [1-9]/)

  // First: a request that failed has its reason there.
  for (const service of [older, newer, again]) assert.deepEqual(errorsOf(service.output()), [])
  assert.deepEqual(
    loads.flatMap((load) => load.failures),
    [],
  )
  await until(
    async () => (await runOn(databaseUrl, "select from deliveries where status <> 'delivered'")).length === 0,
    'every delivery to be made',
  )
  const created = receiver.requests.map((request) => JSON.parse(request.body.toString())).filter(isOrderCreated)
  const sent = new Set(created.map((event) => event.data.order.id))
  assert.deepEqual(
    loads.flatMap((load) => load.orders).filter((order) => !sent.has(order)),
    [],
  )
  assert.deepEqual(await differences(databaseUrl), {})
})

function isOrderCreated(event: { event?: string; type?: string }): boolean {
  return (event.event ?? event.type) === 'order.created'
}

/** Lines of the log at level error or above. */
function errorsOf(output: string): string[] {
  return output.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50)
}
