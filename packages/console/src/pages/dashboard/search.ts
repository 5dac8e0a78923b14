import { currencyOf, dayOf, oneOf } from '#console/lib/search.ts'

export const periods = ['7d', '30d', '90d', '365d'] as const
export type Period = (typeof periods)[number]

export interface DashboardSearch {
  period?: Period
  /** Chosen days, both included, instead of a period. */
  from?: string
  to?: string
  /** What ranks the products, if not revenue. */
  top_by?: 'units'
  /** Whose orders count, if not those in the shop's own. */
  currency?: string
}

export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const [from, to] = [dayOf(search['from']), dayOf(search['to'])]
  const isReversed = from !== undefined && to !== undefined && from > to
  return {
    period: oneOf(search['period'], periods),
    ...(isReversed ? { from: to, to: from } : { from, to }),
    top_by: oneOf(search['top_by'], ['units']),
    currency: currencyOf(search['currency']),
  }
}
