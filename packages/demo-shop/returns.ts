import { changeOrder } from './sales.ts'
import { audit, emit, needed, now, put, type Return, type Returned, type Sale, type Shop } from './shop.ts'

const words: Record<string, { reason: string; note: string | null }> = {
  'Arrived broken': { reason: 'damaged', note: 'The handle is cracked.' },
  'Not as described': { reason: 'not_as_described', note: null },
  'Wrong colour': { reason: 'wrong_item', note: 'I ordered the red one.' },
}

/** The customer asks to send a unit of the first item back. */
export function requestReturn(shop: Shop, sale: Sale, why: string): void {
  const { order } = sale
  const item = needed(order.items[0])
  const { merchantId: merchant_id } = shop
  const row: Return = put(shop, 'returns', {
    merchant_id,
    id: shop.id(),
    order_id: order.id,
    user_id: order.user_id,
    kind: 'return',
    status: 'requested',
    currency: order.currency,
    message: null,
    shipping_minor: 0,
    deduction_minor: 0,
    deduction_reason: null,
    version: 1,
    created_at: now(shop),
    updated_at: now(shop),
    approved_at: null,
    received_at: null,
    ended_at: null,
  })
  const returned: Returned = put(shop, 'return_items', {
    merchant_id,
    return_id: row.id,
    line: item.line,
    quantity: 1,
    quantity_cancelled: 0,
    ...(words[why] ?? { reason: 'changed_mind', note: null }),
    quantity_received: null,
    condition: null,
    restock: null,
    row,
  })
  sale.returned = returned
  item.quantity_returning += 1
  emitReturn(shop, sale, row)
}

/** Staff approves it. */
export function approveReturn(shop: Shop, sale: Sale): void {
  move(shop, sale, 'approved')
}

/** The unit comes back. Its refund ends the return. */
export function receiveReturn(shop: Shop, sale: Sale, isWhole: boolean): Return | undefined {
  const { returned } = sale
  if (returned === undefined) return undefined
  const condition = isWhole ? 'resell' : 'damaged'
  Object.assign(returned, { quantity_received: 1, condition, restock: isWhole })
  move(shop, sale, 'received')
  needed(sale.order.items[0]).quantity_returning -= 1
  move(shop, sale, 'refunded')
  return returned.row
}

function move(shop: Shop, sale: Sale, to: Return['status']): void {
  const { row } = needed(sale.returned)
  const from = row.status
  const at = now(shop)
  Object.assign(row, { status: to, version: row.version + 1, updated_at: at })
  if (to === 'refunded') row.ended_at = at
  else Object.assign(row, { [`${to}_at`]: at })
  emitReturn(shop, sale, row)
  audit(shop, 'manager', 'return.updated', row.id, { status: [from, to] })
}

function emitReturn(shop: Shop, sale: Sale, { id, status }: Return): void {
  changeOrder(shop, sale, {})
  const change = `return_${status}`
  emit(shop, shop.service.orderUpdated(sale.order, sale.order.status, change, { return: { id, status } }))
}
