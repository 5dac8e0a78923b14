import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { type Operation, operationsOf, type Parameter } from '#test/support/operations.ts'
import { placeOrder } from '#test/support/orders.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

/** A slug, a page, a redirect, and the invoice of an order of a shop that issues none. */
const mayBeNone = /^\/catalog\/(slugs\/|pages\/|redirects$)|\/invoice$|\/returns\/\{id\}\/comments$/

/** A file of DATEV is in euro, and has the numbers of the advisor. */
const mayConflict = /^\/admin\/reports\/datev$/

/** Every query parameter at both ends of what the contract allows, alone and with each other: none is a fault. */
describeShop('parameters at the ends of their ranges', ({ service, shop }) => {
  let operations: Operation[]
  let shopper: Record<string, string>
  let ids: Record<string, string>
  /** What `{id}` is below these addresses; else it is the order's. */
  let idsOf: Record<string, string>
  before(async () => {
    operations = operationsOf(service.app).filter(({ method }) => method === 'GET')
    const webhook = await makeWebhook(service, shop, { events: ['*'] })
    const placed = await placeOrder(service, shop)
    shopper = placed.shopper.headers
    const collection = await service.request('POST', '/admin/collections', {
      headers: shop.owner.headers,
      body: { name: 'Collection' },
    })
    const page = await service.request('POST', '/admin/pages', { headers: shop.owner.headers, body: { title: 'Page' } })
    const market = await service.request('POST', '/admin/markets', {
      headers: shop.owner.headers,
      body: { name: 'Austria', countries: ['AT'], locales: ['de'] },
    })
    const promotion = await makePromotion(service, shop)
    ids = { webhook_id: webhook.id, product_id: placed.product.id, id: placed.order.id, slug: 'none', handle: 'main' }
    Object.assign(ids, { type: 'product', locale: 'de' })
    idsOf = {
      '/admin/products/': placed.product.id,
      '/admin/collections/': collection.body.data.id,
      '/admin/promotions/': promotion.id,
      '/admin/pages/': page.body.data.id,
      '/admin/users/': placed.shopper.id,
      '/admin/markets/': market.body.data.id,
      '/admin/translations/': placed.product.id,
    }
  })

  const isQuery = (parameter: Parameter) => parameter.in === 'query' && parameter.name !== 'cursor'

  /** Sends the parameters and expects an answer: 200, or a 400 for parameters that contradict each other. */
  async function send(operation: Operation, parameters: [name: string, value: string][]): Promise<string[]> {
    const query = new URLSearchParams(parameters)
    const id = Object.entries(idsOf).find(([path]) => operation.path.startsWith(path))?.[1] ?? ids['id']
    const named = (_: string, name: string) => (name === 'id' ? id : ids[name]) ?? ''
    const url = `${operation.path.replaceAll(/\{(\w+)\}/g, named)}?${query}`
    const headers = operation.scope === 'staff' ? shop.owner.headers : shopper
    try {
      const { status, body } = await service.request('GET', url, { headers })
      const alone = parameters.length === 1
      // One product or one slug, of another merchant; or the shop itself.
      const isOthers = parameters[0]?.[0] === 'merchant_id' && /\{|^.shop$/.test(operation.path)
      if (
        status === 200 ||
        (status === 404 && (isOthers || mayBeNone.test(operation.path))) ||
        (status === 409 && mayConflict.test(operation.path)) ||
        (status === 400 && !(alone && hasBounds(operation, parameters)))
      )
        return []
      return [`GET ${url.slice(0, 200)}: ${status} ${JSON.stringify(body).slice(0, 200)}`]
    } catch (error) {
      return [`GET ${url.slice(0, 200)}: ${(error as Error).message.slice(0, 200)}`]
    }
  }

  it('answer 200 alone, and no 5xx with each other', async () => {
    const faults: string[] = []
    for (const operation of operations) {
      const parameters = operation.parameters.filter(isQuery)
      for (const [index, one] of parameters.entries()) {
        for (const value of endsOf(one)) {
          faults.push(...(await send(operation, [[one.name, value]])))
          for (const other of parameters.slice(index + 1)) {
            for (const second of endsOf(other)) {
              const both: [string, string][] = [
                [one.name, value],
                [other.name, second],
              ]
              faults.push(...(await send(operation, both)))
            }
          }
        }
      }
    }
    assert.deepEqual(faults, [])
  })
})

/** A number or a choice is valid wherever it is in its range; a text may be refused for what it says. */
function hasBounds({ parameters }: Operation, [first]: [name: string, value: string][]): boolean {
  const { schema } = parameters.find(({ name }) => name === first?.[0]) ?? {}
  return schema?.['minimum'] !== undefined || schema?.['enum'] !== undefined || schema?.['type'] === 'boolean'
}

/** The first and the last value that the schema takes. */
function endsOf({ name, schema }: Parameter): string[] {
  const { type, minimum, maximum, maxLength, enum: values, format, pattern } = schema
  if (values !== undefined) return [(values as string[])[0] ?? '', (values as string[]).at(-1) ?? '']
  if (type === 'boolean') return ['true', 'false']
  if (type === 'integer' || type === 'number') return [String(minimum), String(maximum)]
  if (format === 'date-time') return ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:60Z']
  if (format === 'uuid') return ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF']
  if (String(pattern).startsWith('^evt_')) return [`evt_${'0'.repeat(32)}`, `evt_${'f'.repeat(32)}`]
  if (name === 'from' || name === 'to') return ['1970-01-01', '2999-12-31', '9999-12-31T23:59:59Z']
  if (name === 'facets') return ['category', 'merchant,category']
  return ['a', `${"'%\\"}${'\u{1f600}'.repeat((maxLength as number) - 3)}`]
}
