import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { learnWords } from './jobs.ts'

/** Of 16,000 products 12,000 are `quorvex`, looked for among all, and 3,000 `zindle`, which the index finds. */
describeShop('GET /marketplace/search with more matches than are ranked', ({ service, shop: merchant }) => {
  let user: SignedInUser
  before(async () => {
    user = await makeUser(service)
    await sql`
      insert into products (merchant_id, id, sku, name, description, category, price_minor, currency, price_common,
                            status, in_stock, created_at, updated_at)
      select ${merchant.id}, gen_random_uuid(), 'S' || n,
             'Thing ' || n || case when n % 80 = 0 and n <= 3000 then ' zindle'
                                   when n between 11998 and 12000 then ' quorvex' else '' end,
             case when n <= 3000 then 'zindle quorvex' when n <= 12000 then 'quorvex' else 'other' end,
             'C' || n % 3, n * 7919 % 1000, 'GBP', n * 7919 % 1000 * 10, 'active', n % 2 = 0,
             now() - n * 7 % 5000 * interval '1 minute', now()
        from generate_series(1, 16000) n order by n % 100, n`.execute(service.deps.db)
    await sql`analyze listings, listing_texts`.execute(service.deps.db)
    await learnWords(service.deps)
  })

  interface Data {
    items: { id: string; name: string }[]
    pagination: { total: number; total_precision: string; has_more: boolean; next_cursor: string; offset: number }
    facets?: { category: { value: string; count: number }[]; merchant: { value: string; count: number }[] }
  }
  const search = async (query: string): Promise<Data> => {
    const answer = await service.request('GET', `/marketplace/search?${query}`, { headers: user.headers })
    assert.equal(answer.status, 200, query)
    return answer.body.data
  }
  const idsOf = ({ items }: Data) => items.map(({ id }) => id)

  /** The ids of all pages up to an offset. */
  async function byOffset(query: string, end: number): Promise<string[]> {
    const ids: string[] = []
    for (let offset = 0; offset < end; offset += 50)
      ids.push(...idsOf(await search(`${query}&limit=50&offset=${offset}`)))
    return ids
  }

  /** What a search is to answer in the order of a sort, by a plain look at the products. */
  async function expected(word: string, order: string, condition = 'true'): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from products where description like ${`%${word}%`} and ${sql.raw(condition)}
       order by ${sql.raw(order)}`.execute(service.deps.db)
    return rows.map(({ id }) => id)
  }

  it('shows each of 3,000 matches once by offset, those with the word in their name first', async () => {
    const ids = await byOffset('q=zindle', 3_100)
    assert.deepEqual([ids.length, [...ids].sort()], [3_000, (await expected('zindle', 'id')).sort()])
    const named = new Set(await expected('zindle', 'id', `name like '%zindle%'`))
    assert.equal(named.size, 37)
    assert.ok(ids.slice(0, 37).every((id) => named.has(id)))
    const { pagination } = await search('q=zindle&limit=50&offset=2950')
    assert.deepEqual(
      [pagination.total, pagination.total_precision, pagination.has_more, pagination.next_cursor],
      [3_000, 'exact', false, ''],
    )
  })

  for (const word of ['zindle', 'quorvex'])
    it(`shows the same pages of ${word} by cursor, from before to behind the ranked`, async () => {
      let cursor = ''
      for (let offset = 1_900; offset < 2_200; offset += 35) {
        const page = await search(`q=${word}&limit=35&offset=${offset}`)
        if (cursor !== '') {
          const behind = await search(`q=${word}&limit=35&cursor=${cursor}`)
          assert.deepEqual([idsOf(behind), behind.pagination], [idsOf(page), page.pagination], `${offset}`)
        }
        cursor = page.pagination.next_cursor
      }
    })

  it('of 12,000 ranks 2,000, names first, and shows the others behind them, the newest first', async () => {
    const ranked = await byOffset('q=quorvex', 2_000)
    const rest = await expected('quorvex', 'created_at desc, id desc')
    const others = rest.filter((id) => !ranked.includes(id))
    assert.deepEqual([ranked.length, others.length], [2_000, 10_000])
    for (const offset of [2_000, 2_015, 5_000, 9_950])
      assert.deepEqual(
        idsOf(await search(`q=quorvex&limit=50&offset=${offset}`)),
        others.slice(offset - 2_000, offset - 1_950),
        `${offset}`,
      )
    const { items, pagination } = await search('q=quorvex&limit=4')
    assert.deepEqual(
      items.map(({ name }) => name.endsWith('quorvex')),
      [true, true, true, false],
    )
    assert.deepEqual([pagination.total, pagination.total_precision, pagination.has_more], [10_000, 'at_least', true])
  })

  it('shows the product with the text as its SKU first, however many others match', async () => {
    const { id } = await makeProduct(service, merchant, { name: 'Late', sku: 'QUORVEX' })
    assert.equal(idsOf(await search('q=quorvex&limit=2'))[0], id)
    await service.deps.db.deleteFrom('products').where('id', '=', id).execute()
  })

  const sorts = {
    'sort=price': 'price_common, id',
    'sort=price&order=desc': 'price_common desc, id desc',
    'sort=name': 'name_key, id',
    'sort=created_at': 'created_at desc, id desc',
  }
  const filters = {
    '': 'true',
    '&category=C1': `category = 'C1'`,
    '&in_stock=true&min_price=2&max_price=7.5': 'in_stock and price_common between 2000 and 7500',
  }
  for (const word of ['zindle', 'quorvex'])
    for (const [sort, order] of Object.entries(sorts))
      it(`with ${sort} and each filter orders all that match ${word}, not only candidates`, async () => {
        for (const [filter, condition] of Object.entries(filters)) {
          const all = await expected(word, order, condition)
          for (const offset of [0, 30, Math.floor(all.length / 2), all.length - 10]) {
            const query = `q=${word}&${sort}${filter}&limit=20`
            const page = await search(`${query}&offset=${offset}`)
            assert.deepEqual(idsOf(page), all.slice(offset, offset + 20), `${query} ${offset}`)
            assert.equal(page.pagination.total, Math.min(all.length, 10_000))
            const { next_cursor: cursor } = page.pagination
            const behind = cursor === '' ? undefined : await search(`${query}&cursor=${cursor}`)
            if (behind) assert.deepEqual(idsOf(behind), all.slice(offset + 20, offset + 40), `${query} ${cursor}`)
          }
        }
      })

  it('with filters shows what passes them, from the first page to the last', async () => {
    for (const [filter, condition] of Object.entries(filters).slice(1)) {
      const all = new Set(await expected('quorvex', 'id', condition))
      const ids: string[] = []
      for (const offset of [0, 1_980, 2_000, 2_020, all.size - 20, all.size]) {
        const page = await search(`q=quorvex${filter}&offset=${offset}`)
        assert.deepEqual([page.pagination.total, page.pagination.has_more], [all.size, offset < all.size - 20], filter)
        ids.push(...idsOf(page))
      }
      assert.deepEqual([ids.length, new Set(ids).size, ids.every((id) => all.has(id))], [100, 100, true], filter)
    }
  })

  it('counts facets of up to 10,000 matches exactly, of more those of 10,000', async () => {
    const sizes = async (query: string) => {
      const { facets } = await search(`${query}&facets=category,merchant&limit=1`)
      const counts = new Map(facets?.category.map(({ value, count }) => [value, count]))
      return { categories: ['C0', 'C1', 'C2'].map((value) => counts.get(value) ?? 0), merchant: facets?.merchant[0] }
    }
    const few = await sizes('q=zindle')
    assert.deepEqual([few.categories, few.merchant?.count], [[1_000, 1_000, 1_000], 3_000])
    assert.deepEqual((await sizes('q=zindle&sort=price')).categories, [1_000, 1_000, 1_000])
    for (const query of ['q=quorvex', 'q=quorvex&sort=price', 'sort=price']) {
      const many = await sizes(query)
      const sum = many.categories.reduce((total, count) => total + count, 0)
      assert.deepEqual([sum, many.merchant?.count], [10_000, 10_000], query)
      assert.ok(many.categories.every((count) => count > 0))
    }
    assert.deepEqual((await sizes('category=C1')).categories, [0, 5_334, 0])
  })
})
