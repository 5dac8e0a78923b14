import { parse } from 'csv-parse/sync'
import type { Line } from '../demo/build-catalog.ts'
import { type Kind, Ledger, type LeftOut, type Sum, sumOf } from './ledger.ts'

/** One line of the file that can be read: whole units, whole pence. */
export interface TransactionLine {
  sku: string
  description: string
  quantity: number
  pence: number
}

export interface Invoice {
  number: string
  kind: Kind
  /** Empty where the file names none. */
  customer: string
  /** As `2010-12-01`. */
  day: string
  /** As the file names it; empty where it does not. */
  country: string
  lines: TransactionLine[]
}

export interface Transactions {
  /** In file order. */
  invoices: Invoice[]
  /** What the file itself adds up to, by kind of invoice; lines that cannot be read count as lines only. */
  sums: Record<Kind, Sum>
  unreadable: LeftOut[]
  /** As the file has them, for names and categories. */
  rows: Line[]
}

interface Row extends Line {
  CustomerID: string
  InvoiceDate: string
  Country: string
  /** Quantity times price, in the edition of the data set that has it. */
  TotalPrice?: string
}

const columns = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
]

/** @throws Error when it is not the table expected, or has dates of another form */
export function readTransactions(csv: string): Transactions {
  const rows: Row[] = parse(csv, { columns: true, bom: true, skip_empty_lines: true })
  const missing = columns.filter((column) => !(column in (rows[0] ?? {})))
  if (missing.length > 0) throw new Error(`the file has no rows with ${missing.join(', ')}`)

  const ledger = new Ledger()
  const invoices = [...Map.groupBy(rows, (row) => row.InvoiceNo.trim())].map(([number, own]) => {
    const readings = own.map(readLine)
    const lines = readings.filter((line) => typeof line !== 'string')
    const { CustomerID: customer = '', InvoiceDate: date = '', Country: country = '' } = own[0] ?? {}
    const invoice: Invoice = {
      number,
      kind: kindOf(number, lines),
      lines,
      customer: customer.trim(),
      day: readDay(date),
      country: country.trim(),
    }
    for (const [reason, faulty] of Map.groupBy(
      readings.filter((line) => typeof line === 'string'),
      String,
    )) {
      ledger.leave(invoice.kind, reason, { invoices: 0, lines: faulty.length, units: 0, pence: 0 })
    }
    return { invoice, lineCount: own.length }
  })
  const sums = sumByKind(invoices)
  for (const { invoice } of invoices.filter(({ invoice }) => invoice.lines.length === 0)) {
    ledger.leave(invoice.kind, 'no line of it can be read', { invoices: 1, lines: 0, units: 0, pence: 0 })
  }
  return { invoices: invoices.map(({ invoice }) => invoice), sums, unreadable: ledger.entries(), rows }
}

function sumByKind(invoices: { invoice: Invoice; lineCount: number }[]): Record<Kind, Sum> {
  const sum = (kind: Kind): Sum => {
    const own = invoices.filter(({ invoice }) => invoice.kind === kind)
    const lines = own.reduce((count, { lineCount }) => count + lineCount, 0)
    return { ...sumOf(own.flatMap(({ invoice }) => invoice.lines)), invoices: own.length, lines }
  }
  return { sale: sum('sale'), cancellation: sum('cancellation'), stock: sum('stock'), other: sum('other') }
}

/**
 * A cancellation's number starts with C. A plain invoice without any price is a stock keeper's note (found, lost,
 * damaged), since nobody was charged. Numbers of any other form are the accountant's.
 */
function kindOf(number: string, lines: TransactionLine[]): Kind {
  if (/^C\d+$/.test(number)) return 'cancellation'
  if (!/^\d+$/.test(number)) return 'other'
  return lines.length > 0 && lines.every((line) => line.pence === 0) ? 'stock' : 'sale'
}

/** The line, or why it cannot be read. */
function readLine(row: Row): TransactionLine | string {
  const quantity = /^-?\d+$/.test(row.Quantity) ? Number(row.Quantity) : 0
  if (quantity === 0 || !Number.isSafeInteger(quantity)) return 'a quantity that is no number of units'
  const pence = readPence(row.UnitPrice)
  if (pence === undefined) return 'a price that is not in whole pence'
  if (row.TotalPrice !== undefined && readPence(row.TotalPrice) !== quantity * pence) {
    return 'a total that is not quantity times price'
  }
  return { sku: row.StockCode.trim().toUpperCase(), description: row.Description.trim(), quantity, pence }
}

/** "12/1/10 8:26" and "2010-12-01 08:26:00" are 2010-12-01: the data set has editions with either. */
function readDay(text: string): string {
  const [, iso] = /^(\d{4}-\d\d-\d\d)/.exec(text.trim()) ?? []
  if (iso !== undefined) return iso
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(?:20)?(\d\d) /.exec(text.trim()) ?? []
  if (year === '') throw new Error(`the file has a date of another form: ${text}`)
  return `20${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** "2.1" is 210. Read from the text: a penny must not pass through a fraction. */
function readPence(text: string): number | undefined {
  const [, sign, pounds = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (sign === undefined) return undefined
  const pence = Number(pounds + fraction.padEnd(2, '0'))
  return sign === '-' && pence !== 0 ? -pence : pence
}
