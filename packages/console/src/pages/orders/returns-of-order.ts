import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import type { Tone } from '#console/ui/status.tsx'

export type Return = Schemas['Return']

/** Those of an order, newest first. */
export const returnsOfOrder = (orderId: string) =>
  queryOptions({
    queryKey: ['returns', 'order', orderId],
    queryFn: async ({ signal }) => {
      const query = { order_id: orderId, limit: 100 }
      return (await read(api.GET('/admin/returns', { params: { query }, signal }))).items
    },
  })

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
