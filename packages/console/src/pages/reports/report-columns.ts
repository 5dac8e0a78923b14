import { count, countryName, dayText, money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { FigureColumn } from './figure-table.tsx'

export type ReportRow = Record<string, unknown>

interface ReportColumn extends FigureColumn<ReportRow> {
  field: string
}

const names: Record<string, string> = {
  sku: 'SKU',
  gift_cards: t('Gift cards sold'),
  net: t('Net'),
  fees: t('Fees'),
  taxable: t('Net sales'),
  tax: t('Tax'),
  refunded_taxable: t('Refunded, net'),
  refunded_tax: t('Refunded tax'),
  net_taxable: t('Net sales less refunds'),
  net_tax: t('Tax less refunds'),
  shipping_amount: t('Off shipping'),
  edit_amount: t('Refunded by edits'),
  returned_units: t('Back in stock'),
  units_without_cost: t('Units without cost'),
  revenue: t('Revenue without tax'),
  margin_percent: t('Margin %'),
  name: t('Name'),
}

const counts = new Set([
  'orders',
  'units',
  'refunded_units',
  'payments',
  'issued',
  'edits',
  'returned_units',
  'units_without_cost',
  'visits',
  'product_views',
  'carts',
  'checkouts',
])
const leftOut = new Set(['product_id', 'customer_id', 'promotion_id'])
const none = '—'

const texts: Record<string, (value: string, row: ReportRow) => string> = {
  date: (day) => dayText(`${day}T12:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric' }),
  country: countryName,
  provider: words,
  method: words,
  category: words,
  kind: words,
}

/** Of the fields that the rows have, in the order of the report. */
export function columnsOf(rows: readonly ReportRow[], totals: ReportRow, report: string): ReportColumn[] {
  const measures = Object.keys(totals)
  const keys = Object.keys(rows[0] ?? {}).filter((field) => !(field in totals) && !leftOut.has(field))
  // Days, products and customers first: the answer has optional fields last.
  const order = [
    'date',
    'product',
    'sku',
    'customer',
    'country',
    'provider',
    'method',
    'source',
    'category',
    'rate',
    'name',
    'code',
  ]
  keys.sort((one, other) => (order.indexOf(one) + 1 || 99) - (order.indexOf(other) + 1 || 99))
  return [...keys, ...measures].map((field) => ({
    field,
    name: names[field] ?? words(field),
    numeric: field in totals || field === 'rate',
    text: (row, currency) => textOf(field, row, currency, report),
  }))
}

function textOf(field: string, row: ReportRow, currency: string, report: string): string {
  const value = row[field]
  if (value === null || value === undefined) return none
  if (field === 'rate' || field === 'margin_percent') return `${value} %`
  if (field === 'reverse_charge') return value === true ? t('Yes') : none
  if (typeof value === 'string') return texts[field]?.(value, row) ?? value
  const isCount = counts.has(field) || (field === 'refunds' && ['refunds', 'payments'].includes(report))
  return isCount ? count(Number(value)) : money(Number(value), currency)
}
