import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { writeTexts } from '#test/support/languages.ts'
import { mean, ndcg } from '#test/support/ndcg.ts'
import { makeProducts } from '#test/support/products.ts'
import { translatedInto } from '../../../packages/demo-shop/index.ts'
import { type GradedQuery, gradedQueries, translatedProducts } from '../../../tools/demo/graded-languages.ts'
import { peersIn } from '../../../tools/demo/peers-in-languages.ts'

/** Asked of each language. */
const floor = 0.9

const products = translatedProducts()
const queries = gradedQueries(products)

describeShop('relevance of GET /marketplace/search in languages', ({ service, shop }) => {
  const admin = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    service.request(method, `/admin${path}`, { headers: shop.owner.headers, ...(body !== undefined && { body }) })
  before(async () => {
    const market = await admin('POST', '/markets', {
      name: 'Abroad',
      countries: ['DE'],
      locales: ['en', ...translatedInto],
    })
    assert.equal(market.status, 201)
    const made = await makeProducts(
      service,
      shop,
      products.map(({ sku, name }) => ({ sku, name })),
    )
    const texts = made.flatMap(({ id }, at) =>
      translatedInto.map((locale) => ({ id, locale, texts: { name: products[at]?.names[locale] } })),
    )
    await sql`
      insert into translations (merchant_id, type, subject_id, locale, texts, updated_at)
      select ${shop.id}, 'product', id, locale, texts, now()
        from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as one (id uuid, locale text, texts jsonb)`.execute(
      service.deps.db,
    )
    await writeTexts(service, shop)
  })

  it('at least 300 products are translated', () => assert.ok(products.length >= 300, `${products.length}`))

  for (const language of translatedInto)
    it(`GET /marketplace/search in ${language} reaches NDCG@10 of ${floor}`, async (t) => {
      const reached = new Map<string, number[]>()
      const details = process.env['RELEVANCE_DETAILS']
      for (const { query, kind, grades } of queries.filter((one: GradedQuery) => one.language === language)) {
        const path = `/marketplace/search?limit=10&country=DE&locale=${language}&merchant_id=${shop.id}`
        const { body } = await service.request('GET', `${path}&q=${encodeURIComponent(query)}`, {
          headers: shop.owner.headers,
        })
        const items: { sku: string; name: string }[] = body.data.items
        const value = ndcg(
          items.map(({ sku }) => grades.get(sku) ?? 0),
          [...grades.values()],
        )
        reached.set(kind, [...(reached.get(kind) ?? []), value])
        if (details && value < 0.95) {
          t.diagnostic(`${value.toFixed(2)} ${kind} "${query}" (${body.data.pagination.total})`)
          for (const { sku, name } of items) t.diagnostic(`       ${grades.get(sku) ?? '-'} ${name}`)
        }
      }
      for (const [kind, values] of reached)
        t.diagnostic(`NDCG@10 ${language} ${kind.padEnd(9)} ${mean(values).toFixed(3)} (${values.length})`)
      const overall = mean([...reached.values()].flat())
      t.diagnostic(`NDCG@10 ${language} overall   ${overall.toFixed(3)}`)
      for (const [peer, find] of Object.entries(peersIn(language, products, service.deps.db))) {
        const values: number[] = []
        for (const { query, grades } of queries.filter((one) => one.language === language)) {
          const found = await find(query)
          values.push(
            ndcg(
              found.map((sku) => grades.get(sku) ?? 0),
              [...grades.values()],
            ),
          )
        }
        t.diagnostic(`NDCG@10 ${language} ${peer} ${mean(values).toFixed(3)}`)
      }
      assert.ok(overall >= floor, `NDCG@10 in ${language} is ${overall}`)
    })
})
