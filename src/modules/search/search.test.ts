import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { learnWords } from './jobs.ts'

describeShop('GET /marketplace/search', ({ service, shop: merchant }) => {
  let user: SignedInUser
  before(async () => {
    user = await makeUser(service)
    await makeProducts(service, merchant, [
      { name: 'White Metal Lantern', category: 'Lights', price: 5, sku: 'LAN-1', description: 'Holds one candle' },
      { name: 'Chinese Paper Lanterns', category: 'Lights', price: 3, onHand: 0 },
      { name: 'Crème Brûlée Dish', category: 'Kitchen', price: 9 },
      { name: "Children's Umbrella", category: 'Rain' },
      { name: 'Regency Cakestand 3 Tier', category: 'Kitchen' },
      { name: 'Victorian Cake Stand', category: 'Kitchen' },
      { name: 'Secret Lantern', status: 'draft' },
    ])
    await learnWords(service.deps)
  })

  const search = (query: string, headers = user.headers) =>
    service.request('GET', `/marketplace/search?${query}`, { headers })
  const found = async (q: string, more = '') => {
    const answer = await search(`q=${encodeURIComponent(q)}${more}`)
    assert.equal(answer.status, 200)
    return answer.body.data.items.map((product: { name: string }) => product.name)
  }

  it('with a word in another form, case or accent finds it, and no draft', async () => {
    assert.deepEqual((await found('LANTERN')).sort(), ['Chinese Paper Lanterns', 'White Metal Lantern'])
    assert.deepEqual(await found('creme brulee'), ['Crème Brûlée Dish'])
    assert.deepEqual(await found('childrens'), ["Children's Umbrella"])
    assert.deepEqual(await found('children’s'), ["Children's Umbrella"])
  })

  it('with a prefix as the last word finds it', async () => {
    assert.deepEqual(await found('metal lant'), ['White Metal Lantern'])
    assert.deepEqual(await found('umb'), ["Children's Umbrella"])
  })

  it('with a misspelt word finds its correction, and corrects no known word', async () => {
    for (const q of ['umbrela', 'umberlla', 'umbrellla', 'ambrella']) {
      assert.deepEqual(await found(q), ["Children's Umbrella"], q)
    }
    assert.equal((await found('regncy cake'))[0], 'Regency Cakestand 3 Tier')
    assert.deepEqual(await found('paper'), ['Chinese Paper Lanterns'])
    assert.deepEqual(await found('xyzzyx'), [])
  })

  it('with a compound as one word or two finds both', async () => {
    assert.deepEqual((await found('cakestand')).sort(), ['Regency Cakestand 3 Tier', 'Victorian Cake Stand'])
    assert.deepEqual((await found('cake stand')).sort(), ['Regency Cakestand 3 Tier', 'Victorian Cake Stand'])
  })

  it('with a whole SKU finds that product first', async () => {
    assert.equal((await found('lan-1'))[0], 'White Metal Lantern')
  })

  it('finds words of category and description too, those of the name first', async () => {
    assert.deepEqual((await found('lights')).sort(), ['Chinese Paper Lanterns', 'White Metal Lantern'])
    const { id } = await makeProduct(service, merchant, { name: 'Candle Snuffer' })
    assert.deepEqual(await found('candle'), ['Candle Snuffer', 'White Metal Lantern'])
    await service.deps.db.deleteFrom('products').where('id', '=', id).execute()
    assert.deepEqual(await found('candle'), ['White Metal Lantern'])
  })

  it('sees every change of a product with the next request', async () => {
    const name = unique('Zyx').replaceAll('-', '')
    const { id } = await makeProduct(service, merchant, { name, category: 'Before', onHand: 1 })
    assert.deepEqual(await found(name), [name])
    const renamed = unique('Wvu').replaceAll('-', '')
    await service.deps.db.updateTable('products').set({ name: renamed }).where('id', '=', id).execute()
    assert.deepEqual([await found(name), await found(renamed)], [[], [renamed]])
    await service.deps.db.updateTable('stock').set({ on_hand: 0 }).where('product_id', '=', id).execute()
    assert.deepEqual([await found(renamed, '&in_stock=true'), await found(renamed, '&in_stock=false')], [[], [renamed]])
    await service.deps.db.updateTable('products').set({ status: 'archived' }).where('id', '=', id).execute()
    assert.deepEqual(await found(renamed), [])
  })

  it('documents and dictionary match the products after every kind of change', async () => {
    const { db } = service.deps
    const made = await makeProducts(
      service,
      merchant,
      Array.from({ length: 30 }, (_, n) => ({
        name: `Thing ${n % 7} two two`,
        category: `Cat ${n % 3}`,
        description: n % 2 ? 'Some “quoted” text, été' : null,
      })),
    )
    const some = (from: number, to: number) => made.slice(from, to).map((product) => product.id)
    await db.updateTable('products').set({ name: 'Renamed thing' }).where('id', 'in', some(0, 10)).execute()
    await learnWords(service.deps)
    await db.updateTable('products').set({ description: null, category: null }).where('id', 'in', some(5, 20)).execute()
    await db.updateTable('products').set({ price_common: 7, status: 'draft' }).where('id', 'in', some(8, 12)).execute()
    await db.deleteFrom('products').where('id', 'in', some(15, 25)).execute()
    await learnWords(service.deps)
    const { rows } = await sql`
      select word, sum(n) from (
        select word, products as n from search_words where products <> 0
        union all
        select word, -1 from products, words_of(search_text(concat_ws(' ', name, category, description))) word) part
       group by word having sum(n) <> 0`.execute(db)
    assert.deepEqual(rows, [])
    const { rows: stale } = await sql`
      select card_id from product_cards card
        full join listing_texts found using (merchant_id, card_id)
       where (found.price_common, found.active, found.in_stock, found.category, found.name_key, found.document)
             is distinct from
             (card.price_common, card.active, card.in_stock, card.category, card.name_key,
              product_document(to_tsvector('product_text', search_text(name)), search_text(rest), sku))`.execute(db)
    assert.deepEqual(stale, [])
  })

  it('with filters and sorts narrows and orders the matches; the total is exact', async () => {
    assert.deepEqual(await found('lantern', '&in_stock=true'), ['White Metal Lantern'])
    assert.deepEqual(await found('lantern', '&max_price=4'), ['Chinese Paper Lanterns'])
    assert.deepEqual(await found('lantern', '&min_price=4'), ['White Metal Lantern'])
    assert.deepEqual(await found('lantern', '&category=Kitchen'), [])
    assert.deepEqual(await found('lantern', `&merchant_id=${user.id}`), [])
    assert.deepEqual(await found('lantern', '&sort=price'), ['Chinese Paper Lanterns', 'White Metal Lantern'])
    assert.deepEqual(await found('lantern', '&sort=price&order=desc'), [
      'White Metal Lantern',
      'Chinese Paper Lanterns',
    ])
    assert.deepEqual(await found('lantern', '&sort=name&order=desc'), ['White Metal Lantern', 'Chinese Paper Lanterns'])
    const { pagination } = (await search('q=lantern&limit=1')).body.data
    assert.deepEqual([pagination.total, pagination.has_more], [2, true])
  })

  it('with facets counts the matches by category and merchant', async () => {
    const { data } = (await search('q=lantern&facets=category,merchant&limit=1')).body
    assert.deepEqual(data.facets, {
      category: [{ value: 'Lights', count: 2 }],
      merchant: [{ value: merchant.id, name: merchant.name, count: 2 }],
    })
    assert.deepEqual((await search('q=lantern&facets=category')).body.data.facets, {
      category: [{ value: 'Lights', count: 2 }],
    })
    assert.equal((await search('q=lantern')).body.data.facets, undefined)
    assert.deepEqual((await search('q=xyzzyx&facets=merchant')).body.data.facets, { merchant: [] })
  })

  it('without q answers the whole catalog newest first, with facets', async () => {
    const shop = await makeMerchant(service)
    await makeProducts(service, shop, [
      { name: 'a', category: 'X', createdAt: new Date(1), price: 1 },
      { name: 'b', category: 'X', createdAt: new Date(2), price: 2, onHand: 0 },
      { name: 'c', createdAt: new Date(3), price: 3 },
    ])
    for (const q of ['', '&q=', '&q=%20']) {
      const { data } = (await search(`merchant_id=${shop.id}&facets=category,merchant${q}`)).body
      assert.deepEqual(
        data.items.map((product: { name: string }) => product.name),
        ['c', 'b', 'a'],
      )
      assert.deepEqual(data.facets, {
        category: [{ value: 'X', count: 2 }],
        merchant: [{ value: shop.id, name: shop.name, count: 3 }],
      })
    }
    const priced = await search(`merchant_id=${shop.id}&facets=category&max_price=2&in_stock=true`)
    assert.deepEqual(priced.body.data.facets, { category: [{ value: 'X', count: 1 }] })
    assert.equal((await search('q=%2B%2B')).body.data.pagination.total, 0)
  })

  for (const sort of ['relevance', 'created_at', 'price', 'name']) {
    it(`by cursor, ${sort}, shows each product once during inserts and deletes`, async () => {
      const word = unique('Cursor').replaceAll('-', '')
      const made = await makeProducts(
        service,
        merchant,
        Array.from({ length: 23 }, (_, index) => ({ name: `${word} ${'x '.repeat(index % 3)}`, price: index % 4 })),
      )
      const seen: string[] = []
      let cursor = ''
      for (let round = 0; round < 5; round++) {
        const { data } = (await search(`q=${word}&sort=${sort}&limit=5${cursor && `&cursor=${cursor}`}`)).body
        assert.equal(data.pagination.offset, seen.length)
        seen.push(...data.items.map((product: { id: string }) => product.id))
        cursor = data.pagination.next_cursor
        await service.deps.db.deleteFrom('products').where('id', '=', data.items[0].id).execute()
        await makeProduct(service, merchant, {})
      }
      assert.deepEqual([cursor, [...seen].sort()], ['', made.map((product) => product.id).sort()])
    })
  }

  it('with a cursor of another search answers 400 INVALID_CURSOR', async () => {
    const { next_cursor: cursor } = (await search('q=lantern&limit=1')).body.data.pagination
    for (const other of ['q=lanterns', 'q=lantern&in_stock=true', 'q=lantern&sort=price', '', 'q=lantern&cursor=x']) {
      const answer = await search(other.includes('cursor') ? other : `${other}&cursor=${cursor}`)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'INVALID_CURSOR'], other)
    }
    const list = await service.request('GET', `/catalog/products?cursor=${cursor}`, { headers: user.headers })
    assert.equal(list.body.error.code, 'INVALID_CURSOR')
  })

  it('with a facet that is none answers 400 and names the parameter', async () => {
    for (const facets of ['price', 'category,']) {
      const { status, body } = await search(`facets=${facets}`)
      assert.deepEqual([status, body.error.details[0].field], [400, 'facets'], facets)
    }
  })

  it('with any characters answers 200', async () => {
    for (const q of [
      "'",
      '\\',
      "a'b\\c",
      '!&|():*<->',
      "'' | x",
      '日本 茶',
      '😀',
      'a:*b',
      '-',
      '1/2"',
      '(((',
      'x'.repeat(200),
      'é',
    ]) {
      await found(q)
      await found(`lantern ${q}`.slice(0, 200))
    }
  })

  it('without a token answers 401 MISSING_TOKEN', async () => {
    const answer = await search('q=x', { 'device-id': 'x' })
    assert.deepEqual([answer.status, answer.body.error.code], [401, 'MISSING_TOKEN'])
  })
})
