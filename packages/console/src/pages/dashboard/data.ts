import { read, type Schemas } from '@commerce-platform/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import type { Range } from './periods.ts'

export type Dashboard = Schemas['Dashboard']

export const dashboardOptions = (query: Range) =>
  queryOptions({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => read(api.GET('/admin/dashboard', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
