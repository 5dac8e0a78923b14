import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { mean, ndcg } from '#test/support/ndcg.ts'
import { makeProducts } from '#test/support/products.ts'
import { learnWords } from './jobs.ts'

interface GradedQuery {
  query: string
  kind: string
  expect: { sku: string; grade: number }[]
}

/** A little below the current value (0.957), so that a change that lowers relevance fails. */
const floor = 0.95

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')

describeService('relevance of GET /marketplace/search on the demo catalog', ({ service }) => {
  let user: SignedInUser
  let queries: GradedQuery[]
  before(async () => {
    user = await makeUser(service)
    const merchant = await makeMerchant(service)
    const products = (await read('packages/demo-shop/products.ndjson'))
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row))
    await makeProducts(
      service,
      merchant,
      products.map(({ on_hand: onHand, ...product }) => ({ ...product, onHand })),
    )
    await learnWords(service.deps)
    queries = JSON.parse(await read('tools/demo/relevance.json'))
  })

  it(`GET /marketplace/search with the graded queries reaches NDCG@10 of ${floor}`, async (t) => {
    const byKind = new Map<string, number[]>()
    for (const { query, kind, expect } of queries) {
      const path = `/marketplace/search?limit=10&q=${encodeURIComponent(query)}`
      const answer = await service.request('GET', path, { headers: user.headers })
      const grades = new Map(expect.map(({ sku, grade }) => [sku, grade]))
      const items: { sku: string; name: string }[] = answer.body.data.items
      const reached = ndcg(
        items.map(({ sku }) => grades.get(sku) ?? 0),
        expect.map(({ grade }) => grade),
      )
      byKind.set(kind, [...(byKind.get(kind) ?? []), reached])
      if (process.env['RELEVANCE_DETAILS'] && reached < 0.95) {
        t.diagnostic(`${reached.toFixed(2)} ${kind} "${query}" (${answer.body.data.pagination.total}):`)
        for (const { sku, name } of items) t.diagnostic(`       ${grades.get(sku) ?? '-'} ${name}`)
      }
    }
    for (const [kind, values] of byKind)
      t.diagnostic(`NDCG@10 ${kind.padEnd(8)} ${mean(values).toFixed(3)} (${values.length})`)
    const overall = mean([...byKind.values()].flat())
    t.diagnostic(`NDCG@10 overall  ${overall.toFixed(3)}`)
    assert.ok(overall >= floor, `NDCG@10 is ${overall}`)
  })
})
