import { currencyOf, dayOf, oneOf } from '#console/lib/search.ts'

export const reportNames = [
  ...([
    'sales',
    'payments',
    'taxes',
    'products',
    'discounts',
    'gift-cards',
    'refunds',
    'margin',
    'visits',
    'datev',
  ] as const),
] as const
export type ReportName = (typeof reportNames)[number]

export const dimensions = ['day', 'week', 'month', 'product', 'customer', 'country', 'method', 'source'] as const
export type Dimension = (typeof dimensions)[number]

export interface ReportsSearch {
  /** Sales if left out. */
  report?: ReportName | undefined
  by?: Dimension | undefined
  from?: string | undefined
  to?: string | undefined
  /** Whose orders count, if not those in the shop's own. */
  currency?: string | undefined
}

export function readReportsSearch(search: Record<string, unknown>): ReportsSearch {
  const report = oneOf(search['report'], reportNames)
  const by = oneOf(search['by'], dimensions)
  const [from, to] = [dayOf(search['from']), dayOf(search['to'])]
  const isReversed = from !== undefined && to !== undefined && from > to
  return {
    report,
    currency: currencyOf(search['currency']),
    ...(by && reportDimensions[report ?? 'sales'].includes(by) && { by }),
    ...(isReversed ? { from: to, to: from } : { from, to }),
  }
}

const days: Dimension[] = ['day', 'week', 'month']
const ofOrders: Dimension[] = [...days, 'customer', 'country', 'method']

/** The first is what a report is by if nothing else is chosen. */
export const reportDimensions: Record<ReportName, readonly Dimension[]> = {
  sales: [...ofOrders, 'product'],
  payments: ofOrders,
  taxes: ['country', ...days, 'customer', 'method'],
  products: ['product', ...ofOrders],
  discounts: ofOrders,
  'gift-cards': days,
  refunds: [...ofOrders, 'product'],
  margin: ['product', ...ofOrders],
  visits: [...days, 'source'],
  datev: [],
}

/** Reports that need no dimension. */
export const isWhole = (report: ReportName) => report === 'discounts' || report === 'gift-cards'
