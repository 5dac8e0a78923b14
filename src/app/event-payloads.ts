import { type TSchema, Type } from 'typebox'
import { Cart, CartItem } from '#src/modules/carts/index.ts'
import { EventProduct } from '#src/modules/catalog/index.ts'
import { User } from '#src/modules/identity/index.ts'
import { Order, OrderStatus, orderChanges } from '#src/modules/orders/index.ts'
import { Paper } from '#src/modules/papers/index.ts'
import { Payment } from '#src/modules/payments/index.ts'
import { ReturnStatus } from '#src/modules/returns/index.ts'
import { Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import type { EventName } from '#src/platform/outbox/index.ts'

const user = { user: User }
const order = { order: Order }
const paid = { order: Order, payment: Payment }
const paidInFull = { order: Order, payment: Nullable(Payment) }
const product = { product: EventProduct }
const line = { cart: Cart, item: CartItem }

const StockProduct = named('StockProduct', Type.Object({ id: Uuid, sku: Type.String(), name: Type.String() }))
const StockChange = named(
  'StockChange',
  Type.Object({
    previous_quantity: Type.Integer({ description: 'On hand before.', examples: [40] }),
    current_quantity: Type.Integer({ description: 'On hand now.', examples: [38] }),
    reserved: Type.Integer({ examples: [3] }),
    available: Type.Integer({ examples: [35] }),
    version: Type.Integer({ description: 'Grows with each change of the product’s stock.', examples: [2] }),
  }),
)

const orderUpdated = {
  order: Order,
  previous_status: OrderStatus,
  change: Type.String({ enum: [...orderChanges], description: 'Kind of the change.', examples: ['payment_status'] }),
  /** With the changes `invoiced` and `credited`. */
  invoice: Type.Optional(Paper),
  return: Type.Optional(
    Type.Object({ id: Uuid, status: ReturnStatus }, { description: 'With the changes `return_…`: which return.' }),
  ),
}

const fields: Record<EventName, { summary: string; data: Record<string, TSchema> }> = {
  'user.created': { summary: 'A user registered', data: user },
  'user.updated': { summary: 'A user changed their profile', data: user },
  'user.deleted': { summary: 'A user erased their account', data: user },
  'user.verified': { summary: 'A user confirmed their e-mail address', data: user },
  'order.created': { summary: 'An order was placed', data: order },
  'order.updated': { summary: 'An order changed', data: orderUpdated },
  'order.cancelled': { summary: 'An order was cancelled', data: order },
  'order.completed': { summary: 'An order was fulfilled', data: order },
  'order.payment_succeeded': {
    summary: 'An order was paid; `payment` is null if nothing was left to pay',
    data: paidInFull,
  },
  'order.payment_failed': { summary: 'A payment of an order failed', data: paid },
  'product.created': { summary: 'A product was created', data: product },
  'product.updated': { summary: 'A product changed', data: product },
  'product.deleted': { summary: 'A product was deleted or archived', data: product },
  'inventory.updated': {
    summary: 'Units on hand or reserved changed',
    data: {
      product: StockProduct,
      inventory: StockChange,
      reason: Type.String({ description: 'Kind of the change, or a note by staff.', examples: ['order_placed'] }),
    },
  },
  'cart.item_added': { summary: 'A product was added to a cart', data: line },
  'cart.item_removed': { summary: 'A product was removed from a cart', data: line },
  'cart.abandoned': { summary: 'A cart was abandoned', data: { cart: Cart } },
}

/** The `data` of each event. */
export const eventPayloads = Object.entries(fields).map(([name, { summary, data }]) => ({
  name: name as EventName,
  summary,
  data: Type.Object(data),
}))
