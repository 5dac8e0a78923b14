import type { Invoice, TransactionLine } from './transactions.ts'

/** The order a cancellation takes back as a whole, or why there is none. */
export type CancellationMatch = { cancels: Invoice } | { reason: string }

/**
 * The API cancels orders, whole, and knows no order of negative quantities. So a cancellation becomes one only where an
 * earlier order of the same customer has the same products at the same prices in the same quantities.
 *
 * @param earlier the customer's sales before it in the file, oldest first
 * @param canBeCancelled whether an order stands for the whole of the sale, and is not cancelled yet
 */
export function matchCancellation(
  cancellation: Invoice,
  earlier: readonly Invoice[],
  canBeCancelled: (sale: Invoice) => boolean,
): CancellationMatch {
  const returned = unitsByGoods(cancellation.lines, -1)
  const cancels = earlier.findLast(
    (order) => canBeCancelled(order) && sameUnits(returned, unitsByGoods(order.lines, 1)),
  )
  if (cancels !== undefined) return { cancels }

  const codes = cancellation.lines.map((line) => line.sku)
  if (codes.every((code) => /^(?:BANK CHARGES|AMAZONFEE|CRUK)$/.test(code))) {
    return { reason: 'a fee taken back, no goods' }
  }
  if (codes.every((code) => code === 'D')) return { reason: 'a discount given afterwards: the API has no credit notes' }
  if (cancellation.customer === '') return { reason: 'no customer, so no order it could belong to' }
  const bought = new Set(earlier.flatMap((order) => [...unitsByGoods(order.lines, 1).keys()]))
  return returned.keys().some((goods) => bought.has(goods))
    ? { reason: 'not the whole of one order: the API cancels whole orders only' }
    : { reason: 'bought in no order of this file: it begins later' }
}

function unitsByGoods(lines: readonly TransactionLine[], sign: 1 | -1): Map<string, number> {
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
