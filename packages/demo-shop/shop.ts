import { randomUUID } from 'node:crypto'
import { binaryText } from './bytes.ts'
import type { Order, Payment, Product, Refund, ShippingMethod, TaxRate } from './rows.ts'
import type { AuditChanges, DomainEvent, Service } from './service.ts'

/** Of the demo shop. */
export const timezone = 'Europe/London'

/** The shop at a moment of its past, with the rows of all tables so far. */
export interface Shop {
  service: Service
  merchantId: string
  currency: string
  nowMs: number
  /** A new id, of that moment. */
  id(): string
  /** Rows may change until they are loaded, and may have more fields than columns. */
  tables: Map<string, object[]>
  /** Of the event log. */
  lastPosition: number
  staff: Record<Exclude<Actor, 'system'>, string>
  products: Map<string, Product>
  /** Those that are taken. */
  slugs: Set<string>
  /** Of those that there are, by name. */
  pictureIds: ReadonlyMap<string, string>
  /** Names of those that something shows. */
  shownPictures: Set<string>
  /** The price history of each product, the oldest first. */
  prices: Map<string, Price[]>
  /** The products that sell often; the last one is taken out of the catalog. */
  goods: Product[]
  methods: Record<string, ShippingMethod>
  /** What an order that is paid by a bank transfer keeps of it. */
  transfer: object | undefined
  rates: TaxRate[]
  receivers: Receiver[]
  sales: Map<number, Sale>
  /** Promotions. */
  offers: { id: string; name: string; code: string | null; percent: number; minimum_minor: number }[]
  /** Bought gift cards, the oldest first. */
  cards: { id: string; number: number; balance: number; last_four: string | null }[]
}

/** Actors in the shop other than customers. */
export type Actor = 'owner' | 'manager' | 'warehouse' | 'system'

/** Of the price history. */
export interface Price {
  product_id: string
  starts_at: Date
  ends_at: Date | 'infinity'
  price_minor: number
  compare_at_minor: number | null
}

/** An order with its parts, in its current state. */
export interface Sale {
  order: Order
  payment?: Payment
  /** The books of the test provider. */
  charge?: { refunded_minor: number; refunded_at: Date | null }
  refund?: Refund
  returned?: Returned
}

/** A row of `returns`. */
export interface Return {
  id: string
  status: 'requested' | 'approved' | 'received' | 'refunded'
  version: number
  updated_at: Date
  approved_at: Date | null
  received_at: Date | null
  ended_at: Date | null
}

/** A unit that comes back, with the row of its return. */
export interface Returned {
  row: Return
}

/** A receiver of webhooks that is subscribed. */
export interface Receiver {
  subscription: { id: string; active: boolean; updated_at: Date }
  deliver(event: { id: string; name: string }): void
}

/** A step of the plan. Steps are performed in the order of their times. */
export interface Step {
  at: number
  act(shop: Shop): void
}

interface Founded {
  currency: string
  opensAt: Date
  pictureIds: ReadonlyMap<string, string>
}

export function createShop(service: Service, { currency, opensAt, pictureIds }: Founded): Shop {
  const id = service.createIds(() => shop.nowMs)
  const shop: Shop = {
    service,
    merchantId: '',
    currency,
    nowMs: opensAt.getTime(),
    id,
    tables: new Map(),
    lastPosition: 0,
    staff: { owner: '', manager: '', warehouse: '' },
    products: new Map(),
    slugs: new Set(),
    pictureIds,
    shownPictures: new Set(),
    prices: new Map(),
    goods: [],
    methods: {},
    transfer: undefined,
    rates: [],
    receivers: [],
    sales: new Map(),
    offers: [],
    cards: [],
  }
  return shop
}

export function now({ nowMs }: Shop): Date {
  return new Date(nowMs)
}

/** Moves the shop's time forward. */
export function passTime(shop: Shop, ms: number): void {
  shop.nowMs += ms
}

/** The times of a new row. */
export function rowTimes(shop: Shop): { created_at: Date; updated_at: Date } {
  return { created_at: now(shop), updated_at: now(shop) }
}

/** Adds a row of the shop. */
export function put<Row extends object>(shop: Shop, table: string, row: Row): Row {
  const rows = shop.tables.get(table) ?? []
  shop.tables.set(table, rows)
  rows.push(row)
  return row
}

export function emit(shop: Shop, ...events: DomainEvent[]): void {
  for (const { merchantId, name, data } of events) {
    // As numbering would have placed it: by microseconds, after the previous event.
    shop.lastPosition = Math.max(shop.lastPosition + 1, shop.nowMs * 1_000)
    const id = shop.id()
    const body = binaryText(shop.service.envelope(id, name, now(shop), data).toString())
    const event = { id, merchant_id: merchantId, name, body, created_at: now(shop), position: shop.lastPosition }
    put(shop, 'events', event)
    for (const receiver of shop.receivers) receiver.deliver(event)
  }
}

export function audit(shop: Shop, actor: Actor, action: string, targetId: string, changes: AuditChanges = {}) {
  const isSystem = actor === 'system'
  put(shop, 'audit_entries', {
    merchant_id: shop.merchantId,
    at: now(shop),
    id: shop.id(),
    actor_type: isSystem ? 'system' : 'user',
    actor_id: isSystem ? null : shop.staff[actor],
    action,
    target_type: shop.service.targetTypeOf(action),
    target_id: targetId,
    changes,
    ip: isSystem ? null : '127.0.0.1',
    request_id: isSystem ? null : randomUUID(),
  })
}

interface Movement {
  type: string
  onHand?: number
  reserved?: number
  orderId?: string
  actorId: string | null
  reason?: string
}

export function moveStock(shop: Shop, product: Product, { type, onHand = 0, reserved = 0, ...why }: Movement): void {
  const { id, sku, name, stock } = product
  const previous_on_hand = stock.on_hand
  stock.on_hand += onHand
  stock.reserved += reserved
  stock.movement_count += 1
  stock.ordered ||= type === 'order_placed'
  stock.updated_at = now(shop)
  product.in_stock = stock.on_hand > stock.reserved
  const units = { product_id: id, on_hand: stock.on_hand, reserved: stock.reserved }
  put(shop, 'stock_movements', {
    merchant_id: shop.merchantId,
    product_id: id,
    number: stock.movement_count,
    type,
    reason: why.reason ?? null,
    on_hand_change: onHand,
    reserved_change: reserved,
    on_hand_after: stock.on_hand,
    reserved_after: stock.reserved,
    order_id: why.orderId ?? null,
    actor_id: why.actorId,
    created_at: now(shop),
  })
  const change = { ...units, sku, name, previous_on_hand, movement: stock.movement_count }
  emit(shop, shop.service.inventoryUpdated(shop.merchantId, change, why.reason ?? type))
}

/** @throws if it is missing: a step is planned before one that it depends on */
export function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the plan of the demo shop is out of order')
  return value
}
