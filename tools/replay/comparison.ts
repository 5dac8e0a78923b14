import { isTaxed, taxIn } from './countries.ts'
import { type Figures, pence } from './figures.ts'
import { type Kind, type Sum, totalLeftOut } from './ledger.ts'
import { partOf, refundReason } from './run.ts'
import type { ApiOrder } from './shop.ts'
import { type Plan, type PlannedOrder, type PlannedRefund, sumOfLines } from './steps.ts'

/** One line of the closing table. Without `file` and `leftOut`: a figure that the file does not have. */
export interface Row {
  figure: string
  unit: 'count' | 'money'
  file?: number
  leftOut?: number
  expected: number
  api: number
}

export function differs(row: Row): boolean {
  if (row.api !== row.expected) return true
  return row.file !== undefined && row.file - (row.leftOut ?? 0) !== row.expected
}

interface Totals {
  units: number
  pence: number
}

/**
 * The file's own sums against what the API reports. Three sides that are counted apart: the file line by line, the plan
 * order by order, and the API's answers.
 */
export function compare(fileSums: Record<Kind, Sum>, plan: Plan, figures: Figures): Row[] {
  const { dashboard } = figures
  const cancelled = plan.orders.filter((order) => order.cancelled)
  const refunds = plan.steps.filter((step) => step.type === 'refund').map((step) => step.refund)
  const expected = { sold: planned(plan.orders), back: takenBack(cancelled, refunds) }
  const back = refunded(plan.orders, figures)
  const sold = reported(plan.orders, figures)
  const ordersPlaced = parts(plan.orders, figures.maxLines)
  const ordersCancelled = parts(cancelled, figures.maxLines)
  const sums = (kind: Kind, measure: keyof Sum) => ({
    file: fileSums[kind][measure],
    leftOut: totalLeftOut(plan.leftOut, kind)[measure],
  })
  const addressed = plan.orders.filter(({ country }) => country !== undefined)
  const tax = plan.orders.reduce((sum, order) => sum + taxOf(order, figures), 0)
  const all = (['sale', 'cancellation', 'stock', 'other'] as const).map((kind) => sums(kind, 'pence'))

  return [
    {
      figure: 'sales: invoices, each to the penny',
      unit: 'count',
      ...sums('sale', 'invoices'),
      expected: plan.orders.length,
      api: plan.orders.filter((order) => isToThePenny(order, figures.orders.get(order) ?? [])).length,
    },
    { figure: 'sales: units', unit: 'count', ...sums('sale', 'units'), expected: expected.sold.units, api: sold.units },
    { figure: 'sales: money', unit: 'money', ...sums('sale', 'pence'), expected: expected.sold.pence, api: sold.pence },
    {
      figure: 'cancellations: invoices',
      unit: 'count',
      ...sums('cancellation', 'invoices'),
      expected: cancelled.length + new Set(refunds.map(({ invoice }) => invoice)).size,
      api: cancelled.filter((order) => isRefunded(figures.orders.get(order) ?? [])).length + done(refunds, figures),
    },
    {
      figure: 'cancellations: units',
      unit: 'count',
      ...sums('cancellation', 'units'),
      expected: 0 - expected.back.units,
      api: 0 - back.units,
    },
    {
      figure: 'cancellations: money',
      unit: 'money',
      ...sums('cancellation', 'pence'),
      expected: 0 - expected.back.pence,
      api: 0 - back.pence,
    },
    {
      figure: 'revenue, by the dashboard',
      unit: 'money',
      file: all.reduce((sum, { file }) => sum + file, 0),
      leftOut: all.reduce((sum, { leftOut }) => sum + leftOut, 0),
      expected: expected.sold.pence - expected.back.pence,
      api: dashboard.revenue,
    },
    {
      figure: 'refunds, by the dashboard',
      unit: 'money',
      expected: expected.back.pence,
      api: dashboard.refunds,
    },
    {
      figure: 'sales: invoices with their address',
      unit: 'count',
      expected: addressed.length,
      api: addressed.filter((order) => goesThere(order, figures.orders.get(order) ?? [])).length,
    },
    {
      figure: 'sales: tax in the prices',
      unit: 'money',
      expected: tax,
      api: plan.orders
        .flatMap((order) => figures.orders.get(order) ?? [])
        .reduce((sum, order) => sum + pence(order.tax_total), 0),
    },
    { figure: 'tax, by the dashboard', unit: 'money', expected: tax, api: dashboard.tax },
    {
      figure: 'stock notes: units',
      unit: 'count',
      ...sums('stock', 'units'),
      expected: plan.notes.reduce((sum, note) => sum + note.units, 0),
      // What is on hand changed by what was shipped, what came back, and by the notes.
      api: stockChange(plan, figures) + sold.units - back.units,
    },
    { figure: 'orders, by the dashboard', unit: 'count', expected: ordersPlaced, api: dashboard.orders },
    {
      figure: 'orders completed, by the dashboard',
      unit: 'count',
      expected: ordersPlaced - ordersCancelled,
      api: dashboard.completed,
    },
    {
      figure: 'orders cancelled, by the dashboard',
      unit: 'count',
      expected: ordersCancelled,
      api: dashboard.cancelled,
    },
    {
      // Paid in the range, whatever was given back since.
      figure: 'orders paid, by the dashboard',
      unit: 'count',
      expected: ordersPlaced,
      api: dashboard.paid,
    },
    {
      figure: 'customers, by the dashboard',
      unit: 'count',
      expected: new Set(plan.orders.map((order) => order.account)).size,
      api: dashboard.customers,
    },
    {
      figure: 'products with the stock they should have',
      unit: 'count',
      expected: plan.products.length,
      api: rightlyStocked(plan, figures),
    },
  ]
}

