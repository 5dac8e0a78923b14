import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { collectionsOf, faultsOf, ruleOf } from '#test/support/collections.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { maxCollections } from './manage-collections.ts'

describeShop('collections', ({ service, shop }) => {
  const { send, create, cardsOf } = collectionsOf(() => ({ service, shop }))
  const sweep = () => runSweep(service, 'catalog.refresh-collections')

  it('POST /admin/collections with a name answers 201 with defaults, and a slug of the name', async () => {
    const made = await create({ name: 'Été & Plage' })
    const { id, created_at, updated_at, ...rest } = made
    assert.deepEqual(rest, {
      merchant_id: shop.id,
      name: 'Été & Plage',
      slug: 'ete-plage',
      description: null,
      product_count: 0,
      seo: { title: null, description: null },
      status: 'active',
      sort: 'manual',
      rules: null,
      description_html: null,
      media: [],
      version: 1,
    })
    assert.equal((await create({ name: 'Ete plage!' })).slug, 'ete-plage-2')
    assert.equal((await create({ name: '***' })).slug, 'collection')
    assert.deepEqual((await send('GET', `/${id}`)).body.data, made)
    assert.equal(created_at <= updated_at, true)
  })

  it('POST /admin/collections with a slug of another answers 409; of another form 400 with the right one', async () => {
    await create({ name: 'Taken', slug: 'taken' })
    const taken = await send('POST', '', { name: 'Other', slug: 'taken' })
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'CONFLICT'])
    assert.deepEqual(taken.body.error.details, { field: 'slug' })
    const wrong = await send('POST', '', { name: 'Other', slug: 'Summer Sale' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(faultsOf(wrong), {
      slug: 'must be lower-case words with hyphens between, such as summer-sale',
    })
    const id = await send('POST', '', { name: 'Other', slug: newId() })
    assert.equal(id.status, 400)
    // Another shop may have it.
    const other = await makeMerchant(service)
    assert.equal((await create({ name: 'Taken', slug: 'taken' }, other)).slug, 'taken')
  })

  it('POST /admin/collections twice with one idempotency-key answers the same one', async () => {
    const key = { 'idempotency-key': newId() }
    const first = await send('POST', '', { name: 'Once' }, shop, key)
    assert.deepEqual((await send('POST', '', { name: 'Once' }, shop, key)).body, first.body)
    assert.equal((await send('POST', '', { name: 'Twice' }, shop, key)).status, 422)
  })

  it('PUT /admin/collections/{id}/products of unknown or foreign ids answers 400 with their places', async () => {
    const other = await makeMerchant(service)
    const [mine, theirs] = [await makeProduct(service, shop), await makeProduct(service, other)]
    const { id } = await create({ name: 'Mine' })
    const answer = await send('PUT', `/${id}/products`, { ids: [mine.id, theirs.id] })
    assert.deepEqual(
      [answer.status, faultsOf(answer)],
      [400, { 'ids[1]': 'is not the id of a product or group of this shop' }],
    )
    assert.deepEqual(await cardsOf(id), [])
    const many = await send('PUT', `/${id}/products`, { ids: Array(10_001).fill(mine.id) })
    assert.deepEqual([many.status, faultsOf(many)], [400, { ids: 'must NOT have more than 10000 items' }])
  })

  it('PUT /admin/collections/{id}/products of one with rules answers 409; with other versions 409', async () => {
    const { id: product } = await makeProduct(service, shop)
    const ruled = await create({ name: 'Ruled', rules: ruleOf('price', 'above', 1) })
    assert.equal((await send('PUT', `/${ruled.id}/products`, { ids: [product] })).status, 409)
    const { id } = await create({ name: 'Picked' })
    const first = await send('PUT', `/${id}/products`, { ids: [product], expected_version: 1 })
    assert.deepEqual([first.status, first.body.data.version], [200, 2])
    // Sent again, as its answer may have been lost.
    const again = await send('PUT', `/${id}/products`, { ids: [product], expected_version: 1 })
    assert.deepEqual([again.status, again.body.data.version], [200, 2])
    const late = await send('PUT', `/${id}/products`, { ids: [], expected_version: 1 })
    assert.deepEqual([late.status, late.body.error.details], [409, { version: 2 }])
    const changed = await send('PATCH', `/${id}`, { name: 'New', expected_version: 1 })
    assert.deepEqual([changed.status, changed.body.error.details], [409, { version: 2 }])
  })

  it('PATCH /admin/collections/{id} changes the given fields once, and is in the audit log', async () => {
    const { id } = await create({ name: 'Before', description: 'Text', seo: { title: 'T' } })
    const seo = { description: 'D' }
    const answer = await send('PATCH', `/${id}`, { name: 'After', description: null, seo, status: 'draft' })
    assert.equal(answer.status, 200)
    const { name, description, slug, status, version } = answer.body.data
    assert.deepEqual([name, description, slug, status, version], ['After', null, 'before', 'draft', 2])
    assert.deepEqual(answer.body.data.seo, { title: 'T', description: 'D' })
    assert.deepEqual((await send('PATCH', `/${id}`, { name: 'After' })).body.data, answer.body.data)
    const { headers } = shop.owner
    const log = await service.request('GET', '/admin/audit-log?limit=100', { headers })
    const entries = log.body.data.items.filter((entry: { target: { id: string } }) => entry.target.id === id)
    assert.deepEqual(
      entries.map((entry: { action: string; changes: { name: unknown } }) => [entry.action, entry.changes.name]),
      [
        ['collection.updated', ['Before', 'After']],
        ['collection.created', [null, 'Before']],
      ],
    )
  })

  it('PATCH /admin/collections/{id} with rules replaces what was put in; null keeps what they found', async () => {
    const own = await makeMerchant(service)
    const [one, two] = await makeProducts(service, own, [{ price: 1 }, { price: 2 }])
    assert.ok(one && two)
    const { id } = await create({ name: 'Both' }, own)
    await send('PUT', `/${id}/products`, { ids: [one.id] }, own)
    await send('PATCH', `/${id}`, { rules: ruleOf('price', 'above', 1) }, own)
    assert.deepEqual(await cardsOf(id, own), [two.id])
    await send('PATCH', `/${id}`, { rules: null }, own)
    await service.request('PATCH', `/admin/products/${two.id}`, { headers: own.owner.headers, body: { price: 0 } })
    await sweep()
    assert.deepEqual(await cardsOf(id, own), [two.id])
  })

  it('DELETE /admin/collections/{id} answers 200, then 404; its products stay', async () => {
    const { id: product } = await makeProduct(service, shop)
    const { id } = await create({ name: 'Gone' })
    await send('PUT', `/${id}/products`, { ids: [product] })
    assert.equal((await send('DELETE', `/${id}`)).status, 200)
    for (const method of ['GET', 'DELETE'] as const) assert.equal((await send(method, `/${id}`)).status, 404)
    assert.equal((await send('GET', `/${id}/products`)).status, 404)
    assert.equal((await send('PUT', `/${id}/products`, { ids: [] })).status, 404)
    const { rows } = await sql`select from collection_cards where collection_id = ${id}`.execute(service.deps.db)
    assert.equal(rows.length, 0)
  })

  it('POST /admin/collections beyond the most answers 409', async () => {
    const own = await makeMerchant(service)
    await sql`
      insert into collections (merchant_id, id, name, slug, sort, created_at, updated_at)
      select ${own.id}, gen_random_uuid(), 'C' || n, 'c-' || n, 'manual', now(), now()
        from generate_series(1, ${maxCollections}::int) n`.execute(service.deps.db)
    const answer = await send('POST', '', { name: 'One more' }, own)
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
    const list = await send('GET', '?limit=1', undefined, own)
    assert.equal(list.body.data.pagination.total, maxCollections)
  })

  it('GET /catalog/collections answers active ones by name, of a shop or of all, without rules', async () => {
    const own = await makeMerchant(service)
    const rules = ruleOf('price', 'above', 1)
    await create({ name: 'b', rules }, own)
    await create({ name: 'A' }, own)
    await create({ name: 'c', status: 'draft' }, own)
    const { headers } = own.owner
    const list = await service.request('GET', `/catalog/collections?merchant_id=${own.id}&limit=1`, { headers })
    const [first] = list.body.data.items
    assert.deepEqual([first.name, 'rules' in first, 'status' in first], ['A', false, false])
    assert.equal(list.body.data.pagination.total, 2)
    const { next_cursor: cursor } = list.body.data.pagination
    const next = await service.request('GET', `/catalog/collections?merchant_id=${own.id}&limit=1&cursor=${cursor}`, {
      headers,
    })
    assert.deepEqual(
      next.body.data.items.map((item: { name: string }) => item.name),
      ['b'],
    )
    const all = await service.request('GET', '/catalog/collections?limit=100', { headers })
    const ofAll = all.body.data.items.map((item: { merchant_id: string }) => item.merchant_id)
    assert.ok(ofAll.includes(own.id) && ofAll.includes(shop.id))
  })
})
