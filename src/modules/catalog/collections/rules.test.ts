import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { collectionsOf, faultsOf, ruleOf } from '#test/support/collections.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { groupProducts } from '#test/support/groups.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'

describeShop('what collections hold', ({ service, shop }) => {
  const { send, create, cardsOf } = collectionsOf(() => ({ service, shop }))
  const sweep = () => runSweep(service, 'catalog.refresh-collections')

  it('POST /admin/collections with wrong rules answers 400 with every fault by its field', async () => {
    const rules = {
      match: 'all',
      conditions: [
        { field: 'price', operator: 'contains', value: 1 },
        { field: 'tag', operator: 'is', value: 3 },
        { field: 'category', operator: 'is' },
        { field: 'in_stock', operator: 'is', value: 'yes' },
        { field: 'price', operator: 'above', value: 1.001 },
        { field: 'price', operator: 'below', value: -1 },
        { field: 'brand', operator: 'set', value: 'x' },
        { field: 'name', operator: 'set' },
      ],
    }
    const answer = await send('POST', '', { name: 'Wrong', rules })
    assert.equal(answer.status, 400)
    assert.deepEqual(faultsOf(answer), {
      'rules.conditions[0].operator': 'must be one of is, is_not, above, below for price',
      'rules.conditions[1].value': 'must be text for tag',
      'rules.conditions[2].value': 'is required: text',
      'rules.conditions[3].value': 'must be true or false for in_stock',
      'rules.conditions[4].value': 'must have at most 2 decimals, as GBP has',
      'rules.conditions[5].value': 'must be 0 or more',
      'rules.conditions[6].value': 'must be true or false for brand',
      'rules.conditions[7].operator': 'must be one of is, is_not, contains for name',
    })
    const shapes: [unknown, Record<string, string>][] = [
      [
        { match: 'some', conditions: [] },
        {
          'rules.match': 'must be one of all, any',
          'rules.conditions': 'must NOT have fewer than 1 items',
        },
      ],
      [
        { match: 'all', conditions: [{ field: 'colour', operator: 'is', value: 'x' }] },
        {
          'rules.conditions[0].field': 'must be one of category, tag, brand, price, compare_at_price, in_stock, name',
        },
      ],
      [
        { match: 'all', conditions: [{ operator: 'is', value: 'x', more: 1 }] },
        {
          'rules.conditions[0].field': 'is required',
          'rules.conditions[0].more': 'is not a known field',
        },
      ],
    ]
    for (const [wrong, faults] of shapes) {
      assert.deepEqual(faultsOf(await send('POST', '', { name: 'Wrong', rules: wrong })), faults)
    }
  })

  it('rules find by each field and operator what they say; the preview counts the same', async () => {
    const own = await makeMerchant(service)
    const [lamp, mug, scarf, draft] = await makeProducts(service, own, [
      { name: 'Lámp, red', category: 'Lights', price: 10, onHand: 0 },
      { name: 'Mug', price: 20 },
      { name: 'Scarf', category: 'Été', price: 30 },
      { name: 'Lamp, blue', category: 'Lights', price: 10, status: 'draft' },
    ])
    assert.ok(lamp && mug && scarf && draft)
    await sql`update products set tags = '{Summer Sale,new}', brand = 'Acme' where id = ${lamp.id}`.execute(
      service.deps.db,
    )
    await sql`update products set compare_at_minor = 2500 where id = ${mug.id}`.execute(service.deps.db)
    await makeProduct(service, shop, { name: 'Lamp of another shop', category: 'Lights' })
    const cases: [string, string, unknown, { id: string }[]][] = [
      ['category', 'is', 'lights', [lamp]],
      ['category', 'is', 'ETE', [scarf]],
      ['category', 'is_not', 'Lights', [mug, scarf]],
      ['category', 'contains', 'igh', [lamp]],
      ['category', 'set', undefined, [lamp, scarf]],
      ['category', 'set', false, [mug]],
      ['tag', 'is', 'summer sale', [lamp]],
      ['tag', 'is', 'summer', []],
      ['tag', 'is_not', 'new', [mug, scarf]],
      ['tag', 'contains', 'summer', [lamp]],
      ['tag', 'set', true, [lamp]],
      ['tag', 'set', false, [mug, scarf]],
      ['brand', 'is', 'ACME', [lamp]],
      ['brand', 'is_not', 'Acme', [mug, scarf]],
      ['brand', 'contains', '%', []],
      ['brand', 'set', true, [lamp]],
      ['name', 'is', 'mug', [mug]],
      ['name', 'is_not', 'mug', [lamp, scarf]],
      ['name', 'contains', 'lamp', [lamp]],
      ['price', 'is', 20, [mug]],
      ['price', 'is_not', 20, [lamp, scarf]],
      ['price', 'above', 20, [scarf]],
      ['price', 'below', 20, [lamp]],
      ['compare_at_price', 'is', 25, [mug]],
      ['compare_at_price', 'is_not', 25, [lamp, scarf]],
      ['compare_at_price', 'above', 24.99, [mug]],
      ['compare_at_price', 'below', 25, []],
      ['compare_at_price', 'set', true, [mug]],
      ['compare_at_price', 'set', false, [lamp, scarf]],
      ['in_stock', 'is', true, [mug, scarf]],
      ['in_stock', 'is_not', true, [lamp]],
      ['in_stock', 'is', false, [lamp]],
    ]
    for (const [field, operator, value, found] of cases) {
      const rules = ruleOf(field, operator, value)
      const said = JSON.stringify(rules)
      const made = await create({ name: 'Found', rules }, own)
      assert.deepEqual((await cardsOf(made.id, own)).sort(), found.map(({ id }) => id).sort(), said)
      assert.equal(made.product_count, found.length, said)
      const preview = await send('POST', '/preview', { rules }, own)
      assert.equal(preview.body.data.count, found.length, said)
      await send('DELETE', `/${made.id}`, undefined, own)
    }
    const conditions = [ruleOf('tag', 'set').conditions, ruleOf('price', 'above', 20).conditions].flat()
    for (const [match, count] of [
      ['any', 2],
      ['all', 0],
    ]) {
      const preview = await send('POST', '/preview', { rules: { match, conditions } }, own)
      assert.equal(preview.body.data.count, count)
    }
  })

  it('POST /admin/collections/preview answers 200 with the newest five, 400 for wrong rules', async () => {
    const own = await makeMerchant(service)
    const products = await makeProducts(
      service,
      own,
      Array.from({ length: 7 }, (_, n) => ({ price: n + 1 })),
    )
    const { count, count_precision, sample } = (
      await send('POST', '/preview', { rules: ruleOf('price', 'above', 1) }, own)
    ).body.data
    assert.deepEqual([count, count_precision, sample.length], [6, 'exact', 5])
    const { id, name } = products.at(-1) ?? {}
    const newest = {
      id,
      name,
      type: 'product',
      status: 'active',
      image_url: null,
      media: [],
      price: 7,
      currency: 'GBP',
    }
    assert.deepEqual(sample[0], newest)
    assert.equal((await send('POST', '/preview', { rules: ruleOf('price', 'contains', 1) }, own)).status, 400)
  })

  it('a collection with rules follows the products by the next sweep, and says when', async () => {
    const own = await makeMerchant(service)
    const [cheap, dear] = await makeProducts(service, own, [{ price: 1 }, { price: 100 }])
    assert.ok(cheap && dear)
    const made = await create({ name: 'Cheap', sort: 'price_asc', rules: ruleOf('price', 'below', 50) }, own)
    assert.deepEqual(await cardsOf(made.id, own), [cheap.id])
    const { headers } = own.owner
    await service.request('PATCH', `/admin/products/${dear.id}`, { headers, body: { price: 0.5 } })
    const added = await makeProduct(service, own, { price: 0.7 })
    await sweep()
    assert.deepEqual(await cardsOf(made.id, own), [dear.id, added.id, cheap.id])
    await service.request('PATCH', `/admin/products/${cheap.id}`, { headers, body: { status: 'archived' } })
    await service.request('DELETE', `/admin/products/${added.id}`, { headers })
    // What is deleted leaves at once.
    assert.deepEqual(await cardsOf(made.id, own), [dear.id, cheap.id])
    await sweep()
    assert.deepEqual(await cardsOf(made.id, own), [dear.id])
    const now = (await send('GET', `/${made.id}`, undefined, own)).body.data
    assert.deepEqual([now.product_count, now.version], [1, 1])
    assert.ok(now.updated_at > made.updated_at)
    await sweep()
    assert.deepEqual((await send('GET', `/${made.id}`, undefined, own)).body.data, now)
  })

  it('a sweep keeps what changes while it works for the next one', async () => {
    const own = await makeMerchant(service)
    await create({ name: 'All', rules: ruleOf('price', 'above', 0) }, own)
    const { id } = await makeProduct(service, own)
    const counted = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from collection_changes where merchant_id = ${own.id}`.execute(service.deps.db)
      return rows[0]?.count
    }
    assert.ok(await counted())
    await sweep()
    assert.equal(await counted(), 0)
    await sql`update products set price_minor = 1 where id = ${id}`.execute(service.deps.db)
    assert.equal(await counted(), 1)
  })

  it('each sort is the order of a collection; by hand it is as given, and stays so', async () => {
    const own = await makeMerchant(service)
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const [b, a, c] = await makeProducts(service, own, [
      { name: 'b', price: 3, createdAt: at(1) },
      { name: 'A', price: 2, createdAt: at(2) },
      { name: 'c', price: 1, createdAt: at(3) },
    ])
    assert.ok(a && b && c)
    const { id } = await create({ name: 'Sorted' }, own)
    const put = await send('PUT', `/${id}/products`, { ids: [c.id, b.id, a.id] }, own)
    assert.deepEqual([put.status, put.body.data.product_count, put.body.data.version], [200, 3, 2])
    assert.deepEqual(await cardsOf(id, own), [c.id, b.id, a.id])
    const orders: [string, { id: string }[]][] = [
      ['newest', [c, a, b]],
      ['price_asc', [c, a, b]],
      ['price_desc', [b, a, c]],
      ['name', [a, b, c]],
      ['manual', [a, b, c]],
    ]
    for (const [sort, expected] of orders) {
      assert.equal((await send('PATCH', `/${id}`, { sort }, own)).status, 200)
      assert.deepEqual(
        await cardsOf(id, own),
        expected.map((product) => product.id),
        sort,
      )
    }
    await makeProduct(service, own)
    await sweep()
    assert.deepEqual(await cardsOf(id, own), [a.id, b.id, c.id])
    const page = await send('GET', `/${id}/products?limit=2`, undefined, own)
    const { next_cursor: cursor, total } = page.body.data.pagination
    assert.equal(total, 3)
    const next = await send('GET', `/${id}/products?limit=2&cursor=${cursor}`, undefined, own)
    assert.deepEqual(
      next.body.data.items.map((item: { id: string }) => item.id),
      [c.id],
    )
  })

  it('a collection with rules in the order of hand keeps its order; what comes later stands behind', async () => {
    const own = await makeMerchant(service)
    const [one, two] = await makeProducts(service, own, [{ price: 1 }, { price: 2 }])
    const { id } = await create({ name: 'All', sort: 'manual', rules: ruleOf('price', 'above', 0) }, own)
    const before = await cardsOf(id, own)
    assert.deepEqual(before.toSorted(), [one?.id, two?.id].toSorted())
    const three = await makeProduct(service, own)
    await sweep()
    assert.deepEqual(await cardsOf(id, own), [...before, three.id])
  })

  it('a group is one card: in it if one active variant matches; its variants stand for it', async () => {
    const own = await makeMerchant(service)
    const [small, large, plain] = await makeProducts(service, own, [{ price: 5 }, { price: 9 }, { price: 7 }])
    assert.ok(small && large && plain)
    const group = await groupProducts(service, own, 'Shirt', [small.id, large.id])
    const dear = await create({ name: 'Dear', sort: 'price_asc', rules: ruleOf('price', 'above', 6) }, own)
    assert.deepEqual(await cardsOf(dear.id, own), [group, plain.id])
    const named = await create({ name: 'Shirts', rules: ruleOf('name', 'is', 'shirt') }, own)
    assert.deepEqual(await cardsOf(named.id, own), [group])
    const picked = await create({ name: 'Picked' }, own)
    const put = await send('PUT', `/${picked.id}/products`, { ids: [large.id, plain.id, group, small.id] }, own)
    assert.equal(put.body.data.product_count, 2)
    assert.deepEqual(await cardsOf(picked.id, own), [group, plain.id])
    await sql`update products set status = 'draft' where id = ${large.id}`.execute(service.deps.db)
    await sweep()
    assert.deepEqual(await cardsOf(dear.id, own), [plain.id])
    await sql`update product_groups set status = 'draft' where id = ${group}`.execute(service.deps.db)
    await sweep()
    assert.deepEqual(await cardsOf(named.id, own), [])
    assert.equal((await send('GET', `/${picked.id}`, undefined, own)).body.data.product_count, 1)
  })

  it('a product that joins a group leaves its place to the group', async () => {
    const own = await makeMerchant(service)
    const [one, two, three] = await makeProducts(service, own, [{}, {}, {}])
    assert.ok(one && two && three)
    const { id } = await create({ name: 'Picked' }, own)
    await send('PUT', `/${id}/products`, { ids: [one.id, two.id, three.id] }, own)
    const group = await groupProducts(service, own, 'Pair', [two.id, three.id])
    assert.deepEqual(await cardsOf(id, own), [one.id, group])
  })
})
