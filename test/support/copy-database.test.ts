import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { buildTestApp, startTestApp } from './app.ts'
import { copyDatabase } from './copy-database.ts'
import { createTestDatabase } from './database.ts'
import { makeMerchant } from './factories.ts'
import { makeShopper } from './orders.ts'
import { makeProduct } from './products.ts'
import { snapshot } from './snapshot.ts'

it('copies every row and sequence, and the service goes on with the copy', async (t) => {
  const service = await buildTestApp(t)
  const merchant = await makeMerchant(service)
  const shopper = await makeShopper(service, merchant)
  const product = await makeProduct(service, merchant, { onHand: 10 })
  assert.equal((await shopper.order([{ product_id: product.id, quantity: 2 }])).status, 201)
  const target = await createTestDatabase()
  t.after(() => target.drop())
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  await client.query(`insert into merchants (id, name, currency) values (gen_random_uuid(), 'Replaced', 'GBP')`)
  await client.end()

  await copyDatabase(service.databaseUrl, target.url)

  const copy = await startTestApp({}, target.url)
  t.after(() => copy.close())
  assert.deepEqual(await snapshot(copy), await snapshot(service))
  const headers = { ...shopper.headers, 'merchant-id': merchant.id }
  const body = { items: [{ product_id: product.id, quantity: 3 }] }
  assert.equal((await copy.request('POST', '/user/orders', { headers, body })).status, 201)
})
