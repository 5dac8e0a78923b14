import { read, type Schemas } from '@commerce-platform/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import type { Range } from './periods.ts'
import type { DashboardSearch } from './search.ts'

export type Dashboard = Schemas['Dashboard']
export type Totals = Omit<NonNullable<Dashboard['previous']>, 'from' | 'to' | 'series'>
export type Step = Dashboard['series'][number]

/** The chosen days, compared with as many before them. */
export const dashboardOptions = (range: Range, { top_by, currency }: Pick<DashboardSearch, 'top_by' | 'currency'>) =>
  queryOptions({
    queryKey: ['dashboard', range, top_by, currency],
    queryFn: ({ signal }) => {
      const chosen = { ...(top_by && { top_by }), ...(currency && { currency }) }
      const query = { ...range, ...chosen, compare: 'previous_period' } as const
      return read(api.GET('/admin/dashboard', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
