import { planReplay } from './plan.ts'
import type { Plan, Step } from './steps.ts'
import { readTransactions, type Transactions } from './transactions.ts'

/** A line of the file, in tests. */
export type Cells = [invoice: string, code: string, quantity: number | string, price: string, customer?: string]

export const header = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

export function transactionsOf(...lines: Cells[]): Transactions {
  const rows = lines.map(
    ([invoice, code, quantity, price, customer = '17850']) =>
      `${invoice},${code},WHITE METAL LANTERN,${quantity},12/1/10 8:26,${price},${customer},United Kingdom`,
  )
  return readTransactions([header, ...rows].join('\n'))
}

export const planOf = (...lines: Cells[]): Plan => planReplay(transactionsOf(...lines))

export const reasons = (...lines: Cells[]): string[] => planOf(...lines).leftOut.map((entry) => entry.reason)

/** A step in few words. */
export function brief(step: Step): string {
  if (step.type === 'vat') return `vat ${step.perMille}`
  if (step.type === 'price') return `price ${step.sku} ${step.pence}`
  if (step.type === 'stock') return `stock ${step.note.sku} ${step.note.units}`
  return `${step.type} ${step.order.invoice}`
}
