import { type PlannedOrder, type PlannedRefund, sumOfLines } from './steps.ts'
import type { Invoice, TransactionLine } from './transactions.ts'

/** An order, and what earlier cancellations have left of it. */
export interface Sale {
  order: PlannedOrder
  /** Units by SKU. */
  units: Map<string, number>
  pence: number
  /** The order is the whole of its invoice, and nothing was taken back yet. */
  whole: boolean
}

/** What a cancellation becomes. */
export interface TakenBack {
  /** The order that it takes back as a whole. */
  cancels?: PlannedOrder
  refunds: PlannedRefund[]
  leftOut: { reason: string; lines: TransactionLine[] }[]
  /** Units of the discounts among the refunds: they are no goods. */
  discountUnits: number
}

const beforeTheFile = 'of an order before the file begins'

export function saleOf(order: PlannedOrder, whole: boolean): Sale {
  return {
    order,
    units: new Map(order.lines.map(({ sku, quantity }) => [sku, quantity])),
    pence: sumOfLines(order.lines),
    whole,
  }
}

/**
 * A cancellation of just what an order has cancels that order; any other becomes refunds of the orders that its
 * customer bought these goods with, the latest first.
 *
 * @param earlier the customer's sales before it in the file, oldest first; what is taken back is taken off them
 */
export function takeBack(cancellation: Invoice, earlier: readonly Sale[]): TakenBack {
  const returned = unitsByGoods(
    cancellation.lines.map(({ sku, ...line }) => ({ ...line, code: sku })),
    -1,
  )
  const same = earlier.findLast(({ whole, order }) => whole && sameUnits(returned, unitsByGoods(order.lines, 1)))
  if (same !== undefined) {
    Object.assign(same, { units: new Map(), pence: 0, whole: false })
    return { cancels: same.order, refunds: [], leftOut: [], discountUnits: 0 }
  }
  const refunds = new Map<Sale, PlannedRefund>()
  const refundOf = (sale: Sale): PlannedRefund => {
    const { order } = sale
    const refund = refunds.get(sale) ?? { invoice: cancellation.number, order, lines: [], goodwill: 0 }
    refunds.set(sale, refund)
    sale.whole = false
    return refund
  }
  const latestFirst = earlier.toReversed()
  let discountUnits = 0
  const left = cancellation.lines.flatMap((line) => {
    const reason = unrefundable(line, cancellation)
    if (reason !== undefined) return [{ reason, line }]
    const isDiscount = line.sku === 'D'
    const rest = isDiscount ? discount(line, latestFirst, refundOf) : giveBack(line, latestFirst, refundOf)
    if (isDiscount) discountUnits -= line.quantity + rest
    return rest === 0 ? [] : [{ reason: beforeTheFile, line: { ...line, quantity: -rest } }]
  })
  const leftOut = [...Map.groupBy(left, ({ reason }) => reason)]
  return {
    refunds: [...refunds.values()],
    leftOut: leftOut.map(([reason, own]) => ({ reason, lines: own.map(({ line }) => line) })),
    discountUnits,
  }
}

function unrefundable({ sku, quantity, pence }: TransactionLine, { customer }: Invoice): string | undefined {
  if (/^(?:BANK CHARGES|AMAZONFEE|CRUK)$/.test(sku)) return 'a fee taken back, no goods'
  if (quantity > 0 || pence < 0) return 'a line that takes nothing back'
  return customer === '' ? 'no customer, so no order it could belong to' : undefined
}

/** Answers the units that no sale has: at the line's price first, then at another. */
function giveBack(line: TransactionLine, sales: readonly Sale[], refundOf: (sale: Sale) => PlannedRefund): number {
  const { sku: code, pence } = line
  let rest = -line.quantity
  for (const atItsPrice of [true, false]) {
    for (const sale of sales) {
      for (const { sku, ...sold } of sale.order.lines) {
        if (sold.code !== code || (sold.pence === pence) !== atItsPrice) continue
        const affordable = pence === 0 ? rest : Math.floor(sale.pence / pence)
        const quantity = Math.min(rest, sale.units.get(sku) ?? 0, affordable)
        if (quantity === 0) continue
        refundOf(sale).lines.push({ sku, quantity, pence })
        sale.units.set(sku, (sale.units.get(sku) ?? 0) - quantity)
        sale.pence -= quantity * pence
        rest -= quantity
      }
    }
  }
  return rest
}

/** All of it or nothing. Answers the units of the line that are left: those of a discount are no goods. */
function discount(line: TransactionLine, sales: readonly Sale[], refundOf: (sale: Sale) => PlannedRefund): number {
  let rest = -sumOfLines([line])
  if (rest > sales.reduce((sum, { pence }) => sum + pence, 0)) return -line.quantity
  for (const sale of sales) {
    const given = Math.min(rest, sale.pence)
    if (given === 0) continue
    refundOf(sale).goodwill += given
    sale.pence -= given
    rest -= given
  }
  return 0
}

type Goods = { code: string; pence: number; quantity: number }

function unitsByGoods(lines: readonly Goods[], sign: 1 | -1): Map<string, number> {
  const units = new Map<string, number>()
  for (const { code, pence, quantity } of lines) {
    const goods = `${code} ${pence}`
    units.set(goods, (units.get(goods) ?? 0) + sign * quantity)
  }
  return units
}

function sameUnits(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && a.entries().every(([goods, units]) => b.get(goods) === units)
}
