import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import type { Tone } from '#console/ui/status.tsx'
import type { ReturnsSearch } from './search.ts'

export type Return = Schemas['Return']

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

/** Those of an order, newest first. */
export const returnsOfOrder = (orderId: string) =>
  queryOptions({
    queryKey: ['returns', 'order', orderId],
    queryFn: async ({ signal }) => {
      const query = { order_id: orderId, limit: 100 }
      return (await read(api.GET('/admin/returns', { params: { query }, signal }))).items
    },
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

export const returnTones: Record<Return['status'], Tone> = {
  requested: 'warn',
  approved: 'accent',
  received: 'warn',
  refunded: 'good',
  declined: 'neutral',
  closed: 'neutral',
  cancelled: 'neutral',
}

export const unitsOf = ({ items }: Return) =>
  items.map((item) => `${item.quantity + item.quantity_cancelled} × ${item.name}`).join(', ')
