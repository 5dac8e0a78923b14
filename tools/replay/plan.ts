import { buildCatalog, type Line, readableName } from '../demo/build-catalog.ts'
import { categoryOf } from '../demo/categories.ts'
import { matchCancellation } from './cancellations.ts'
import { Ledger, type LeftOut, sumOf } from './ledger.ts'
import { type PricedLine, priceInvoice } from './prices.ts'
import type { Invoice, TransactionLine, Transactions } from './transactions.ts'

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
  lines: PricedLine[]
  /** Taken back as a whole by a later cancellation. */
  cancelled: boolean
}

export interface StockNote {
  invoice: string
  sku: string
  units: number
  reason: string
}

/** What staff and customers do, in file order. */
export type Step =
  | { type: 'price'; sku: string; pence: number }
  | { type: 'place'; order: PlannedOrder }
  | { type: 'settle'; order: PlannedOrder }
  | { type: 'cancel'; order: PlannedOrder; invoice: string }
  | { type: 'stock'; note: StockNote }

export interface Plan {
  products: PlannedProduct[]
  orders: PlannedOrder[]
  notes: StockNote[]
  steps: Step[]
  leftOut: LeftOut[]
}

const unsoldCodes: [pattern: RegExp, reason: string][] = [
  [/^(?:BANK CHARGES|AMAZONFEE|CRUK)$/, "a bank's or marketplace's fee, sold to nobody"],
  [/^(?:D|B|ADJUST\d*|TEST\d*)$/, 'a discount, correction or test entry'],
]

/** Why a line of a sale buys nothing, or undefined where it does. */
function unsoldReason(line: TransactionLine): string | undefined {
  if (line.quantity < 0) return 'a negative quantity on an invoice that is no cancellation'
  if (line.pence < 0) return 'a negative price'
  return unsoldCodes.find(([pattern]) => pattern.test(line.sku))?.[1]
}

/**
 * Turns the file into what the API can be asked for; each of its lines is in a step or, with the reason, in `leftOut`.
 */
export function planReplay(transactions: Transactions): Plan {
  const ledger = new Ledger(transactions.unreadable)
  const prices = new Map<string, number>()
  const opening = new Map<string, PricedLine>()
  const orders = new Map<Invoice, PlannedOrder>()
  const steps: Step[] = []

  const sales = new Map<string, Invoice[]>()

  const sell = (invoice: Invoice): void => {
    const sold = keepSold(invoice, ledger)
    if (sold.length === 0) return
    if (invoice.customer !== '') sales.set(invoice.customer, [...(sales.get(invoice.customer) ?? []), invoice])
    const { lines, changes } = priceInvoice(sold, prices)
    for (const line of lines) if (!opening.has(line.sku)) opening.set(line.sku, line)
    const account = invoice.customer === '' ? `guest-${invoice.number}` : `customer-${invoice.customer}`
    const order: PlannedOrder = { invoice: invoice.number, account, lines, cancelled: false }
    // With a line left out, the order is not the whole invoice, and cancelling it would not be the whole cancellation.
    if (sold.length === invoice.lines.length) orders.set(invoice, order)
    steps.push(...changes.map((change): Step => ({ type: 'price', ...change })))
    steps.push({ type: 'place', order }, { type: 'settle', order })
  }
  const takeBack = (invoice: Invoice): void => {
    const match = matchCancellation(invoice, sales.get(invoice.customer) ?? [], (sale) => orders.has(sale))
    const order = 'cancels' in match ? orders.get(match.cancels) : undefined
    if ('cancels' in match && order !== undefined) {
      orders.delete(match.cancels)
      order.cancelled = true
      steps.push({ type: 'cancel', order, invoice: invoice.number })
    } else if ('reason' in match) ledger.leave(invoice.kind, match.reason, sumOf(invoice.lines, 1))
  }
  for (const invoice of transactions.invoices.filter(({ lines }) => lines.length > 0)) {
    if (invoice.kind === 'sale') sell(invoice)
    else if (invoice.kind === 'cancellation') takeBack(invoice)
    else if (invoice.kind === 'other') ledger.leave('other', "an accountant's entry", sumOf(invoice.lines, 1))
    else steps.push(...noteSteps(invoice))
  }
  return finish(transactions, ledger, steps, opening)
}

function keepSold(invoice: Invoice, ledger: Ledger): TransactionLine[] {
  const byReason = Map.groupBy(invoice.lines, unsoldReason)
  const sold = byReason.get(undefined) ?? []
  // An invoice of which nothing is sold counts once, with the first reason.
  let whole = sold.length === 0 ? 1 : 0
  for (const [reason, lines] of byReason) {
    if (reason === undefined) continue
    ledger.leave(invoice.kind, reason, sumOf(lines, whole))
    whole = 0
  }
  return sold
}

function noteSteps(invoice: Invoice): Step[] {
  return invoice.lines.map(({ sku, quantity, description }): Step => {
    const reason = `Invoice ${invoice.number}: ${description || 'no description'}`
    return { type: 'stock', note: { invoice: invoice.number, sku, units: quantity, reason } }
  })
}

/** Stock notes need a product, and which codes are one is known only at the end of the file. */
function finish(transactions: Transactions, ledger: Ledger, all: Step[], opening: Map<string, PricedLine>): Plan {
  const steps = all.filter((step) => step.type !== 'stock' || opening.has(step.note.sku))
  const notes = steps.filter((step) => step.type === 'stock').map((step) => step.note)
  const taken = new Set(notes.map((note) => note.invoice))
  const unknown = all.filter((step) => step.type === 'stock').filter((step) => !opening.has(step.note.sku))
  for (const [invoice, own] of Map.groupBy(unknown, (step) => step.note.invoice)) {
    const lines = own.map(({ note }) => ({ quantity: note.units, pence: 0 }))
    const reason = 'a stock note on a code that the file never sells at a price'
    ledger.leave('stock', reason, sumOf(lines, taken.has(invoice) ? 0 : 1))
  }
  const orders = steps.filter((step) => step.type === 'place').map((step) => step.order)
  return {
    products: describe(transactions.rows, opening, orders, notes),
    orders,
    notes,
    steps,
    leftOut: ledger.entries(),
  }
}

function describe(
  rows: Line[],
  opening: ReadonlyMap<string, PricedLine>,
  orders: readonly PlannedOrder[],
  notes: readonly StockNote[],
): PlannedProduct[] {
  const catalog = new Map(buildCatalog(rows).products.map((product) => [product.sku, product]))
  const stock = new Map<string, number>()
  const need = (sku: string, units: number) => stock.set(sku, (stock.get(sku) ?? 0) + Math.max(0, units))
  for (const { lines } of orders) for (const line of lines) need(line.sku, line.quantity)
  for (const note of notes) need(note.sku, -note.units)

  return [...opening.values()].map(({ sku, code, pence }) => {
    const { name, description, category } = catalog.get(code) ?? describeByName(code, rows)
    return { sku, name, description, category, pence, stock: stock.get(sku) ?? 0 }
  })
}

/** Carriage, lines priced by hand and goods only ever given away are on invoices and not in the demo catalog. */
function describeByName(code: string, rows: readonly Line[]) {
  const row = rows.find((one) => one.StockCode.trim().toUpperCase() === code && one.Description.trim() !== '')
  const name = row === undefined ? code : readableName(row.Description)
  return { name, description: null, category: /^\d/.test(code) ? categoryOf(name) : 'Charges' }
}
