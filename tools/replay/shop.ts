import type { Send } from './client.ts'

/** What the replay reads of the API's answers. */
export interface ApiOrder {
  id: string
  status: string
  payment_status: string
  total: number
  tax_total: number
  tax_lines: { rate: number }[]
  shipping_address: { country: string } | null
  items: { sku: string; quantity: number; total: number }[]
  refunds: { status: string; amount: number; reason: string | null; items: { quantity: number }[] }[]
}

export interface ApiProduct {
  id: string
  sku: string
  currency: string
}

interface ApiStock {
  product_id: string
  sku: string
  on_hand: number
}

export interface ApiDashboard {
  revenue: number
  refunds: number
  tax: number
  paid_orders: number
  new_customers: number
  orders: { total: number; completed: number; cancelled: number }
}

export interface Shop {
  /** Names this run in e-mail addresses and idempotency keys, so that a service can take several. */
  run: string
  /** As the shop's owner. */
  staff: Send
  /** As nobody yet, or with a customer's token. */
  anyone: Send
  /** The most lines the contract lets an order have. */
  maxLines: number
  /** The first UTC day of the run: the dashboard is asked from there on. */
  since: string
}

/** The file has lines of 2,880 units, and invoices of a customer are placed before earlier ones are paid. */
const order_limits = {
  max_open_orders_per_user: 10_000,
  max_quantity_per_line: 1_000_000,
  max_unpaid_units_per_address: 10_000_000,
}

/**
 * Signs the owner in, lets the shop take orders of any size at prices with tax, and reads the contract's limit. `send`
 * names device and, once known, merchant by itself.
 */
export async function openShop(
  connect: (headers: Record<string, string>) => Send,
  credentials: { email: string; password: string },
  run: string,
): Promise<Shop> {
  const device = { 'device-id': `replay-${run}` }
  const { access_token: token, user } = await connect(device)<{ access_token: string; user: { merchant_id: string } }>(
    'POST',
    '/admin/login',
    { body: credentials },
  )
  const send = connect({ ...device, 'merchant-id': user.merchant_id })
  const staff: Send = (method, path, options) => send(method, path, { ...options, token })
  await staff('PATCH', '/admin/merchant', { body: { order_limits, prices_include_tax: true } })
  return {
    run,
    staff,
    anyone: send,
    maxLines: maxLinesOf(await send<Contract>('GET', '/openapi.json')),
    since: new Date().toISOString().slice(0, 10),
  }
}

interface Contract {
  components?: { schemas?: { PlaceOrder?: { properties?: { items?: { maxItems?: number } } } } }
}

function maxLinesOf(contract: Contract): number {
  return contract.components?.schemas?.PlaceOrder?.properties?.items?.maxItems ?? Number.POSITIVE_INFINITY
}

interface Page<Item> {
  data: { items: Item[]; pagination: { next_cursor: string } }
}

async function* readList<Item>(shop: Shop, path: string): AsyncGenerator<Item> {
  let cursor = ''
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== '' && { cursor }) })
    const { data } = await shop.staff<Page<Item>>('GET', `${path}?${query}`)
    yield* data.items
    cursor = data.pagination.next_cursor
  } while (cursor !== '')
}

async function readWhole<Item>(shop: Shop, path: string): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of readList<Item>(shop, path)) items.push(item)
  return items
}

export async function readProducts(shop: Shop): Promise<Map<string, ApiProduct>> {
  const products = await readWhole<ApiProduct>(shop, '/admin/products')
  return new Map(products.map((product) => [product.sku, product]))
}

/** Units on hand by SKU. */
export async function readStock(shop: Shop): Promise<Map<string, number>> {
  const stock = await readWhole<ApiStock>(shop, '/admin/inventory')
  return new Map(stock.map((item) => [item.sku, item.on_hand]))
}

/** The merchant's orders with these ids: newest first, so those of older times are never read. */
export async function readOrders(shop: Shop, ids: ReadonlySet<string>): Promise<Map<string, ApiOrder>> {
  const found = new Map<string, ApiOrder>()
  if (ids.size === 0) return found
  for await (const order of readList<ApiOrder>(shop, '/admin/orders')) {
    if (ids.has(order.id)) found.set(order.id, order)
    if (found.size === ids.size) break
  }
  return found
}

export async function readDashboard(shop: Shop): Promise<ApiDashboard> {
  const { data } = await shop.staff<{ data: ApiDashboard }>('GET', `/admin/dashboard?from=${shop.since}`)
  return data
}
