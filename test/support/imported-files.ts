import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { makeMerchant, type TestMerchant } from './factories.ts'

export type Row = Record<string, unknown>

export const countsOf = (report: Row) => ['created', 'updated', 'unchanged', 'failed'].map((name) => report[name])

/** What became of the columns. */
export const notesOf = (report: Row) =>
  (report['columns'] as Row[]).map(({ column, outcome, count, reason }) => `${column} ${outcome} ${count}: ${reason}`)

/** Files of products for shops of a service, and what the shops have of them. */
export function importsOf(service: TestApp) {
  const send = (shop: TestMerchant, payload: string, query = '?format=auto', type = 'text/csv') => {
    const headers = { ...shop.owner.headers, 'content-type': type }
    return service.request('POST', `/admin/products/import${query}`, { headers, payload })
  }
  const get = async (shop: TestMerchant, path: string) =>
    (await service.request('GET', `/admin${path}`, { headers: shop.owner.headers })).body.data
  return {
    send,
    get,
    /** The report of a file that is taken. */
    async imported(shop: TestMerchant, payload: string, query?: string, type?: string) {
      const answer = await send(shop, payload, query, type)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.data
    },
    /** By SKU. */
    async products<Product = Row>(shop: TestMerchant): Promise<Map<string, Product>> {
      const { items } = await get(shop, '/products?limit=100&variants=all')
      return new Map(items.map((one: Product & { sku: string }) => [one.sku, one]))
    },
    async groups(shop: TestMerchant) {
      const { items } = await get(shop, '/product-groups?limit=100')
      return Promise.all(items.map(({ id }: { id: string }) => get(shop, `/product-groups/${id}`)))
    },
    /** A shop with taxes of these classes. */
    async withRates(...classes: string[]): Promise<TestMerchant> {
      const shop = await makeMerchant(service)
      const rates = classes.map((tax_class) => ({ country: 'DE', tax_class, name: 'VAT', rate: 7 }))
      await service.request('PUT', '/admin/tax-rates', { headers: shop.owner.headers, body: { rates } })
      return shop
    },
  }
}
