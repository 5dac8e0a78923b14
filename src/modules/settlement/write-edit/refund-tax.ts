import type { EditedOrder, OrderRow, RefundRow } from '#src/modules/orders/index.ts'

/** The tax that an order has less, by the lines that have less of it; null if it has none. */
export function taxOfDifference(before: OrderRow, after: EditedOrder): RefundRow['tax_lines'] {
  return (
    before.tax_lines?.map(({ name, rate, compound, reason, taxable_minor, amount_minor }) => {
      const left = after.tax_lines?.find((one) => one.name === name && one.rate === rate && one.compound === compound)
      return {
        name,
        rate,
        taxable_minor: Math.max(0, taxable_minor - (left?.taxable_minor ?? 0)),
        amount_minor: Math.max(0, amount_minor - (left?.amount_minor ?? 0)),
        ...(compound && { compound }),
        ...(reason && { reason }),
      }
    }) ?? null
  )
}
