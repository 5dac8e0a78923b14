import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '#test/support/database.ts'
import { startDatabaseProxy, type TcpProxy } from '#test/support/tcp-proxy.ts'
import { createPool } from './pool.ts'
import { fromDatabaseError } from './sql-errors.ts'

describe('the pool of connections', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let proxy: TcpProxy
  let url: string
  before(async () => {
    database = await createTestDatabase()
    const proxied = await startDatabaseProxy(database.url)
    proxy = proxied.proxy
    url = proxied.url
  })
  after(async () => {
    await proxy.close()
    await database.drop()
  })

  it('a statement to a server that vanished without a word fails as unavailable, and the connection is not used again', async () => {
    const pool = createPool({ url, size: 1, answerTimeoutMs: 300 })
    const client = await pool.connect()
    await client.query('select 1', [])
    proxy.freeze()
    await assert.rejects(client.query('select 1', []), (error) => {
      assert.equal(fromDatabaseError(error)?.code, 'SERVICE_UNAVAILABLE')
      return true
    })
    client.release()
    await proxy.restore()
    const { rows } = await pool.query('select $1::int as n', [7])
    assert.deepEqual(rows, [{ n: 7 }])
    await pool.end()
  })
})
