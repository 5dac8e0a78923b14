import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { type Row, sum } from './traded-shop.ts'

/** Adds up the rows themselves, in plain loops. */
export async function recount(service: TestApp, merchantId: string, from: Date, to: Date) {
  const rowsOf = async (table: string): Promise<Row[]> => {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where merchant_id = ${merchantId}`.execute(
      service.deps.db,
    )
    return rows
  }
  const isIn = (at: Date | null) => at !== null && at >= from && at < to
  const [orders, refunds, payments, items] = [
    await rowsOf('orders'),
    await rowsOf('refunds'),
    await rowsOf('payments'),
    await rowsOf('order_items'),
  ]
  const sold = orders.filter(
    ({ payment_status: state, paid_at, refund_count }) =>
      isIn(paid_at) &&
      (['paid', 'partially_refunded', 'partially_paid'].includes(state) || (state === 'refunded' && refund_count > 0)),
  )
  const settled = refunds.filter(({ status, settled_at }) => status === 'succeeded' && isIn(settled_at))
  const given = settled.filter(({ edit_id }) => edit_id === null)
  const total = sum(sold, (order) => order['total_minor'] - (order['voucher_minor'] ?? 0))
  const repaid = sum(given, (refund) => refund['amount_minor'] - (refund['voucher_minor'] ?? 0))
  const entries = (await rowsOf('stored_value_entries')).filter(({ created_at }) => isIn(created_at))
  const soldItems = items.filter(
    ({ order_id, voucher }) => voucher !== 'multi' && sold.some(({ id }) => id === order_id),
  )
  const taxOf = (refund: Row) => sum(refund['tax_lines'] ?? [], (line) => line['amount_minor'])
  // Of an order that was cancelled before it was paid in full: the payment itself was given back.
  const named = new Set([...refunds, ...(await rowsOf('refund_parts'))].map(({ payment_id }) => payment_id))
  const late = payments.filter(
    ({ id, status, refunded_at }) => status === 'refunded' && !named.has(id) && isIn(refunded_at),
  )
  const paid = payments.filter(
    ({ status, settled_at }) => ['succeeded', 'refunding', 'refunded'].includes(status) && isIn(settled_at),
  )
  const net = (order: Row) => order['total_minor'] - (order['voucher_minor'] ?? 0) - order['tax_total_minor']
  const costOf = (line: Row) => line['unit_cost_minor'] ?? 0
  const back = given.flatMap((refund) =>
    (refund['items'] ?? []).map((item: Row) => {
      const ofLine = (line: Row) => line['order_id'] === refund['order_id'] && line['line'] === item['line']
      const returned = item['restocked'] ? item['quantity'] - item['cancelled'] : 0
      return { line: items.find(ofLine), units: item['cancelled'] + returned }
    }),
  )
  const backOfSales = back.filter(({ line }) => line.voucher !== 'multi')
  const isUnknown = (line: Row) => line['unit_cost_minor'] === null
  const revenue = sum(sold, net) - sum(given, (one) => one['amount_minor'] - (one['voucher_minor'] ?? 0) - taxOf(one))
  const cost =
    sum(soldItems, (line) => costOf(line) * line['quantity']) -
    sum(backOfSales, ({ line, units }) => costOf(line ?? {}) * units)
  return {
    margin: {
      units: sum(soldItems, (line) => line['quantity']),
      returned_units: sum(backOfSales, ({ units }) => units),
      units_without_cost:
        sum(soldItems.filter(isUnknown), (line) => line['quantity']) -
        sum(
          backOfSales.filter(({ line }) => isUnknown(line ?? {})),
          ({ units }) => units,
        ),
      revenue,
      cost,
      margin: revenue - cost,
    },
    sales: {
      orders: sold.length,
      total,
      refunds: repaid,
      net: total - repaid,
      tax: sum(sold, (order) => order['tax_total_minor']),
      payment_fees: sum(sold, (order) => order['payment_fee_total_minor']),
    },
    payments: {
      payments: paid.length,
      amount: sum(paid, (one) => one['amount_minor']),
      refunded: sum([...settled, ...late], (one) => one['amount_minor']),
    },
    taxes: { tax: sum(sold, (order) => order['tax_total_minor']), refunded_tax: sum(given, taxOf) },
    products: {
      units: sum(
        items.filter(({ order_id }) => sold.some(({ id }) => id === order_id)),
        (item) => item['quantity'],
      ),
      total: sum(soldItems, (item) => item['quantity'] * item['price_minor'] - item['discount_minor']),
      refunded_units: sum(given, (refund) => sum(refund['items'] ?? [], (item) => item['quantity'])),
    },
    discounts: {
      total: sum(sold, (order) => sum(order['discounts'] ?? [], (one) => one['amount_minor'] + one['shipping_minor'])),
    },
    'gift-cards': { change: sum(entries, (entry) => entry['amount_minor']) },
    refunds: {
      refunds: given.length,
      amount: sum(given, (refund) => refund['amount_minor']),
      edits: settled.length - given.length,
      edit_amount: sum(settled, (one) => (one['edit_id'] === null ? 0 : one['amount_minor'])),
    },
  } as Record<string, Record<string, number>>
}