function planned(orders: readonly PlannedOrder[]): Totals {
  const lines = orders.flatMap((order) => order.lines)
  return {
    units: lines.reduce((sum, line) => sum + line.quantity, 0),
    pence: sumOfLines(lines),
  }
}

function takenBack(cancelled: readonly PlannedOrder[], refunds: readonly PlannedRefund[]): Totals {
  const whole = planned(cancelled)
  const lines = refunds.flatMap((refund) => refund.lines)
  return {
    units: whole.units + lines.reduce((sum, line) => sum + line.quantity, 0),
    pence: whole.pence + sumOfLines(lines) + refunds.reduce((sum, { goodwill }) => sum + goodwill, 0),
  }
}

/** An invoice of more lines than an order may have becomes several orders. */
function parts(orders: readonly PlannedOrder[], maxLines: number): number {
  return orders.reduce((sum, order) => sum + Math.ceil(order.lines.length / Math.min(maxLines, order.lines.length)), 0)
}

/** It is rounded once for each of the invoice's orders. */
function taxOf(order: PlannedOrder, figures: Figures): number {
  let tax = 0
  for (let index = 0; index * figures.maxLines < order.lines.length; index++) {
    tax += taxIn(sumOfLines(partOf(figures, order, index)), order.country, order.vat)
  }
  return tax
}

/** To its country, at the rate of its day or without tax. */
function goesThere({ country, vat }: PlannedOrder, orders: readonly ApiOrder[]): boolean {
  const rates = isTaxed(country) ? [vat / 10] : []
  return (
    orders.length > 0 &&
    orders.every(
      ({ shipping_address, tax_lines }) =>
        shipping_address?.country === country &&
        tax_lines.length === rates.length &&
        tax_lines.every(({ rate }) => rates.includes(rate)),
    )
  )
}

function reported(orders: readonly PlannedOrder[], figures: Figures): Totals {
  return totalsOf(orders.flatMap((order) => figures.orders.get(order) ?? []))
}

function totalsOf(orders: readonly ApiOrder[]): Totals {
  return {
    units: orders.flatMap((order) => order.items).reduce((sum, item) => sum + item.quantity, 0),
    pence: orders.reduce((sum, order) => sum + pence(order.total), 0),
  }
}

/** The invoice's orders say its units and its sum, line by line, and stand where the file leaves them. */
function isToThePenny(order: PlannedOrder, orders: readonly ApiOrder[]): boolean {
  const items = new Map(orders.flatMap((one) => one.items).map((item) => [item.sku, item]))
  const status = order.cancelled ? 'cancelled' : 'completed'
  return (
    items.size === order.lines.length &&
    totalsOf(orders).pence === planned([order]).pence &&
    orders.every((one) => one.status === status) &&
    order.lines.every((line) => {
      const item = items.get(line.sku)
      return item?.quantity === line.quantity && pence(item.total) === line.quantity * line.pence
    })
  )
}

/** What the orders' refunds gave back; those for one cancellation with its number. */
function refunded(orders: readonly PlannedOrder[], figures: Figures, invoice?: string): Totals {
  const given = orders
    .flatMap((order) => figures.orders.get(order) ?? [])
    .flatMap((order) => order.refunds)
    .filter(
      ({ status, reason }) => status === 'succeeded' && (invoice === undefined || reason === refundReason(invoice)),
    )
  return {
    units: given.flatMap(({ items }) => items).reduce((sum, { quantity }) => sum + quantity, 0),
    pence: given.reduce((sum, { amount }) => sum + pence(amount), 0),
  }
}

/** The cancellations of which every refund gave back the units and the money that it should. */
function done(refunds: readonly PlannedRefund[], figures: Figures): number {
  const isDone = (refund: PlannedRefund) => {
    const [due, given] = [takenBack([], [refund]), refunded([refund.order], figures, refund.invoice)]
    return due.units === given.units && due.pence === given.pence
  }
  return Map.groupBy(refunds, ({ invoice }) => invoice)
    .values()
    .reduce((count, own) => count + (own.every(isDone) ? 1 : 0), 0)
}

function isRefunded(orders: readonly ApiOrder[]): boolean {
  const done = orders.filter((order) => order.status === 'cancelled' && order.payment_status === 'refunded')
  return orders.length > 0 && done.length === orders.length
}

function stockChange(plan: Plan, { stockBefore, stockAfter }: Figures): number {
  return plan.products.reduce((sum, { sku }) => sum + (stockAfter.get(sku) ?? 0) - (stockBefore.get(sku) ?? 0), 0)
}

function rightlyStocked(plan: Plan, { stockBefore, stockAfter }: Figures): number {
  const expected = new Map(stockBefore)
  const move = (sku: string, units: number) => expected.set(sku, (expected.get(sku) ?? 0) + units)
  for (const order of plan.orders.filter(({ cancelled }) => !cancelled)) {
    for (const line of order.lines) move(line.sku, -line.quantity)
  }
  for (const step of plan.steps.filter((step) => step.type === 'refund')) {
    for (const line of step.refund.lines) move(line.sku, line.quantity)
  }
  for (const note of plan.notes) move(note.sku, note.units)
  return plan.products.filter(({ sku }) => expected.get(sku) === stockAfter.get(sku)).length
}
