import { randomBytes } from 'node:crypto'
import { toMajor } from '#src/platform/lib/money.ts'
import { ratesAt } from './countries.ts'
import { waitsFor } from './order-of-steps.ts'
import type { PricedLine } from './prices.ts'
import type { Progress } from './progress.ts'
import { type ApiOrder, type ApiProduct, readProducts, readStock, type Shop } from './shop.ts'
import {
  type Plan,
  type PlannedOrder,
  type PlannedProduct,
  type PlannedRefund,
  type Step,
  sumOfLines,
} from './steps.ts'

/** Created objects, to find them in the API's reports. */
export interface Outcome {
  /** Ids of the orders an invoice became: one, or several where it has more lines than an order may have. */
  orderIds: Map<PlannedOrder, string[]>
  /** Units on hand before the first order, by SKU. */
  stockBefore: Map<string, number>
}

interface Session {
  shop: Shop
  tokens: ReadonlyMap<string, string>
  productIds: ReadonlyMap<string, string>
  orderIds: Map<PlannedOrder, string[]>
  /** Refundable rest in pence, by order id. */
  refundable: Map<string, number>
}

/** Brings the plan into the shop. @throws the first refusal, by name of the invoice */
export async function runPlan(shop: Shop, plan: Plan, progress: Progress): Promise<Outcome> {
  const productIds = await stockShelves(shop, plan.products, progress)
  const stockBefore = await readStock(shop)
  const tokens = await registerCustomers(shop, plan.orders, progress)
  const session: Session = { shop, tokens, productIds, orderIds: new Map(), refundable: new Map() }
  await followSteps(session, plan.steps, progress)
  return { orderIds: session.orderIds, stockBefore }
}

/** Makes the products, or takes those the shop already has, and stocks them. */
async function stockShelves(
  shop: Shop,
  products: readonly PlannedProduct[],
  progress: Progress,
): Promise<Map<string, string>> {
  const existing = await readProducts(shop)
  const onHand = existing.size === 0 ? new Map<string, number>() : await readStock(shop)
  const tick = progress.begin('Products', products.length)
  const ids = await Promise.all(
    products.map(async (product): Promise<[string, string]> => {
      const { id } = await putProduct(shop, product, existing.get(product.sku))
      await shop.staff('PATCH', `/admin/inventory/${id}`, {
        body: { on_hand: (onHand.get(product.sku) ?? 0) + product.stock, reason: 'Opening stock of the replay' },
      })
      tick()
      return [product.sku, id]
    }),
  )
  return new Map(ids)
}

async function putProduct(shop: Shop, product: PlannedProduct, existing: ApiProduct | undefined): Promise<ApiProduct> {
  const { sku, name, description, category, pence } = product
  const offer = { price: toMajor(pence, 'GBP'), status: 'active' }
  const { data } =
    existing === undefined
      ? await shop.staff<{ data: ApiProduct }>('POST', '/admin/products', {
          body: { sku, name, description, category, ...offer },
          key: `replay-${shop.run}-product-${sku}`,
        })
      : await shop.staff<{ data: ApiProduct }>('PATCH', `/admin/products/${existing.id}`, { body: offer })
  if (data.currency !== 'GBP') throw new Error(`the file is in GBP, the shop sells in ${data.currency}`)
  return data
}

/** An account for each customer, and one for each invoice without; answers their access tokens. */
async function registerCustomers(
  shop: Shop,
  orders: readonly PlannedOrder[],
  progress: Progress,
): Promise<Map<string, string>> {
  const accounts = [...new Set(orders.map((order) => order.account))]
  const tick = progress.begin('Customers', accounts.length)
  const password = randomBytes(18).toString('base64url')
  const tokens = await Promise.all(
    accounts.map(async (account): Promise<[string, string]> => {
      const answer = await shop.anyone<{ access_token: string }>('POST', '/user/register', {
        body: { email: `${account}.${shop.run}@replay.example.com`, password, name: account.replace('-', ' ') },
        key: `replay-${shop.run}-${account}`,
      })
      tick()
      return [account, answer.access_token]
    }),
  )
  return new Map(tokens)
}

/** Starts all steps at once; each waits for those it depends on, and its requests for their turn. */
async function followSteps(session: Session, steps: readonly Step[], progress: Progress): Promise<void> {
  const tick = progress.begin('Steps', steps.length)
  const needed = waitsFor(steps)
  const running: Promise<void>[] = []
  for (const [index, step] of steps.entries()) {
    const before = needed[index]?.map((at) => running[at]) ?? []
    running.push(Promise.all(before).then(() => perform(session, step).then(tick)))
  }
  await Promise.all(running)
}

async function perform(session: Session, step: Step): Promise<void> {
  switch (step.type) {
    case 'vat':
      return setVat(session.shop, step.perMille)
    case 'price':
      return changePrice(session, step.sku, step.pence)
    case 'place':
      return place(session, step.order)
    case 'settle':
      return settle(session, step.order)
    case 'cancel':
      return moveTo(session, step.order, 'cancelled')
    case 'refund':
      return refund(session, step.refund)
    case 'stock': {
      const { sku, units, reason } = step.note
      const id = idOf(session, sku)
      await session.shop.staff('PATCH', `/admin/inventory/${id}`, { body: { adjust: units, reason } })
    }
  }
}

