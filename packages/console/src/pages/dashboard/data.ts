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

/** What a shop that never had an order lacks. */
export const firstStepsOptions = queryOptions({
  queryKey: ['dashboard', 'first steps'],
  queryFn: async ({ signal }) => {
    const one = { params: { query: { limit: 1 } }, signal }
    const [orders, products, shipping, webhooks] = await Promise.all([
      read(api.GET('/admin/orders', one)),
      read(api.GET('/admin/products', one)),
      read(api.GET('/admin/shipping-methods', one)),
      read(api.GET('/admin/webhooks', one)),
    ])
    return {
      orders: orders.pagination.total,
      products: products.pagination.total,
      shipping: shipping.pagination.total,
      webhooks: webhooks.pagination.total,
    }
  },
})
