import { read } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import type { Return } from '../orders/returns-of-order.ts'
import type { ReturnsSearch } from './search.ts'

export const returnsOptions = ({ status, due }: ReturnsSearch) => {
  const filter = { ...(status && { status }), ...(due && { refund_due: true }) }
  return listOptions(['returns', filter], (page, signal) =>
    read(api.GET('/admin/returns', { params: { query: { ...page, ...filter } }, signal })),
  )
}

export const returnOptions = (id: string) =>
  queryOptions({
    queryKey: ['returns', 'one', id],
    queryFn: ({ signal }) => read(api.GET('/admin/returns/{id}', { params: { path: { id } }, signal })),
  })

/** The queries that show what a step of a return changes. */
export const returnKeys = ({ order_id, exchange_order_id }: Return) => [
  ['returns'],
  ['order', order_id],
  ['orders'],
  ['dashboard'],
  ['inventory'],
  ['customers'],
  ...(exchange_order_id === null ? [] : [['order', exchange_order_id]]),
]
