import { read, type Schemas } from '@commerce-platform/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import type { Range } from './periods.ts'
import type { DashboardSearch } from './search.ts'

export type Dashboard = Schemas['Dashboard']
export type Totals = Omit<NonNullable<Dashboard['previous']>, 'from' | 'to' | 'series'>
export type Step = Dashboard['series'][number]

/** The chosen days, compared with as many before them. */
export const dashboardOptions = (range: Range, top_by: DashboardSearch['top_by']) =>
  queryOptions({
    queryKey: ['dashboard', range, top_by],
    queryFn: ({ signal }) => {
      const query = { ...range, ...(top_by && { top_by }), compare: 'previous_period' } as const
      return read(api.GET('/admin/dashboard', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
