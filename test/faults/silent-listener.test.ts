import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { announceCommits } from '#src/modules/webhooks/index.ts'
import { buildTestApp, testSecrets } from '#test/support/app.ts'
import { commitEvents, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'
import { startWorker } from './support/worker.ts'

interface SilenceSettings {
  heartbeatMs: number
  answerTimeoutMs: number
}

/**
 * Every connection of a worker goes silent without a word, as behind a firewall that has forgotten it. The worker must
 * find out by itself, connect again, and hear of commits by NOTIFY as before: its poll is set far too slow to help.
 */
async function hearAgainAfterSilence(t: TestContext, { heartbeatMs, answerTimeoutMs }: SilenceSettings): Promise<void> {
  const { deps, databaseUrl } = await buildTestApp(t)
  const announcements = announceCommits(deps.db, deps.logger)
  t.after(() => announcements.stop())
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  const merchantId = await makeShop(deps)
  await subscribe(deps, merchantId, receiver.url('/'))
  const { proxy, url } = await startDatabaseProxy(databaseUrl)
  t.after(() => proxy.close())
  await startWorker(t, {
    databaseUrl: url,
    secrets: testSecrets,
    options: { heartbeatMs, answerTimeoutMs, pollMs: 600_000 },
  })
  await commitEvents(deps, merchantId, 1)
  await untilQueueIsEmpty(deps)

  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
       where datname = current_database() and application_name = 'commerce-listener'`.execute(deps.db)
    return rows.map((row) => row.pid)
  }
  const before = await until(async () => (await listeners())[0], 'the worker to listen on a connection of its own')
  proxy.freezeOpen()
  const began = performance.now()
  await until(async () => (await listeners()).some((pid) => pid !== before), 'the worker to listen on a new connection')
  t.diagnostic(`noticed and listening again after ${Math.round(performance.now() - began)} ms`)
  await commitEvents(deps, merchantId, 1)
  await untilQueueIsEmpty(deps)
  assert.equal(receiver.total(), 2)
}

testFault(hearAgainAfterSilence, {
  short: {
    name: 'a worker whose connections went silent listens again and hears of commits',
    settings: { heartbeatMs: 1_000, answerTimeoutMs: 3_000 },
  },
  long: {
    name: 'a worker whose connections went silent listens again, with the heartbeat of production',
    settings: { heartbeatMs: 3_000, answerTimeoutMs: 10_000 },
  },
})
