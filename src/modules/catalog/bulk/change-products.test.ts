import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { groupProducts } from '#test/support/groups.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { changeProducts } from './change-products.ts'

describeShop('changes of many products', ({ service, shop }) => {
  const post = (body: unknown, headers: Record<string, string> = {}, merchant = shop) =>
    service.request('POST', '/admin/products/bulk', { headers: { ...merchant.owner.headers, ...headers }, body })
  const read = async (id: string, merchant = shop) =>
    (await service.request('GET', `/admin/products/${id}`, { headers: merchant.owner.headers })).body.data

  /** Sends the change and runs its job; answers the job at its end. */
  async function change(body: object, merchant = shop) {
    const { status, body: begun } = await post(body, {}, merchant)
    assert.equal(status, 202)
    assert.equal(begun.data.status, 'running')
    const { headers } = merchant.owner
    // One that takes long queues itself anew.
    for (;;) {
      await changeProducts.run(service.deps, { merchantId: merchant.id, jobId: begun.data.id })
      const job = (await service.request('GET', `/admin/jobs/${begun.data.id}`, { headers })).body.data
      if (job.status !== 'running') return job
    }
  }
  async function refused(body: object, merchant = shop): Promise<Record<string, string>> {
    const answer = await post({ ids: [newId()], ...body }, {}, merchant)
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    return Object.fromEntries(
      answer.body.error.details.map(({ field, message }: { field: string; message: string }) => [field, message]),
    )
  }

  it('POST /admin/products/bulk with percent answers 202; the job changes each price once, half up', async () => {
    const products = await makeProducts(
      service,
      shop,
      [9.99, 0.01, 0.02, 10].map((price) => ({ price })),
    )
    const ids = products.map(({ id }) => id)
    const job = await change({ ids, change: { price: { percent: -25 } } })
    // 7.4925, 0.0075, 0.015, 7.5
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await read(id)).price)), [7.49, 0.01, 0.02, 7.5])
    assert.deepEqual(
      [job.status, job.total, job.done, job.changed, job.failed, job.errors],
      ['completed', 4, 4, 2, 0, []],
    )
  })

  it('POST /admin/products/bulk leaves a gift card whose price would be 0, or above 100,000', async () => {
    const [card, goods] = await makeProducts(service, shop, [{ price: 50 }, { price: 50 }])
    assert.ok(card && goods)
    const path = `/admin/products/${card.id}`
    await service.request('PATCH', path, { headers: shop.owner.headers, body: { gift_card: true } })
    for (const [set, reason] of [
      [0, /must be more than 0/],
      [100_001, /must be at most 100000/],
    ] as const) {
      const job = await change({ ids: [card.id, goods.id], change: { price: { set } } })
      assert.deepEqual([job.changed, job.failed, job.errors[0].field], [1, 1, 'price'])
      assert.match(job.errors[0].message, reason)
      assert.deepEqual([(await read(card.id)).price, (await read(goods.id)).price], [50, set])
    }
  })

  it('POST /admin/products/bulk changes each as if alone: version, event, audit entry; an equal one not', async () => {
    const [changed, same] = await makeProducts(service, shop, [{ price: 8 }, { price: 6 }])
    assert.ok(changed && same)
    const ids = [changed.id, same.id]
    await change({ ids, change: { price: { set: 6 } } })
    const product = await read(changed.id)
    assert.deepEqual([product.price, product.version, (await read(same.id)).version], [6, 2, 1])
    const events = (await service.deps.db.selectFrom('events').select(['name', 'body']).execute())
      .map(({ name, body }) => ({ name, ...JSON.parse(body.toString()).data }))
      .filter((event) => ids.includes(event.product?.id) && event.name === 'product.updated')
    assert.deepEqual(
      events.map((event) => event.product),
      [product],
    )
    const { headers } = shop.owner
    const log = await service.request('GET', '/admin/audit-log?action=product.updated', { headers })
    const entries = log.body.data.items.filter((entry: { target: { id: string } }) => ids.includes(entry.target.id))
    assert.deepEqual(
      entries.map((entry: { changes: unknown; actor: { id: string } }) => [entry.changes, entry.actor.id]),
      [[{ price: [8, 6] }, shop.owner.id]],
    )
  })

  it('POST /admin/products/bulk adds amounts and rounds to multiples; below 0 that product fails', async () => {
    const products = await makeProducts(service, shop, [{ price: 1.02 }, { price: 9.97 }])
    const ids = products.map(({ id }) => id)
    await change({ ids, change: { price: { amount: 0.01, round_to: 0.05 } } })
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await read(id)).price)), [1.05, 10])
    const job = await change({ ids, change: { price: { amount: -5 } } })
    assert.deepEqual([job.status, job.changed, job.failed], ['completed', 1, 1])
    assert.deepEqual(job.errors, [
      { id: ids[0], sku: products[0]?.sku, field: 'price', message: 'would be below 0: -3.95' },
    ])
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await read(id)).price)), [1.05, 5])
  })

  it('POST /admin/products/bulk with price and compare_at_price starts a sale from the price before', async () => {
    const { id, sku } = await makeProduct(service, shop, { price: 20 })
    await change({ ids: [id], change: { price: { percent: -25 }, compare_at_price: { percent: 0 } } })
    const row = () =>
      service.deps.db
        .selectFrom('products')
        .select(['price_minor', 'compare_at_minor', 'price_common'])
        .where('id', '=', id)
        .executeTakeFirst()
    assert.deepEqual(await row(), { price_minor: 1500, compare_at_minor: 2000, price_common: 15_000 })
    const job = await change({ ids: [id], change: { price: { set: 20 } } })
    assert.deepEqual(job.errors, [
      { id, sku, field: 'price', message: 'would be 20: it must be below the compare_at_price of 20' },
    ])
    const low = await change({ ids: [id], change: { compare_at_price: 15 } })
    assert.deepEqual(low.errors, [
      { id, sku, field: 'compare_at_price', message: 'would be 15: it must be above the price of 15' },
    ])
    assert.deepEqual(await row(), { price_minor: 1500, compare_at_minor: 2000, price_common: 15_000 })
    await change({ ids: [id], change: { compare_at_price: null } })
    assert.equal((await row())?.compare_at_minor, null)
  })

  it('POST /admin/products/bulk sets status and category, adds and removes tags', async () => {
    const { id } = await makeProduct(service, shop, { category: 'Lights' })
    await change({ ids: [id], change: { status: 'archived' } })
    await change({ ids: [id], change: { category: null } })
    const product = await read(id)
    assert.deepEqual([product.status, product.category, product.version], ['archived', null, 3])
    await change({ ids: [id], change: { add_tags: ['new', 'red', 'new'] } })
    await change({ ids: [id], change: { add_tags: ['blue'], remove_tags: ['red', 'none'] } })
    const tags = () => service.deps.db.selectFrom('products').select('tags').where('id', '=', id).executeTakeFirst()
    assert.deepEqual((await tags())?.tags, ['new', 'blue'])
    const many = Array.from({ length: 49 }, (_, index) => `tag ${index}`)
    const job = await change({ ids: [id], change: { add_tags: many } })
    assert.deepEqual(
      job.errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
      [['tags', 'would be 51; a product has at most 50']],
    )
  })

  it('POST /admin/products/bulk of a category of a variant fails for it, and names the group', async () => {
    const [variant, plain] = await makeProducts(service, shop, [{}, {}])
    assert.ok(variant && plain)
    await groupProducts(service, shop, 'Linen Shirt', [variant.id])
    const ids = [variant.id, plain.id]
    const job = await change({ ids, change: { category: 'Shirts' } })
    assert.deepEqual([job.changed, job.failed, job.errors[0].id], [1, 1, variant.id])
    assert.equal(job.errors[0].message, 'belongs to its group Linen Shirt: change it there')
    const priced = await change({ ids, change: { price: { set: 3 } } })
    assert.deepEqual([priced.changed, priced.failed], [2, 0])
  })

  it('POST /admin/products/bulk with a filter changes what it finds, once, also if that finds it no more', async () => {
    const other = await makeMerchant(service)
    const category = 'Lamps of the filter'
    const products = await makeProducts(
      service,
      shop,
      Array.from({ length: 1_203 }, (_, n) => ({
        category,
        price: n < 3 ? 100 : 1,
        status: n < 3 ? 'draft' : 'active',
      })),
    )
    await makeProduct(service, other, { category })
    const drafts = await change({ filter: { category, status: 'draft' }, change: { status: 'active' } })
    assert.deepEqual([drafts.total, drafts.done, drafts.changed], [3, 3, 3])
    const doubled = await change({ filter: { category }, change: { price: { percent: 100 } } })
    assert.deepEqual([doubled.status, doubled.total, doubled.changed], ['completed', 1_203, 1_203])
    const { rows } = await sql`
      select merchant_id = ${shop.id} as own, price_minor, version, count(*)::int as count from products
       where category = ${category} group by 1, 2, 3 order by 1, 2`.execute(service.deps.db)
    assert.deepEqual(rows, [
      { own: false, price_minor: 1_000, version: 1, count: 1 },
      { own: true, price_minor: 200, version: 2, count: 1_200 },
      { own: true, price_minor: 20_000, version: 3, count: 3 },
    ])
    const found = await post({ filter: { q: products[0]?.sku ?? '' }, change: { status: 'draft' }, dry_run: true })
    assert.equal(found.body.data.matched, 1)
  })

  it('POST /admin/products/bulk with a filter leaves what was added since', async () => {
    const category = 'Added since'
    await makeProduct(service, shop, { category })
    const { body } = await post({ filter: { category }, change: { price: { set: 1 } } })
    const later = await makeProduct(service, shop, { category, createdAt: new Date(Date.now() + 60_000) })
    await changeProducts.run(service.deps, { merchantId: shop.id, jobId: body.data.id })
    assert.equal((await read(later.id)).version, 1)
  })

  it('POST /admin/products/bulk with a filter finds what the list of products finds by it', async () => {
    const [one, two] = await makeProducts(service, shop, [{}, {}])
    assert.ok(one && two)
    await sql`update products set brand = 'Acme', tags = '{rare}' where id = ${one.id}`.execute(service.deps.db)
    const group = await groupProducts(service, shop, 'Mug', [two.id])
    const { headers } = shop.owner
    const made = await service.request('POST', '/admin/collections', { headers, body: { name: 'Mugs' } })
    const { id, slug } = made.body.data
    await service.request('PUT', `/admin/collections/${id}/products`, { headers, body: { ids: [group] } })
    const cases: [object, string[]][] = [
      [{ brand: 'Acme' }, [one.id]],
      [{ tag: 'rare' }, [one.id]],
      [{ brand: 'Acme', tag: 'none' }, []],
      [{ brand: 'Acme', min_price: 10, max_price: 10, in_stock: true }, [one.id]],
      [{ brand: 'Acme', min_price: 10.01 }, []],
      [{ brand: 'Acme', max_price: 9.99 }, []],
      [{ brand: 'Acme', in_stock: false }, []],
      [{ group_id: group }, [two.id]],
      [{ group_id: group, 'option.Size': '0' }, [two.id]],
      [{ group_id: group, 'option.Size': '1' }, []],
      [{ collection: id }, [two.id]],
      [{ collection: slug }, [two.id]],
    ]
    for (const [filter, expected] of cases) {
      const answer = await post({ filter, change: { price: { set: 7 } }, dry_run: true })
      const sample = answer.body.data.sample.map((each: { id: string }) => each.id)
      assert.deepEqual(sample, expected, JSON.stringify(filter))
    }
  })

  it('POST /admin/products/bulk with dry_run answers 200 with figures and examples, and changes nothing', async () => {
    const products = await makeProducts(service, shop, [{ price: 4 }, { price: 3 }, { price: 1 }])
    const [first, , third] = products
    const ids = [...products.map(({ id }) => id), newId()]
    const answer = await post({ ids, change: { price: { amount: -2 } }, dry_run: true })
    assert.equal(answer.status, 200)
    const { matched, changed, failed, errors, sample } = answer.body.data
    assert.deepEqual([matched, changed, failed, errors.length], [3, 2, 1, 1])
    assert.equal(errors[0].id, third?.id)
    assert.deepEqual(sample[0], { ...pick(first), before: { price: 4 }, after: { price: 2 } })
    assert.equal((await read(first?.id ?? '')).price, 4)
    const { rows } = await sql`select from bulk_jobs where ids @> ${ids}::uuid[]`.execute(service.deps.db)
    assert.equal(rows.length, 0)
  })
  const pick = (product?: { id: string; sku: string; name: string }) => ({
    id: product?.id,
    sku: product?.sku,
    name: product?.name,
  })

  it('POST /admin/products/bulk of products of another shop fails for each, and leaves them', async () => {
    const other = await makeMerchant(service)
    const { id } = await makeProduct(service, other, { price: 5 })
    const job = await change({ ids: [id], change: { price: { set: 1 } } })
    assert.deepEqual([job.changed, job.failed], [0, 1])
    assert.deepEqual(job.errors, [{ id, sku: null, field: 'ids', message: 'is not the id of a product of this shop' }])
    assert.equal((await read(id, other)).price, 5)
  })

  it('POST /admin/products/bulk with faults answers 400 and names the fields', async () => {
    const set = { price: { set: 1 } }
    const one = 'must have percent, amount or set, and only one of them'
    const cases: [object, Record<string, string>][] = [
      [{ filter: {}, change: set }, { ids: 'is required, or filter instead; not both' }],
      [{ ids: undefined, change: set }, { ids: 'is required, or filter instead; not both' }],
      [
        { change: {} },
        { change: 'must have one of status, category, add_tags, remove_tags, price and compare_at_price' },
      ],
      [{ change: { ...set, status: 'draft' } }, { change: 'changes one thing at a time, not status and prices' }],
      [{ change: { price: {} } }, { 'change.price': one }],
      [{ change: { price: { set: 1, percent: 1 } } }, { 'change.price': one }],
      [{ change: { compare_at_price: {} } }, { 'change.compare_at_price': one }],
      [{ change: { compare_at_price: { percent: 'x' } } }, { 'change.compare_at_price.percent': 'must be number' }],
      [{ change: { price: { percent: -101 } } }, { 'change.price.percent': 'must be >= -100' }],
      [{ change: { price: { percent: 0.00001 } } }, { 'change.price.percent': 'must have at most 4 decimals' }],
      [{ change: { price: { set: 1.001 } } }, { 'change.price.set': 'must have at most 2 decimals, as GBP has' }],
      [{ change: { price: { amount: 0.001 } } }, { 'change.price.amount': 'must have at most 2 decimals, as GBP has' }],
      [{ change: { price: { set: 1, round_to: 0 } } }, { 'change.price.round_to': 'must be above 0' }],
      [
        { change: { price: { set: 1, round_to: 0.001 } } },
        { 'change.price.round_to': 'must have at most 2 decimals, as GBP has' },
      ],
      [
        { change: { add_tags: ['a'], remove_tags: ['b', 'a'] } },
        { 'change.remove_tags[1]': 'must not be in add_tags as well' },
      ],
      [{ change: { name: 'x' } }, { 'change.name': 'is not a known field' }],
      [
        { ids: ['x'], change: set },
        { 'ids[0]': 'has the wrong format; example: 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11' },
      ],
      [{ ids: Array(10_001).fill(newId()), change: set }, { ids: 'must NOT have more than 10000 items' }],
    ]
    for (const [body, faults] of cases) assert.deepEqual(await refused(body), faults)
    const yen = await makeMerchant(service, { currency: 'JPY' })
    assert.deepEqual(await refused({ change: { price: { amount: 0.5 } } }, yen), {
      'change.price.amount': 'must have at most 0 decimals, as JPY has',
    })
  })
})