async function setVat(shop: Shop, perMille: number): Promise<void> {
  await shop.staff('PUT', '/admin/tax-rates', { body: { rates: ratesAt(perMille) } })
}

async function changePrice(session: Session, sku: string, pence: number): Promise<void> {
  const id = idOf(session, sku)
  await session.shop.staff('PATCH', `/admin/products/${id}`, { body: { price: toMajor(pence, 'GBP') } })
}

/** `expected_total` makes the service refuse the order at once if a price were not the invoice's. */
async function place(session: Session, order: PlannedOrder): Promise<void> {
  const { shop } = session
  const ids: string[] = []
  for (let index = 0; index * shop.maxLines < order.lines.length; index++) {
    const lines = partOf(shop, order, index)
    const pence = sumOfLines(lines)
    const { data } = await shop.anyone<{ data: ApiOrder }>('POST', '/user/orders', {
      token: tokenOf(session, order),
      key: `replay-${shop.run}-${order.invoice}-${index}`,
      body: {
        items: lines.map((line) => ({ product_id: idOf(session, line.sku), quantity: line.quantity })),
        expected_total: toMajor(pence, 'GBP'),
        ...(order.country !== undefined && { shipping_address: addressOf(order.account, order.country) }),
      },
    })
    ids.push(data.id)
    session.refundable.set(data.id, pence)
  }
  session.orderIds.set(order, ids)
}

/** The file knows the country, and nothing else of the address. */
function addressOf(account: string, country: string) {
  return { name: account.replace('-', ' '), line1: 'Street not known', city: 'City not known', country }
}

/** Paid by the customer, and completed by staff unless it is going to be cancelled. */
async function settle(session: Session, order: PlannedOrder): Promise<void> {
  const { shop, orderIds } = session
  for (const id of orderIds.get(order) ?? []) {
    const { data } = await shop.anyone<{ data: { payment: { status: string } } }>(
      'POST',
      `/user/orders/${id}/payments`,
      {
        token: tokenOf(session, order),
        key: `replay-${shop.run}-payment-${id}`,
        body: { method: 'test_success' },
      },
    )
    if (data.payment.status !== 'succeeded') {
      throw new Error(`invoice ${order.invoice}: its payment is ${data.payment.status}`)
    }
  }
  if (!order.cancelled) await moveTo(session, order, 'completed')
}

async function moveTo({ shop, orderIds }: Session, order: PlannedOrder, status: string): Promise<void> {
  for (const id of orderIds.get(order) ?? []) await shop.staff('PATCH', `/admin/orders/${id}`, { body: { status } })
}

/** An order in parts has its refund in parts: each its own units, the goodwill wherever money is left. */
async function refund(session: Session, { invoice, order, lines, goodwill }: PlannedRefund): Promise<void> {
  const { shop, orderIds, refundable } = session
  let rest = goodwill
  for (const [index, id] of (orderIds.get(order) ?? []).entries()) {
    const sold = new Map(partOf(shop, order, index).map((line) => [line.sku, line.pence]))
    const own = lines.filter(({ sku }) => sold.has(sku))
    const left = refundable.get(id) ?? 0
    const unitsPence = sumOfLines(own)
    const given = Math.min(rest, left - unitsPence)
    if (own.length === 0 && given === 0) continue
    // The API itself knows what units cost, unless the cancellation says otherwise.
    const asSold = given === 0 && own.every(({ sku, pence }) => sold.get(sku) === pence)
    await shop.staff('POST', `/admin/orders/${id}/refunds`, {
      key: `replay-${shop.run}-${invoice}-${id}`,
      body: {
        ...(own.length > 0 && {
          items: own.map(({ sku, quantity }) => ({ product_id: idOf(session, sku), quantity })),
        }),
        ...(!asSold && { amount: toMajor(unitsPence + given, 'GBP') }),
        reason: refundReason(invoice),
      },
    })
    refundable.set(id, left - unitsPence - given)
    rest -= given
  }
}

/** How the refunds of a cancellation are found again. */
export function refundReason(invoice: string): string {
  return `Invoice ${invoice}`
}

export function partOf({ maxLines }: { maxLines: number }, order: PlannedOrder, index: number): PricedLine[] {
  const from = index * maxLines
  return order.lines.slice(from, from + maxLines)
}

function idOf({ productIds }: Session, sku: string): string {
  const id = productIds.get(sku)
  if (id === undefined) throw new Error(`the plan has no product ${sku}`)
  return id
}

function tokenOf({ tokens }: Session, order: PlannedOrder): string {
  const token = tokens.get(order.account)
  if (token === undefined) throw new Error(`the plan has no account ${order.account}`)
  return token
}
