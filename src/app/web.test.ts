import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { createTestDatabase } from '#test/support/database.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'

it('MAX_CONNECTIONS are open at once, what is more is closed, and who closes makes room', async (t) => {
  const { url: DATABASE_URL, drop } = await createTestDatabase()
  t.after(drop)
  const environment = { DATABASE_URL, DATA_DIR: await temporaryFolder(t), DEMO_DATA: 'false' }
  const service = await startProcess(t, { ...environment, MAX_CONNECTIONS: '2' })
  const port = Number(new URL(service.url).port)

  /** Answers the connection once it has been answered; undefined if it is closed instead. */
  const open = () =>
    new Promise<Socket | undefined>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      )
      t.after(() => socket.destroy())
      socket.once('data', () => resolve(socket))
      socket.on('error', () => {}).once('close', () => resolve(undefined))
    })
  const first = await open()
  assert.ok(first)
  assert.ok(await open())
  assert.equal(await open(), undefined)
  first.destroy()
  await until(async () => (await open()) !== undefined, 'room for another')
})
