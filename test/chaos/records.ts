import type { Journal } from './journal.ts'

export type OrderStatus = 'pending' | 'paid' | 'processing' | 'completed' | 'cancelled'

/** An order as answers show it; what the run needs of it. */
export interface ShownOrder {
  id: string
  user_id: string
  order_number: string
  status: OrderStatus
  payment_status: string
  total: number
  items: { product_id: string; quantity: number; price: number }[]
  created_at: string
  paid_at: string | null
  expires_at?: string
}

export interface ShownPayment {
  id: string
  order_id: string
  method: string
  status: string
  amount: number
}

export interface StockChange {
  productId: string
  adjust: number
  /** In the ledger, too: says which change it is. */
  reason: string
  outcome: 'changed' | 'refused' | 'unknown'
}

/** What clients were answered: all of it must be true of the database at the end. */
export interface Records {
  /** By idempotency key: each placed one order. */
  ordersByKey: Map<string, ShownOrder>
  /** The last state in which each order was seen. */
  orders: Map<string, ShownOrder>
  /** By idempotency key: each made one payment. */
  paymentsByKey: Map<string, ShownPayment>
  stockChanges: StockChange[]
  /** Quantities by product, by user. */
  carts: Map<string, Map<string, number>>
  /** Ids by idempotency key. */
  webhooksByKey: Map<string, string>
  sawOrder(order: ShownOrder): void
  /** A refusal told only the status. */
  sawStatus(orderId: string, status: OrderStatus): void
}

const next: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['pending', 'paid', 'processing', 'completed', 'cancelled'],
  paid: ['paid', 'processing', 'completed', 'cancelled'],
  processing: ['processing', 'completed', 'cancelled'],
  completed: ['completed'],
  cancelled: ['cancelled'],
}

/** Whether an order seen in one status can be in the other one later. */
export function canBecome(before: OrderStatus, after: OrderStatus): boolean {
  return next[before].includes(after)
}

const lastPaymentStatuses: Record<string, readonly string[]> = {
  pending: ['succeeded', 'failed', 'refunded'],
  succeeded: ['succeeded', 'refunded'],
  // A charge that was late is found after all, and given back.
  failed: ['failed', 'refunded'],
  refunding: ['refunded'],
  refunded: ['refunded'],
}

/** Whether a payment seen in one status can have ended in the other one. */
export function canEndAs(seen: string, last: string): boolean {
  return lastPaymentStatuses[seen]?.includes(last) ?? false
}

export function createRecords(journal: Journal): Records {
  const orders = new Map<string, ShownOrder>()
  /** Of answers that were under way at the same time either may come first, so only ends are held against them. */
  const checkEnd = (orderId: string, status: OrderStatus) => {
    const known = orders.get(orderId)?.status
    if ((known === 'completed' || known === 'cancelled') && (status === 'completed' || status === 'cancelled')) {
      if (known !== status) journal.fault('an order ends once', { orderId, known, status })
    }
  }
  return {
    orders,
    ordersByKey: new Map(),
    paymentsByKey: new Map(),
    stockChanges: [],
    carts: new Map(),
    webhooksByKey: new Map(),
    sawOrder(order) {
      checkEnd(order.id, order.status)
      const known = orders.get(order.id)
      if (known === undefined || canBecome(known.status, order.status)) orders.set(order.id, order)
    },
    sawStatus(orderId, status) {
      checkEnd(orderId, status)
      const known = orders.get(orderId)
      if (known !== undefined && canBecome(known.status, status)) orders.set(orderId, { ...known, status })
    },
  }
}
