import { dayOf, oneOf } from '#console/lib/search.ts'

export const periods = ['7d', '30d', '90d', '365d'] as const
export type Period = (typeof periods)[number]

export interface DashboardSearch {
  period?: Period
  from?: string
  to?: string
}

export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return { period: oneOf(search['period'], periods), from: dayOf(search['from']), to: dayOf(search['to']) }
}
