import type { Static } from 'typebox'
import { withCustomPlans } from '#src/platform/db/statements/custom-plans.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { dayOf } from '#src/platform/lib/days.ts'
import type { OrderDiscount } from '../order-schemas.ts'
import { presentOrder } from '../present-order.ts'
import type { OrderFilter } from './filter.ts'
import { type StaffOrderRow, selectOrders } from './queries.ts'
import { customerOf } from './staff-order.ts'

/** Orders of one read, which are in memory while the file is sent. */
const batchSize = 50

/** Runs one read, which may begin again on another server. */
type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** A merchant's orders, oldest first, a row for each line; batches are read as the client reads. */
export async function* exportMerchantOrders(
  read: Read,
  { id: merchantId, timezone }: Pick<Merchant, 'id' | 'timezone'>,
  filter: OrderFilter,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(exportColumns)
  const write = (row: ExportRow) =>
    format === 'csv' ? csvLine(exportColumns.map((column) => row[column])) : `${JSON.stringify(row)}\n`
  const list = { merchantId, filter, textBy: 'row' } as const
  for (let after: [string, string] | undefined; ; ) {
    const range = { limit: batchSize, offset: 0, after }
    const found = await read((db) =>
      withCustomPlans(db, (planned) => selectOrders(planned, list, { by: 'created_at', direction: 'asc' }, range)),
    )
    const orders = found.slice(0, batchSize)
    for (const order of orders) yield toRows(order, timezone).map(write).join('')
    const last = orders.at(-1)
    if (last === undefined || found.length <= batchSize) return
    after = [last.position, last.id]
  }
}

export const exportColumns = [
  ...(['order_number', 'order_id', 'created_at', 'status', 'payment_status', 'fulfillment_status'] as const),
  ...(['paid_at', 'completed_at', 'cancelled_at', 'customer_id', 'customer_name', 'customer_email'] as const),
  ...(['order_email', 'currency', 'subtotal', 'shipping_total', 'tax_total', 'total', 'refunded_total'] as const),
  ...(['shipping_method', 'shipping_name', 'shipping_company', 'shipping_line1', 'shipping_line2'] as const),
  ...(['shipping_city', 'shipping_region', 'shipping_postal_code', 'shipping_country', 'shipping_phone'] as const),
  ...(['note', 'line', 'product_id', 'sku', 'product_name', 'quantity', 'price', 'line_total'] as const),
  ...(['quantity_fulfilled', 'quantity_refunded', 'created_on', 'paid_on'] as const),
  ...(['tax_lines', 'vat_number', 'reverse_charge', 'discount_total', 'rounding_total', 'discounts'] as const),
  ...(['line_discount', 'line_paid', 'order_phone', 'tags', 'assignee', 'payment_method'] as const),
  'payment_fee_total' as const,
]

type ExportRow = Record<(typeof exportColumns)[number], string | number | null>

/** `GST 5 %: 1.25`. */
function taxText({ name, rate, amount }: { name: string; rate: number; amount: number }): string {
  return `${name} ${rate} %: ${amount}`
}

/** `Summer sale (SUMMER-10): 2.55`. */
function discountText({ name, code, amount, shipping_amount }: Static<typeof OrderDiscount>): string {
  return `${name}${code === null ? '' : ` (${code})`}: ${amount + shipping_amount}`
}

/** A row for each line of the order, with the fields of the whole order in each. Days are those of the shop. */
function toRows(order: StaffOrderRow, timezone: string): ExportRow[] {
  const customer = customerOf(order)
  const { items, ...shown } = presentOrder(order, 'staff')
  const address = shown.shipping_address
  const ofOrder = {
    order_number: shown.order_number,
    order_id: shown.id,
    created_at: shown.created_at,
    status: shown.status,
    payment_status: shown.payment_status,
    fulfillment_status: shown.fulfillment_status,
    paid_at: shown.paid_at,
    completed_at: shown.completed_at,
    cancelled_at: shown.cancelled_at,
    customer_id: customer.id,
    customer_name: customer.name,
    customer_email: customer.email,
    order_email: shown.email,
    currency: shown.currency,
    subtotal: shown.subtotal,
    shipping_total: shown.shipping_total,
    tax_total: shown.tax_total,
    total: shown.total,
    refunded_total: shown.refunded_total,
    shipping_method: shown.shipping_method?.name ?? null,
    shipping_name: address?.name ?? null,
    shipping_company: address?.company ?? null,
    shipping_line1: address?.line1 ?? null,
    shipping_line2: address?.line2 ?? null,
    shipping_city: address?.city ?? null,
    shipping_region: address?.region ?? null,
    shipping_postal_code: address?.postal_code ?? null,
    shipping_country: address?.country ?? null,
    shipping_phone: address?.phone ?? null,
    note: order.note,
    created_on: dayOf(order.created_at.getTime(), timezone),
    paid_on: order.paid_at && dayOf(order.paid_at.getTime(), timezone),
    tax_lines: shown.tax_lines.map(taxText).join('; ') || null,
    vat_number: shown.buyer_vat?.number ?? null,
    reverse_charge: shown.buyer_vat?.reverse_charge ? 'yes' : null,
    discount_total: shown.discount_total,
    payment_fee_total: shown.payment_fee_total,
    rounding_total: shown.rounding_total,
    discounts: shown.discounts.map(discountText).join('; ') || null,
    order_phone: shown.phone,
    tags: order.tags.join(', ') || null,
    assignee: order.assignee?.name ?? null,
    payment_method: shown.payment_terms?.name ?? null,
  }
  return items.map((item) => ({
    ...ofOrder,
    line: item.line,
    product_id: item.product_id,
    sku: item.sku,
    product_name: item.name,
    quantity: item.quantity,
    price: item.price,
    line_total: item.total,
    line_discount: item.discount,
    line_paid: item.paid,
    quantity_fulfilled: item.quantity_fulfilled,
    quantity_refunded: item.quantity_refunded,
  }))
}
