import { isOwnFee, unsoldReason } from './sold-lines.ts'
import { type PlannedOrder, type PlannedRefund, sumOfLines } from './steps.ts'
import type { Invoice, TransactionLine } from './transactions.ts'

/** An order, with its rest after earlier cancellations. */
export interface Sale {
  order: PlannedOrder
  /** Units by SKU. */
  units: Map<string, number>
  pence: number
}

/** The refunds of a cancellation that covers no whole order. */
export interface TakenBack {
  refunds: PlannedRefund[]
  leftOut: { reason: string; lines: TransactionLine[] }[]
  /** Units of the discounts among the refunds: they are no goods. */
  discountUnits: number
}

/** @param cancelled it is taken back as a whole: nothing is left for other cancellations */
export function saleOf(order: PlannedOrder, cancelled: boolean): Sale {
  if (cancelled) return { order, units: new Map(), pence: 0 }
  const units = new Map(order.lines.map(({ sku, quantity }) => [sku, quantity]))
  return { order, units, pence: sumOfLines(order.lines) }
}

/**
 * The sales that are cancelled as a whole, by the number of the cancellation: it is of just their goods, of the same
 * customer. Of equal ones it is the latest; without a customer it must be the only one. A sale that lost a line is not
 * the whole invoice.
 */
export function wholeCancellations(invoices: readonly Invoice[]): Map<string, string> {
  const found = new Map<string, string>()
  const sold = new Map<string, { number: string; goods: Map<string, number> }[]>()
  for (const { number, kind, customer, lines } of invoices) {
    const own = sold.get(customer) ?? []
    if (kind === 'sale' && lines.every((line) => unsoldReason(line, customer) === undefined)) {
      sold.set(customer, [...own, { number, goods: unitsByGoods(lines, 1) }])
    }
    if (kind !== 'cancellation') continue
    const returned = unitsByGoods(lines, -1)
    const same = own.filter(({ goods }) => sameUnits(returned, goods))
    const last = same.at(-1)
    if (last === undefined || (customer === '' && same.length > 1)) continue
    found.set(number, last.number)
    sold.set(
      customer,
      own.filter((sale) => sale !== last),
    )
  }
  return found
}

/**
 * A cancellation becomes refunds of the orders that its customer bought these goods with, the latest first.
 *
 * @param all the customer's sales before it in the file, oldest first; what is taken back is taken off them
 */
export function takeBack(cancellation: Invoice, all: readonly Sale[]): TakenBack {
  const { number: invoice, customer } = cancellation
  const earlier = customer === '' ? onlyOneWith(cancellation, all) : all
  const latestFirst = earlier.toReversed()
  const refunds = new Map<Sale, PlannedRefund>()
  const refundOf = (sale: Sale): PlannedRefund => {
    const refund = refunds.get(sale) ?? { invoice, order: sale.order, lines: [], goodwill: 0 }
    refunds.set(sale, refund)
    return refund
  }
  let discountUnits = 0
  const left = cancellation.lines.flatMap((line) => {
    const reason = unrefundable(line, customer)
    if (reason !== undefined) return [{ reason, line }]
    const isDiscount = line.sku === 'D'
    const rest = isDiscount ? discount(line, latestFirst, refundOf) : giveBack(line, latestFirst, refundOf)
    if (isDiscount) discountUnits -= line.quantity + rest
    return rest === 0 ? [] : [{ reason: whyLeft(line, customer, earlier), line: { ...line, quantity: -rest } }]
  })
  const leftOut = [...Map.groupBy(left, ({ reason }) => reason)]
  return {
    refunds: [...refunds.values()],
    leftOut: leftOut.map(([reason, own]) => ({ reason, lines: own.map(({ line }) => line) })),
    discountUnits,
  }
}

/** Of the sales without a customer the only one that has all of these goods, at their prices. */
function onlyOneWith({ lines }: Invoice, sales: readonly Sale[]): readonly Sale[] {
  const returned = unitsByGoods(
    lines.filter((line) => !isOwnFee(line, '')),
    -1,
  )
  const having = sales.filter(({ order, units }) => {
    const left = unitsByGoods(
      order.lines.map((line) => ({ sku: line.code, pence: line.pence, quantity: units.get(line.sku) ?? 0 })),
      1,
    )
    return returned.entries().every(([goods, quantity]) => (left.get(goods) ?? 0) >= quantity)
  })
  return having.length === 1 ? having : []
}

function unrefundable(line: TransactionLine, customer: string): string | undefined {
  if (isOwnFee(line, customer)) return "a bank's or marketplace's fee taken back, charged to nobody"
  return line.quantity > 0 || line.pence < 0 ? 'a line that takes nothing back' : undefined
}

/** The reason why no order of the file matches. */
function whyLeft({ sku }: TransactionLine, customer: string, earlier: readonly Sale[]): string {
  if (customer === '') return 'no customer, and not just one order without a customer has all of it'
  const before = 'of an order before the file begins'
  if (earlier.length === 0) return `${before}: no earlier order of its customer`
  const isKnown = sku === 'D' || earlier.some(({ order }) => order.lines.some(({ code }) => code === sku))
  return `${before}: ${isKnown ? 'less is left of' : 'not in'} the earlier orders of its customer`
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

type Goods = Pick<TransactionLine, 'sku' | 'pence' | 'quantity'>

function unitsByGoods(lines: readonly Goods[], sign: 1 | -1): Map<string, number> {
  const units = new Map<string, number>()
  for (const { sku, pence, quantity } of lines) {
    const goods = `${sku} ${pence}`
    units.set(goods, (units.get(goods) ?? 0) + sign * quantity)
  }
  return units
}

function sameUnits(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && a.entries().every(([goods, units]) => b.get(goods) === units)
}
