import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'

it('begins no delivery after SIGTERM while it finishes a request', async (t) => {
  const database = await createTestDatabase()
  t.after(database.drop)
  const receiver = await startReceiver()
  t.after(receiver.close)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  receiver.behave({ do: 'answer', status: 204, when: answered })
  const service = await startProcess(t, {
    DATA_DIR: await temporaryFolder(t),
    DATABASE_URL: database.url,
    DEMO_DATA: 'false',
    LOG_LEVEL: 'info',
  })
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'device-id': 'terminal', ...headers },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
    return { status: response.status, data: ((await response.json()) as any).data }
  }
  const db = createDatabase(createPool({ url: database.url, size: 2 }))
  t.after(() => db.destroy())
  const merchant = (await sql<{ id: string }>`select id from merchants`.execute(db)).rows[0]?.id ?? ''
  const admin = await post('/admin/login', { email: 'admin@example.com', password: 'demo-password' })
  const staff = { 'access-token': admin.data.access_token, 'merchant-id': merchant }
  const webhook = await post('/admin/webhooks', { url: `${receiver.origin}/`, events: ['user.verified'] }, staff)
  // One more than a receiver may have in progress.
  for (let n = 0; n < 11; n++) await post(`/admin/webhooks/${webhook.data.id}/test`, {}, staff)
  await receiver.waitFor(10)

  const users = await holdLocks({ deps: { db } }, sql`lock table users in share mode`)
  const running = post('/user/register', { email: 'stop@example.com', password: 'a good password' })
  await until(async () => (await lockWaits({ deps: { db } })) > 0, 'the request to wait')
  const code = service.end('SIGTERM')
  await until(async () => service.output().includes('"msg":"stopping"'), 'the service to stop')
  answer()
  const delivered = sql<{ id: string }>`select id from deliveries where status = 'delivered'`
  await until(async () => (await delivered.execute(db)).rows.length >= 10, 'the outcomes')
  await sleep(500) // in which the eleventh would begin
  await users.commit()
  assert.deepEqual([(await running).status, await code, receiver.requests.length], [201, 0, 10])
})
