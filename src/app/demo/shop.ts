import { randomUUID } from 'node:crypto'
import type { CartRow } from '#src/modules/carts/index.ts'
import type { ShownProduct } from '#src/modules/catalog/index.ts'
import { inventoryUpdated } from '#src/modules/inventory/index.ts'
import type { ShippingMethodRow } from '#src/modules/shipping/index.ts'
import type { TaxRateRow } from '#src/modules/taxes/index.ts'
import { type AuditAction, targetTypeOf } from '#src/platform/audit/actions.ts'
import type { AuditChanges } from '#src/platform/audit/changes.ts'
import { createIds } from '#src/platform/lib/ids.ts'
import { type DomainEvent, envelope } from '#src/platform/outbox/index.ts'
import { binaryText, type Table } from './load-queries.ts'
import { deliver, type Receiver } from './receivers.ts'
import type { Sale } from './sales.ts'

export type Row = Readonly<Record<string, unknown>>

/** Who does something in the shop, beside its customers. */
export type Actor = 'owner' | 'manager' | 'system'

export interface Product extends ShownProduct {
  price_common: number
  stock: { on_hand: number; reserved: number; movement_count: number; ordered: boolean; updated_at: Date }
}

/** A cart that was left, or is in use. */
export interface Cart extends CartRow {
  abandoned_at: Date | null
}

/** A change of a product's stock. */
export interface Movement {
  type: string
  onHand: number
  reserved: number
  orderId?: string | null
  actorId?: string | null
  reason?: string | null
}

/** The shop at a moment of its past, and all rows that its past has left. */
export interface Shop {
  merchantId: string
  currency: string
  now(): Date
  /** Goes on to that moment, unless it is later already. */
  goOnTo(at: number): void
  /** A new id of this moment. */
  id(): string
  put(table: Table, ...rows: Row[]): void
  rows(table: Table): readonly Row[]
  emit(...events: DomainEvent[]): void
  audit(actor: Actor, action: AuditAction, targetId: string, changes?: AuditChanges): void
  move(product: Product, movement: Movement): void
  staff: Record<Exclude<Actor, 'system'>, string>
  products: Map<string, Product>
  /** The products that sell often; the last one is taken out of the catalog. */
  goods: Product[]
  methods: Record<string, ShippingMethodRow>
  rates: TaxRateRow[]
  receivers: Receiver[]
  sales: Map<number, Sale>
  carts: Map<string, Cart>
}

/** Something that happens in the shop. Steps are performed in the order of their times. */
export interface Step {
  at: number
  act(shop: Shop): void
}

export function createShop(currency: string, opensAt: Date): Shop {
  let nowMs = opensAt.getTime()
  let position = 0
  const id = createIds(() => nowMs)
  const tables = new Map<Table, Row[]>()
  const now = () => new Date(nowMs)

  const shop: Shop = {
    merchantId: id(),
    currency,
    now,
    goOnTo(at) {
      nowMs = Math.max(nowMs, Math.round(at))
    },
    id,
    put(table, ...rows) {
      const known = tables.get(table)
      if (known === undefined) tables.set(table, rows)
      else known.push(...rows)
    },
    rows: (table) => tables.get(table) ?? [],
    emit(...events) {
      for (const { merchantId, name, data } of events) {
        // As numbering would have placed it: by microseconds, and behind the one before.
        position = Math.max(position + 1, nowMs * 1_000)
        const eventId = id()
        const body = binaryText(envelope(eventId, name, now(), data).toString())
        shop.put('events', { id: eventId, merchant_id: merchantId, name, body, created_at: now(), position })
        for (const receiver of shop.receivers) deliver(shop, receiver, { id: eventId, name })
      }
    },
    audit(actor, action, targetId, changes = {}) {
      const isSystem = actor === 'system'
      shop.put('audit_entries', {
        merchant_id: shop.merchantId,
        at: now(),
        id: id(),
        actor_type: isSystem ? 'system' : 'user',
        actor_id: isSystem ? null : shop.staff[actor],
        action,
        target_type: targetTypeOf(action),
        target_id: targetId,
        changes,
        ip: isSystem ? null : '127.0.0.1',
        request_id: isSystem ? null : randomUUID(),
      })
    },
    move(product, { type, onHand, reserved, orderId = null, actorId = null, reason = null }) {
      const { id: product_id, sku, name, stock } = product
      const previous_on_hand = stock.on_hand
      stock.on_hand += onHand
      stock.reserved += reserved
      stock.movement_count += 1
      stock.ordered ||= type === 'order_placed'
      stock.updated_at = now()
      shop.put('stock_movements', {
        merchant_id: shop.merchantId,
        product_id,
        number: stock.movement_count,
        type,
        reason,
        on_hand_change: onHand,
        reserved_change: reserved,
        on_hand_after: stock.on_hand,
        reserved_after: stock.reserved,
        order_id: orderId,
        actor_id: actorId,
        created_at: now(),
      })
      const change = { product_id, sku, name, previous_on_hand, on_hand: stock.on_hand, reserved: stock.reserved }
      shop.emit(inventoryUpdated(shop.merchantId, { ...change, movement: stock.movement_count }, reason ?? type))
    },
    staff: { owner: id(), manager: '' },
    products: new Map(),
    goods: [],
    methods: {},
    rates: [],
    receivers: [],
    sales: new Map(),
    carts: new Map(),
  }
  return shop
}

/** @throws if there is none: a step is planned before what it needs */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the plan of the demo shop is out of order')
  return value
}
