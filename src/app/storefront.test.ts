import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it, type TestContext } from 'node:test'
import { findStorefront } from './storefront.ts'

async function answering(t: TestContext, body: string): Promise<number> {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

it('npm start finds a storefront that runs, and takes nothing else for one', async (t) => {
  const port = await answering(t, '{"storefront":true}')
  assert.equal(await findStorefront(port), `http://127.0.0.1:${port}`)
  for (const other of ['{"status":"ok"}', 'null', '<html>'])
    assert.equal(await findStorefront(await answering(t, other)), undefined)
})
