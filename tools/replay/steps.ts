import type { LeftOut } from './ledger.ts'
import type { PricedLine } from './prices.ts'

export interface PlannedProduct {
  sku: string
  name: string
  description: string | null
  category: string
  /** The price it is first sold at. */
  pence: number
  /** Units to have at the beginning, so that nothing the file sold is refused. */
  stock: number
}

export interface PlannedOrder {
  invoice: string
  /** `customer-17850`, or `guest-536544` for an invoice without a customer. */
  account: string
  /** Where it goes, by ISO 3166-1; undefined where the file names no country. */
  country: string | undefined
  /** The VAT of its day, in tenths of a percent. */
  vat: number
  lines: PricedLine[]
  /** Taken back as a whole by a later cancellation. */
  cancelled: boolean
}

/** What a cancellation takes back of one order. */
export interface PlannedRefund {
  /** The cancellation's number. */
  invoice: string
  order: PlannedOrder
  /** `pence` is what the cancellation says a unit costs. */
  lines: { sku: string; quantity: number; pence: number }[]
  /** A discount: money without units. */
  goodwill: number
}

export interface StockNote {
  invoice: string
  sku: string
  units: number
  reason: string
}

/** What staff and customers do, in file order. */
export type Step =
  | { type: 'vat'; perMille: number }
  | { type: 'price'; sku: string; pence: number }
  | { type: 'place'; order: PlannedOrder }
  | { type: 'settle'; order: PlannedOrder }
  | { type: 'cancel'; order: PlannedOrder; invoice: string }
  | { type: 'refund'; order: PlannedOrder; refund: PlannedRefund }
  | { type: 'stock'; note: StockNote }

export interface Plan {
  products: PlannedProduct[]
  orders: PlannedOrder[]
  notes: StockNote[]
  steps: Step[]
  leftOut: LeftOut[]
}

export function sumOfLines(lines: readonly { quantity: number; pence: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.pence, 0)
}
