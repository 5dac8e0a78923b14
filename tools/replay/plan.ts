import { buildCatalog, type Line, readableName } from '../demo/build-catalog.ts'
import { categoryOf } from '../demo/categories.ts'
import { type Sale, saleOf, takeBack, wholeCancellations } from './cancellations.ts'
import { countryCode, vatOn } from './countries.ts'
import { Ledger, nothing, sumOf } from './ledger.ts'
import { type PricedLine, priceInvoice } from './prices.ts'
import { unsoldReason } from './sold-lines.ts'
import type { Plan, PlannedOrder, PlannedProduct, Step, StockNote } from './steps.ts'
import type { Invoice, TransactionLine, Transactions } from './transactions.ts'

/** Turns the file into requests to the API; each of its lines is in a step or, with the reason, in `leftOut`. */
export function planReplay(transactions: Transactions): Plan {
  const ledger = new Ledger(transactions.unreadable)
  const prices = new Map<string, number>()
  const opening = new Map<string, PricedLine>()
  const steps: Step[] = []
  const sales = new Map<string, Sale[]>()
  const orders = new Map<string, PlannedOrder>()
  const invoices = transactions.invoices.filter(({ lines }) => lines.length > 0)
  const cancelledBy = wholeCancellations(invoices)
  const cancelled = new Set(cancelledBy.values())
  let vat: number | undefined

  const sell = (invoice: Invoice): void => {
    const sold = keepSold(invoice, ledger)
    if (sold.length === 0) return
    const { lines, changes } = priceInvoice(sold, prices)
    for (const line of lines) if (!opening.has(line.sku)) opening.set(line.sku, line)
    const account = invoice.customer === '' ? `guest-${invoice.number}` : `customer-${invoice.customer}`
    const perMille = vatOn(invoice.day)
    const country = countryCode(invoice.country)
    const order: PlannedOrder = {
      invoice: invoice.number,
      account,
      country,
      vat: perMille,
      lines,
      cancelled: cancelled.has(invoice.number),
    }
    orders.set(invoice.number, order)
    sales.set(invoice.customer, [...(sales.get(invoice.customer) ?? []), saleOf(order, order.cancelled)])
    if (perMille !== vat) steps.push({ type: 'vat', perMille })
    vat = perMille
    steps.push(...changes.map((change): Step => ({ type: 'price', ...change })))
    steps.push({ type: 'place', order }, { type: 'settle', order })
  }
  const cancel = (invoice: Invoice): void => {
    const order = orders.get(cancelledBy.get(invoice.number) ?? '')
    if (order !== undefined) {
      steps.push({ type: 'cancel', order, invoice: invoice.number })
      return
    }
    const { refunds, leftOut, discountUnits } = takeBack(invoice, sales.get(invoice.customer) ?? [])
    steps.push(...refunds.map((refund): Step => ({ type: 'refund', order: refund.order, refund })))
    // A cancellation of which nothing is taken back counts once, with the first reason.
    for (const [index, { reason, lines }] of leftOut.entries()) {
      ledger.leave(invoice.kind, reason, sumOf(lines, index === 0 && refunds.length === 0 ? 1 : 0))
    }
    if (discountUnits > 0) {
      const reason = 'the units of discounts, which are refunds of money only'
      ledger.leave(invoice.kind, reason, { ...nothing, units: -discountUnits })
    }
  }
  for (const invoice of invoices) {
    if (invoice.kind === 'sale') sell(invoice)
    else if (invoice.kind === 'cancellation') cancel(invoice)
    else if (invoice.kind === 'other') ledger.leave('other', "an accountant's entry", sumOf(invoice.lines, 1))
    else steps.push(...noteSteps(invoice))
  }
  return finish(transactions, ledger, steps, opening)
}

function keepSold(invoice: Invoice, ledger: Ledger): TransactionLine[] {
  const byReason = Map.groupBy(invoice.lines, (line) => unsoldReason(line, invoice.customer))
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
