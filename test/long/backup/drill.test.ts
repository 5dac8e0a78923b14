import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { makePicture } from '#test/support/pictures.ts'
import { runAdmin, type ServiceProcess, startProcess, temporaryFolder } from '#test/support/process.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { startLoad } from '#test/upgrade/load.ts'
import { runOn } from '#test/upgrade/release.ts'
import { fillShop, type Session, send, signInOwner } from '#test/upgrade/shop.ts'

const quiet = { DEMO_DATA: 'false' }

it('a backup under orders brings back, after kill -9, all that was acknowledged before it began', async (t) => {
  const [first, backups, second] = [await temporaryFolder(t), await temporaryFolder(t), await temporaryFolder(t)]
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const service = await startProcess(t, { DATA_DIR: first, ...quiet })
  t.after(() => endServerOf(first))
  const owner = await fillShop(service.url, `${receiver.origin}/hooks`)
  const picture = await uploadPicture(service, owner)
  const load = await startLoad(service.url, (end) => t.after(() => end()))
  await load.answered(2)
  const acknowledged = [...load.orders]

  const made = await runAdmin(['backup', '--to', backups, '--json'], { DATA_DIR: first })
  assert.deepEqual([made.code, made.stderr], [0, ''])
  await load.answered(1)
  assert.deepEqual(load.failures, [])
  await service.end('SIGKILL')
  await load.stop()
  assert.ok(load.orders.length > acknowledged.length)

  const backup = JSON.parse(made.stdout)
  assert.deepEqual([backup.database.kind, backup.media], ['cluster', 'backup'])
  for (const name of ['seal-key', 'jwt-secret']) await cp(join(first, name), join(second, name))
  const restored = await runAdmin(['restore', '--from', backups], { DATA_DIR: second })
  assert.deepEqual([restored.code, restored.stderr], [0, ''], restored.stdout)
  assert.match(restored.stdout, /^database commerce \(primary\)[^\n]*\nall \d+ checks agree \(\S+ s\)\nrestored /)
  assert.doesNotMatch(restored.stdout, /BEFORE the service starts/)

  const before = await readDeliveries(t, second)
  const sentBefore = receiver.requests.length
  const again = await startProcess(t, { DATA_DIR: second, ...quiet })
  const { headers } = await signInOwner(again.url)
  for (const id of acknowledged) {
    const { data } = await send(again.url, 'GET', `/admin/orders/${id}`, { headers })
    assert.equal(data.id, id)
  }
  assert.deepEqual(await readPicture(again.url, picture.name), picture.bytes)
  await checkDeliveries(t, { dataDir: second, receiver, sentBefore, before })
  assert.equal(await again.end('SIGTERM'), 0)
})

/** Sends every event that waits; none that had been delivered before the backup is sent again. */
async function checkDeliveries(
  t: TestContext,
  { dataDir, receiver, sentBefore, before }: DeliveriesToCheck,
): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, whenInUse: 'connect' })
  t.after(() => stop())
  const open = "select from deliveries where status <> 'delivered'"
  await until(async () => (await runOn(url, open)).length === 0, 'every delivery to be made')
  const idOf = ({ headers }: Receiver['requests'][number]) => String(headers['webhook-id'])
  const sentAgain = receiver.requests.slice(sentBefore).map(idOf)
  assert.deepEqual(
    before.delivered.filter((id) => sentAgain.includes(id)),
    [],
  )
  const received = new Set(receiver.requests.map(idOf))
  const lost = [...before.delivered, ...before.waiting].filter((id) => !received.has(id))
  assert.deepEqual(lost, [])
}

interface DeliveriesToCheck {
  dataDir: string
  receiver: Receiver
  sentBefore: number
  before: Awaited<ReturnType<typeof readDeliveries>>
}

async function readDeliveries(t: TestContext, dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir })
  t.after(() => server.stop())
  const rows = await runOn<{ id: string; delivered: boolean }>(
    server.url,
    `select 'evt_' || replace(event_id::text, '-', '') as id, status = 'delivered' as delivered from deliveries`,
  )
  await server.stop()
  const idsOf = (delivered: boolean) => rows.filter((row) => row.delivered === delivered).map(({ id }) => id)
  const [delivered, waiting] = [idsOf(true), idsOf(false)]
  assert.ok(delivered.length > 0)
  return { delivered, waiting }
}

/** What a killed service leaves. */
async function endServerOf(dataDir: string): Promise<void> {
  await (await startEmbeddedPostgres({ dataDir })).stop()
}

async function uploadPicture({ url }: ServiceProcess, { headers }: Session) {
  const answer = await fetch(`${url}/admin/media`, {
    method: 'POST',
    headers: { ...headers, 'device-id': 'device', 'content-type': 'image/png' },
    body: new Uint8Array(await makePicture('png')),
  })
  assert.equal(answer.status, 201)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
  const { data } = (await answer.json()) as any
  const ready = await until(async () => {
    const found = await send(url, 'GET', `/admin/media/${data.id}`, { headers })
    return found.data.sizes.length > 0 && found.data
  }, 'the picture to be ready')
  const name = String(ready.sizes[0].url).split('/').at(-1) ?? ''
  return { name, bytes: await readPicture(url, name) }
}

async function readPicture(url: string, name: string): Promise<Buffer> {
  const answer = await fetch(`${url}/media/${name}`)
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}
