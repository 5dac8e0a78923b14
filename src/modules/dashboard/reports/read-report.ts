import type { Executor } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { addDays } from '#src/platform/lib/days.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { selectOtherCurrencies } from '../currency-queries.ts'
import type { Selling } from '../currency-rules.ts'
import { giftCardsSource } from './gift-card-queries.ts'
import { marginSource } from './margin-queries.ts'
import { paymentsSource } from './payment-queries.ts'
import { type ReportRow, type ReportScope, type Source, selectReport } from './queries.ts'
import { type Dimension, isStep, type ReportRange } from './rules.ts'
import { discountsSource, productsSource, refundsSource, salesSource } from './sold-queries.ts'
import { taxesSource } from './tax-queries.ts'
import { visitsSource } from './visit-queries.ts'

type Value = string | number | boolean | null
type Row = Record<string, Value>

export interface Report {
  source: Source
  /** The values that `by` takes; the first is the default if `isNeeded`. */
  dimensions: readonly Dimension[]
  isNeeded: boolean
  /** What `by` names is a key of each row anyway. */
  implied?: Dimension
  /** Columns of the keys. */
  keysOf?: (keys: readonly string[]) => Row
  /** Changes the columns of the measures. */
  measuresOf?: (measures: Row, scope: Pick<ReportScope, 'by' | 'selling'>) => Row
  /** Its rows are of no order and no money. */
  isWithoutMoney?: boolean
}

const days = ['day', 'week', 'month'] as const
const ofOrders = [...days, 'customer', 'country', 'method'] as const

/** The texts of keys: an empty one stands for none. */
const named = (names: readonly string[]) => (keys: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, keys[index] || null]))

export const reports = {
  sales: { source: salesSource, dimensions: [...ofOrders, 'product'], isNeeded: true },
  payments: {
    source: paymentsSource,
    dimensions: ofOrders,
    isNeeded: true,
    implied: 'method',
    keysOf: named(['provider', 'method']),
    measuresOf: ({ without_known_fee: unknown, ...measures }) => ({ ...measures, fees: unknown === 0 ? 0 : null }),
  },
  taxes: {
    source: taxesSource,
    dimensions: ['country', ...days, 'customer', 'method'],
    isNeeded: true,
    implied: 'country',
    keysOf: ([country, category = '', rate, name, reason]) => ({
      country: country || null,
      category,
      rate: Number(rate),
      name: name || null,
      reverse_charge: reason === 'reverse_charge',
    }),
  },
  products: { source: productsSource, dimensions: ['product', ...ofOrders], isNeeded: true },
  discounts: {
    source: discountsSource,
    dimensions: ofOrders,
    isNeeded: false,
    keysOf: named(['promotion_id', 'code', 'name']),
  },
  'gift-cards': {
    source: giftCardsSource,
    dimensions: days,
    isNeeded: false,
    keysOf: named(['kind']),
    measuresOf: ({ balance = 0, ...measures }, { by }) => (by === undefined ? { ...measures, balance } : measures),
  },
  refunds: { source: refundsSource, dimensions: [...ofOrders, 'product'], isNeeded: true },
  margin: {
    source: marginSource,
    dimensions: ['product', ...ofOrders],
    isNeeded: true,
    measuresOf: (measures, { selling }) => {
      if (selling?.which === 'one') return { ...measures, cost: null, margin: null, margin_percent: null }
      const [margin, revenue] = [Number(measures['margin']), Number(measures['revenue'])]
      return { ...measures, margin_percent: revenue > 0 ? Math.round((margin / revenue) * 1_000) / 10 : null }
    },
  },
  visits: { source: visitsSource, dimensions: [...days, 'source'], isNeeded: true, isWithoutMoney: true },
} satisfies Record<string, Report>

export type ReportName = keyof typeof reports

export interface ReportRequest {
  name: ReportName
  range: ReportRange
  by: Dimension | undefined
  selling: Selling | undefined
}

/** Rows of an answer; a file has all. */
const maxRows = 1_000
const rowsOfBatch = 5_000

function scopeOf(
  { name, range, by, selling }: ReportRequest,
  merchantId: string,
): { report: Report; scope: ReportScope } {
  const report: Report = reports[name]
  return { report, scope: { merchantId, range, selling, by: by === report.implied ? undefined : by } }
}

export async function readReport(db: Executor, { id, currency: own }: Merchant, request: ReportRequest) {
  const { report, scope } = scopeOf(request, id)
  const currency = request.selling?.currency ?? own
  const found = await selectReport(db, report.source, scope, { limit: maxRows, order: 'most' })
  const others = request.selling === undefined ? [] : await selectOtherCurrencies(db, id)
  const [total, ...rows] = found
  const { range } = request
  return {
    report: request.name,
    from: range.firstDay,
    to: addDays(range.endDay, -1),
    by: request.by ?? null,
    timezone: range.zone,
    currency,
    ...(!report.isWithoutMoney && { currencies: [...new Set([own, ...others, currency])] }),
    rows: rows.map((row) => rowOf(row, report, scope, currency)),
    total_rows: total?.total ?? 0,
    totals: total ? measuresOf(total, report, scope, currency) : {},
  }
}

/** Runs one read, which may begin again on another server. */
type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** All rows, in the order of their keys; parts are read as the client reads. Without a row of sums. */
export async function* exportReport(
  read: Read,
  { id, currency: own }: Merchant,
  request: ReportRequest,
): AsyncGenerator<string> {
  const { report, scope } = scopeOf(request, id)
  const currency = request.selling?.currency ?? own
  let columns: string[] | undefined
  for (let after: string[] | undefined; ; ) {
    const page = { limit: rowsOfBatch, order: 'key', after } as const
    const [total, ...rows] = await read((db) => selectReport(db, report.source, scope, page))
    if (columns === undefined) {
      const empty = { ...total, dims: [], total: 0, is_total: true, sku: null, name: null, customer: null }
      columns = [...Object.keys(rowOf(rows[0] ?? empty, report, scope, currency)), 'currency']
      yield csvLine(columns)
    }
    const written = rows.map((row): Row => ({ ...rowOf(row, report, scope, currency), currency }))
    yield written.map((row) => csvLine((columns ?? []).map((column) => row[column] ?? null))).join('')
    const last = rows.at(-1)
    if (last?.dims == null || rows.length < rowsOfBatch) return
    after = last.dims
  }
}

function rowOf(row: ReportRow, report: Report, scope: ReportScope, currency: string): Row {
  const dims = row.dims ?? []
  const { by } = scope
  return {
    ...(by && dimensionOf(by, row, scope.range)),
    ...report.keysOf?.(by ? dims.slice(1) : dims),
    ...measuresOf(row, report, scope, currency),
  }
}

function dimensionOf(by: Dimension, row: ReportRow, range: ReportRange): Row {
  const value = row.dims?.[0] || null
  if (isStep(by)) return { date: range.days[Number(value)] ?? range.firstDay }
  if (by === 'product') return { product_id: value, sku: value && row.sku, product: value && row.name }
  if (by === 'customer') return { customer_id: value, customer: row.customer }
  return { [by]: value }
}

function measuresOf(row: ReportRow, { source, measuresOf: change }: Report, scope: ReportScope, currency: string): Row {
  const measures = Object.fromEntries(
    source.measures.map((name) => {
      const value = Number(row[name] ?? 0)
      return name.endsWith('_minor') ? [name.slice(0, -'_minor'.length), toMajor(value, currency)] : [name, value]
    }),
  )
  return change ? change(measures, scope) : measures
}
