import { createHash } from 'node:crypto'
import { eventPublicId, newId } from '#src/platform/lib/ids.ts'
import { camtOf, entryOf } from './bank-statements.ts'
import type { LargeShop } from './large-shop.ts'
import type { Operation, Parameter } from './operations.ts'

/**
 * Requests to every operation of the contract, at a large shop; made from the contract, so that new operations are
 * included.
 */

/** Path of the operation, with existing ids. */
export function pathOf({ method, path, name }: Operation, { ids, shopper }: LargeShop): string {
  const owner = path.split('/{')[0]?.split('/').at(-1) ?? ''
  const named: Record<string, string> = {
    product_id: path.startsWith('/user/cart') ? ids.cartProduct : ids.product,
    webhook_id: ids.webhook,
    delivery_id: ids.delivery,
    event_id: eventPublicId(ids.event),
    part: '1',
    kind: 'order_confirmation',
    handle: 'main',
    type: 'product',
    locale: 'de',
  }
  const owned: Record<string, string> = {
    products: ids.product,
    sessions: ids.session,
    staff: ids.colleague,
    'api-keys': ids.apiKey,
    orders:
      { 'POST /user/orders/{id}/payments': ids.unpaidOrder, 'POST /user/orders/{id}/cancel': ids.cancelledOrder }[
        name
      ] ?? ids.order,
  }
  // What is only read; a write may remove it with thousands of rows.
  const read: Record<string, string> = {
    users: shopper.id,
    'product-groups': ids.group,
    imports: ids.productImport,
    media: ids.media,
    jobs: ids.bulkJob,
    collections: ids.collection,
    promotions: ids.promotion,
    returns: ids.return,
    'gift-cards': ids.giftCard,
    statement: ids.statement,
    slugs: 'lantern-3',
    markets: ids.market,
    'price-lists': ids.priceList,
    translations: ids.product,
    pages: path.startsWith('/catalog/') ? 'page-3' : ids.page,
    feeds: ids.feedKey,
    'by-token': ids.orderToken,
  }
  return path.replaceAll(
    /\{(\w+)\}/g,
    (_, parameter: string) =>
      named[parameter] ?? owned[owner] ?? (method === 'GET' ? read[owner] : undefined) ?? newId(),
  )
}

/** Bodies of successful writes, for operations whose example names rows that this shop lacks. */
export function contentOf(
  { name, body, contentTypes }: Operation,
  { ids }: LargeShop,
): { body?: unknown; payload?: string; type?: string } {
  if (contentTypes.includes('application/x-ndjson'))
    return {
      payload: '{"sku":"S3","on_hand":90}\n{"sku":"new","name":"Lamp","price":1}\n',
      type: 'application/x-ndjson',
    }
  if (contentTypes.includes('application/xml'))
    return { payload: camtOf([entryOf({ amount: 1, text: '261130-7K3M9Q' })]), type: 'application/xml' }
  const bodies: Record<string, unknown> = {
    'POST /user/orders': { items: [{ product_id: ids.product, quantity: 1 }] },
    'POST /user/orders/quote': { items: [{ product_id: ids.product, quantity: 1 }] },
    'POST /user/orders/{id}/payments': { method: 'test_success' },
    'POST /user/cart/items': { product_id: ids.product, quantity: 1 },
    'POST /user/cart/checkout': {},
    'POST /user/cart/quote': {},
    'PATCH /user/profile': { name: 'Grace' },
    'DELETE /user/profile': { current_password: 'a good password' },
    'PATCH /admin/products/{id}': { price: 3, category: 'C7' },
    'POST /admin/mails/{kind}/preview': { order_id: ids.order },
    'POST /admin/mails/{kind}/test': { order_id: ids.order },
    'PATCH /admin/orders/{id}': { status: 'completed' },
    'POST /admin/webhooks/{webhook_id}/recover': { since: new Date(Date.now() - 3_600_000).toISOString() },
  }
  const sent = bodies[name] ?? body?.example
  return sent === undefined ? {} : { body: sent }
}

/** Pages, chosen things, and for whom a request asks, which changes no plan but adds a look-up. */
const alone = new Set(['limit', 'offset', 'cursor', 'ids', 'market', 'country', 'locale'])

