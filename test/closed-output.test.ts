import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '#test/support/database.ts'
import { temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'

it('the service goes on, and ends, when nobody reads its output', async (t) => {
  const database = await createTestDatabase()
  t.after(database.drop)
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/entries/server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_OPTIONS,
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: database.url,
      DEMO_DATA: 'false',
      PORT: '0',
      METRICS_PORT: '0',
      WEB_PROCESSES: '2',
    },
  })
  t.after(() => child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const monitor = await until(() => /"address":"([^"]+)","msg":"monitoring"/.exec(output)?.[1], 'its first line')
  child.stdout.destroy()
  const answer = async (path: string) => (await fetch(monitor + path)).status
  await until(async () => (await answer('/health/ready')) === 200, 'readiness')
  // The supervisor says where the service is when all have started, and answers for their metrics.
  await until(async () => (await (await fetch(`${monitor}/metrics`)).text()).includes('http_requests_waiting'), 'all')
  child.kill('SIGTERM')
  assert.deepEqual(await exit, [0, null])
})
