import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { TestAnswer } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup, variantsOf } from '#test/support/groups.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct, makeProducts, type TestProduct } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { selectDueShops } from './make-queries.ts'
import { makeRelated } from './make-related.ts'

describeService('GET /catalog/products/{id}?expand=', startAppThatTellsStatements, ({ service }) => {
  const sweep = () => runSweep(service, makeRelated.name)
  const read = async (shop: TestMerchant, idOrSlug: string, query = 'expand=group,related') => {
    const { headers } = await makeStorefrontKey(service, shop, 'publishable')
    return service.request('GET', `/catalog/products/${idOrSlug}?${query}`, { headers })
  }
  const relatedOf = ({ body }: TestAnswer): string[] =>
    body.data.related.map((card: { id: string; group?: { id: string } }) => card.group?.id ?? card.id)
  async function buy(shop: TestMerchant, products: readonly { id: string }[], { pays = true } = {}) {
    const shopper = await makeShopper(service, shop)
    const order = await shopper.order(products.map(({ id }) => ({ product_id: id, quantity: 1 })))
    assert.equal(order.status, 201)
    if (pays) assert.equal((await shopper.pay(order.body.data.id)).status, 201)
    return { shopper, id: order.body.data.id as string }
  }

  it('answers 200 with the group and its variants, the category, and what is related', async () => {
    const shop = await makeMerchant(service)
    const shirt = await makeGroup(service, shop, { slug: 'linen-shirt', category: 'Shirts' })
    const belt = await makeProduct(service, shop, { category: 'Belts' })
    const other = await makeProduct(service, shop, { category: 'Shirts' })
    const [small] = shirt.variants
    assert.ok(small)
    await buy(shop, [small, belt])
    await sweep()
    const answer = await read(shop, 'linen-shirt')
    assert.equal(answer.status, 200)
    const { group, breadcrumbs, related, ...card } = answer.body.data
    const { headers } = await makeStorefrontKey(service, shop, 'publishable')
    const get = async (path: string) => (await service.request('GET', path, { headers })).body.data
    assert.deepEqual(group, await get(`/catalog/product-groups/${shirt.id}`))
    assert.equal(group.variants.length, 4)
    assert.deepEqual(breadcrumbs, [{ name: 'Shirts' }])
    for (const [place, { id }] of [belt, other].entries()) {
      const { description_html, ...alone } = await get(`/catalog/products/${id}`)
      assert.deepEqual(related[place], alone)
    }
    assert.equal(related.length, 2)
    const { group: _, ...plain } = await get('/catalog/products/linen-shirt')
    assert.deepEqual(card, plain)
    assert.match(String(answer.headers['cache-control']), /^public/)
    const kept = { ...headers, 'if-none-match': String(answer.headers['etag']) }
    const again = `/catalog/products/linen-shirt?expand=group,related`
    assert.equal((await service.request('GET', again, { headers: kept })).status, 304)

    const ofVariant = await read(shop, small.id)
    assert.deepEqual([ofVariant.body.data.id, ofVariant.body.data.group], [small.id, group])
    assert.deepEqual(relatedOf(ofVariant), [belt.id, other.id])
    const ofBelt = await read(shop, belt.id)
    assert.deepEqual([relatedOf(ofBelt), ofBelt.body.data.group], [[shirt.id], undefined])
    assert.equal(ofBelt.body.data.related[0].group.variant_count, 4)
  })

  it('answers what is asked for alone, and 400 for anything else', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { category: 'Mugs' })
    const keys = async (query: string) => {
      const { data } = (await read(shop, product.id, query)).body
      return ['group', 'breadcrumbs', 'related'].filter((name) => name in data)
    }
    assert.deepEqual(await keys(''), [])
    assert.deepEqual(await keys('expand=group'), ['breadcrumbs'])
    assert.deepEqual(await keys('expand=related'), ['breadcrumbs', 'related'])
    for (const expand of ['', 'all', 'group,', 'group, related']) {
      const answer = await read(shop, product.id, `expand=${encodeURIComponent(expand)}`)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual(answer.body.error.details[0].field, 'expand')
    }
    assertRefused(await read(shop, 'no-such-product'), 404, 'NOT_FOUND')
  })

  it('shows what most people bought with it in paid orders of 90 days, and that can be bought', async () => {
    const shop = await makeMerchant(service)
    const goods = await makeProducts(service, shop, Array(7).fill({ onHand: 20 }))
    const [lamp, bulb, cable, unpaid, cancelled, old, soldOut] = goods as [TestProduct, ...TestProduct[]] &
      Record<number, TestProduct>
    assert.ok(bulb && cable && unpaid && cancelled && old && soldOut)
    await buy(shop, [lamp, cable])
    for (let person = 0; person < 2; person++) await buy(shop, [lamp, bulb, soldOut])
    const { shopper } = await buy(shop, [lamp, cable])
    for (let time = 0; time < 3; time++) {
      const again = await shopper.order([lamp, old].map(({ id }) => ({ product_id: id, quantity: 1 })))
      await shopper.pay(again.body.data.id)
    }
    await buy(shop, [lamp, unpaid], { pays: false })
    const refunded = await buy(shop, [lamp, cancelled])
    const { headers } = shop.owner
    await service.request('PATCH', `/admin/orders/${refunded.id}`, { headers, body: { status: 'cancelled' } })
    await service.request('PATCH', `/admin/inventory/${soldOut.id}`, { headers, body: { on_hand: 2 } })
    await sweep()
    assert.deepEqual(relatedOf(await read(shop, lamp.id)), [cable.id, bulb.id, old.id], 'each person counts once')
    assert.deepEqual(relatedOf(await read(shop, unpaid.id)), [])

    // Three months later only the newest are in the window; the list is made again after a week.
    const longAgo = sql`now() - interval '91 days'`
    await sql`
      update orders set paid_at = ${longAgo}
       where merchant_id = ${shop.id} and id in (select order_id from order_items where product_id = ${old.id})
      `.execute(service.deps.db)
    await sweep()
    assert.equal(relatedOf(await read(shop, lamp.id)).length, 3)
    await sql`update related_cards set made_at = now() - interval '8 days' where merchant_id = ${shop.id}`.execute(
      service.deps.db,
    )
    await sweep()
    assert.deepEqual(relatedOf(await read(shop, lamp.id)), [cable.id, bulb.id])
  })

  it('shows the newest of its category where nothing was bought with it, at most 8', async () => {
    const shop = await makeMerchant(service)
    const mugs = await makeProducts(service, shop, Array(10).fill({ category: 'Mugs' }))
    await makeProduct(service, shop, { category: 'Pots' })
    await makeProduct(service, shop, { category: 'Mugs', onHand: 0 })
    const cups = await makeGroup(service, shop, { category: 'Mugs', variants: variantsOf() })
    const newest = mugs.map(({ id }) => id).reverse()
    const [last = '', ...others] = newest
    assert.deepEqual(relatedOf(await read(shop, last)), [cups.id, ...others.slice(0, 7)])
    assert.deepEqual(relatedOf(await read(shop, cups.slug)), newest.slice(0, 8))
    const alone = await makeProduct(service, shop, {})
    const { breadcrumbs, related } = (await read(shop, alone.id)).body.data
    assert.deepEqual([breadcrumbs, related], [[], []])
  })

  it('counts the orders of its own shop only', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const [mug, pot] = await makeProducts(service, shop, [{ category: 'Mugs' }, {}])
    const [theirs, also] = await makeProducts(service, other, [{ category: 'Mugs' }, {}])
    assert.ok(mug && pot && theirs && also)
    await buy(other, [theirs, also])
    await buy(shop, [mug, pot])
    const isDue = async () => (await selectDueShops(service.deps.db, 100)).some((due) => due.merchant_id === shop.id)
    assert.equal(await isDue(), true)
    await sweep()
    assert.equal(await isDue(), false)
    assert.deepEqual(relatedOf(await read(shop, mug.id)), [pot.id])
    assert.deepEqual(relatedOf(await read(other, theirs.id)), [also.id])
    // A row that says otherwise shows nothing of another shop.
    await sql`update related_cards set related = array[${theirs.id}]::uuid[] where card_id = ${mug.id}`.execute(
      service.deps.db,
    )
    assert.deepEqual(relatedOf(await read(shop, mug.id)), [])
    assertRefused(await read(shop, theirs.id), 404, 'NOT_FOUND')
  })

  it('takes 4 statements, and 1 more for cards that are not known yet, with 1 variant or 100', async () => {
    const shop = await makeMerchant(service)
    const { headers } = await makeShopper(service, shop)
    const sizes = Array.from({ length: 50 }, (_, size) => String(size))
    for (const variants of [variantsOf(['S'], ['Red']), variantsOf(sizes)]) {
      const { slug } = await makeGroup(service, shop, { category: 'Shirts', variants })
      await makeProducts(service, shop, [{ category: 'Shirts' }])
      const query = `expand=group,related&merchant_id=${shop.id}`
      const page = () => service.request('GET', `/catalog/products/${slug}?${query}`, { headers })
      assert.equal((await statementsOf(page)).length, 5)
      assert.equal((await statementsOf(page)).length, 4)
    }
  })
})