/** Query strings that cover all pairs of values of any two filters or sorts. */
export function queriesOf(operation: Operation, shop: LargeShop): string[] {
  const lists = operation.parameters
    .filter((parameter) => parameter.in === 'query' && !alone.has(parameter.name))
    .map((parameter) => [
      ...(parameter.required === true ? [] : ['']),
      ...valuesOf(operation, parameter, shop).map((value) => `${parameter.name}=${encodeURIComponent(value)}`),
    ])
  const queries = everyPair(lists).map((chosen) => chosen.filter((part) => part !== '').join('&'))
  // They stand alone.
  const chosen = operation.parameters.some(({ name }) => name === 'ids') ? [`ids=${someIds(operation, shop)}`] : []
  const read = operation.parameters.some(({ name }) => name === 'market')
    ? [`market=${shop.ids.market}`, 'country=AT&locale=de']
    : []
  return [...queries, ...chosen, ...read]
}

function someIds({ path }: Operation, { ids, shopper }: LargeShop): string {
  if (path.startsWith('/admin/orders')) return `${ids.order},${ids.unpaidOrder}`
  return path.startsWith('/admin/users') ? `${shopper.id},${ids.colleague}` : `${ids.product},${ids.cartProduct}`
}

const soughtTexts: Record<string, string[]> = {
  // Known words; one misspelt and one prefix; two misspelt.
  '/marketplace/search': ['lantern red', 'lantrn oa', 'vintaeg oka1234'],
  '/catalog/suggest': ['lantern red', 'lan', 'vintaeg oka1234'],
  '/admin/orders': ['ada', '26'],
  '/admin/orders/export': ['ada'],
  '/admin/users': ['ada'],
  '/admin/users/export': ['ada'],
  '/admin/inventory': ['lantern'],
}

function valuesOf({ path }: Operation, { name, schema }: Parameter, { merchant, shopper, ids }: LargeShop): string[] {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const known: Record<string, string> = {
    category: 'C3',
    brand: 'Brand 3',
    tag: 'Tag 3',
    sku: 'S3',
    group_id: ids.group,
    collection: ids.collection,
    promotion_id: ids.promotion,
    tags: 'urgent',
    assignee_id: merchant.owner.id,
    merchant_id: merchant.id,
    user_id: shopper.id,
    min_price: '5',
    max_price: '200',
    facets: 'category,merchant',
    event: 'cart.abandoned',
    since: daysAgo(4),
    after: eventPublicId(ids.event),
    from: daysAgo(20),
    to: daysAgo(0),
    created_from: daysAgo(4),
    created_to: daysAgo(0),
    min_total: '5',
    max_total: '200',
    path: '/old-3',
    missing: 'fr',
    currency: 'GBP',
  }
  if (name === 'q') return soughtTexts[path] ?? ['a']
  // An event that is rare among the deliveries, too (src/modules/webhooks/README.md).
  if (name === 'event' && path.endsWith('/deliveries')) return ['cart.abandoned', 'user.deleted']
  if (name === 'low_stock') return ['5', '50']
  const value = known[name]
  if (value !== undefined) return [value]
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String)
  if (schema['type'] === 'boolean') return ['true', 'false']
  return [schema['format'] === 'uuid' ? newId() : String((schema['examples'] as unknown[] | undefined)?.[0] ?? '1')]
}

/** Deterministic pairwise combinations: any two options of two lists occur together. */
function everyPair(lists: readonly string[][]): string[][] {
  const pairs = lists.flatMap((one, i) => lists.slice(i + 1).map((other) => one.length * other.length))
  const wanted = [...lists.map(({ length }) => length), ...pairs].reduce((sum, count) => sum + count, 0)
  const met = new Set<string>()
  const picked: string[][] = []
  for (let n = 0; met.size < wanted; n++) {
    const chosen = lists.map((options, list) => options[scattered(n, list) % options.length] ?? '')
    const before = met.size
    for (const [i, a] of chosen.entries()) {
      met.add(`${i} ${a}`)
      for (const [j, b] of chosen.entries()) if (i < j) met.add(`${i} ${a} ${j} ${b}`)
    }
    if (met.size > before) picked.push(chosen)
  }
  return picked.length > 0 ? picked : [[]]
}

function scattered(n: number, list: number): number {
  return createHash('sha256').update(`${n} ${list}`).digest().readUInt32BE()
}
