import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { changeProducts } from './change-products.ts'

describeShop('jobs that change many products', ({ service, shop }) => {
  const post = (body: unknown, headers: Record<string, string> = {}, merchant = shop) =>
    service.request('POST', '/admin/products/bulk', { headers: { ...merchant.owner.headers, ...headers }, body })
  const priceOf = async (id: string) =>
    (await service.request('GET', `/admin/products/${id}`, { headers: shop.owner.headers })).body.data.price
  /** To its end: a job that takes long queues itself anew. */
  const run = async (jobId: string, merchant = shop) => {
    do await changeProducts.run(service.deps, { merchantId: merchant.id, jobId })
    while ((await read(jobId, merchant)).status === 'running')
  }
  const read = async (jobId: string, merchant = shop) =>
    (await service.request('GET', `/admin/jobs/${jobId}`, { headers: merchant.owner.headers })).body.data

  it('POST /admin/products/bulk with an idempotency-key twice answers the same job; another body 422', async () => {
    const { id } = await makeProduct(service, shop)
    const key = { 'idempotency-key': newId() }
    const body = { ids: [id], change: { price: { percent: 10 } } }
    const [first, second] = [await post(body, key), await post(body, key)]
    assert.deepEqual([first.status, second.status, second.headers['idempotent-replayed']], [202, 202, 'true'])
    assert.deepEqual(second.body, first.body)
    assert.equal((await post({ ...body, change: { price: { percent: 20 } } }, key)).status, 422)
  })

  it('GET /admin/jobs/{id} of a shop whose currency has changed since answers failed, with the reason', async () => {
    const euros = await makeMerchant(service)
    const { id } = await makeProduct(service, euros, { price: 5 })
    const { body } = await post({ ids: [id], change: { price: { set: 4 } } }, {}, euros)
    await sql`update products set currency = 'EUR' where id = ${id}`.execute(service.deps.db)
    await run(body.data.id, euros)
    const job = await read(body.data.id, euros)
    assert.deepEqual([job.status, job.done, job.errors[0].id], ['failed', 0, null])
    assert.match(job.errors[0].message, /currency/)
  })

  it('a job that has ended is not begun again, and one without progress fails in the end', async () => {
    const { id } = await makeProduct(service, shop, { price: 10 })
    const begin = async () => (await post({ ids: [id], change: { price: { percent: 10 } } })).body.data.id
    const ended = await begin()
    await run(ended)
    await run(ended)
    assert.equal(await priceOf(id), 11)
    const stuck = await begin()
    await sql`update bulk_jobs set attempts = 8 where id = ${stuck}`.execute(service.deps.db)
    await run(stuck)
    const { status, changed } = await read(stuck)
    assert.deepEqual([status, changed], ['failed', 0])
    assert.equal(await priceOf(id), 11)
  })

  it('two jobs over the same products at once change each by both', async () => {
    const products = await makeProducts(
      service,
      shop,
      Array.from({ length: 1_100 }, () => ({ price: 100 })),
    )
    const ids = products.map(({ id }) => id)
    const begin = async () => (await post({ ids, change: { price: { percent: 10 } } })).body.data.id
    const jobs = [await begin(), await begin()]
    // The first twice: by a process that has lost its lease, too.
    await Promise.all([...jobs, ...jobs.slice(0, 1)].map((jobId) => run(jobId)))
    const { rows } = await sql`
      select price_minor, version, count(*)::int as count from products where id = any (${ids}::uuid[])
       group by 1, 2`.execute(service.deps.db)
    assert.deepEqual(rows, [{ price_minor: 12_100, version: 3, count: 1_100 }])
  })
})
