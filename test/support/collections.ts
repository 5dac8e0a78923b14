import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

interface Tested {
  service: TestApp
  shop: TestMerchant
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Requests about collections, by the owner of the tested shop or of another. */
export function collectionsOf(tested: () => Tested) {
  const send = (method: Method, path: string, body?: unknown, merchant = tested().shop, headers = {}) =>
    tested().service.request(method, `/admin/collections${path}`, {
      headers: { ...merchant.owner.headers, ...headers },
      ...(body !== undefined && { body }),
    })
  return {
    send,
    async create(body: object, merchant?: TestMerchant) {
      const answer = await send('POST', '', body, merchant)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data
    },
    async cardsOf(id: string, merchant?: TestMerchant): Promise<string[]> {
      const answer = await send('GET', `/${id}/products?limit=100`, undefined, merchant)
      return answer.body.data.items.map((item: { id: string }) => item.id)
    },
  }
}

/** Rules of one condition. */
export const ruleOf = (field: string, operator: string, value?: unknown) => ({
  match: 'all',
  conditions: [{ field, operator, ...(value !== undefined && { value }) }],
})

/** The messages of a refusal by their fields. */
export function faultsOf({ body }: { body: { error: { details: { field: string; message: string }[] } } }) {
  return Object.fromEntries(body.error.details.map(({ field, message }) => [field, message]))
}
