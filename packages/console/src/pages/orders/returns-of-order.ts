import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import type { Order } from '#console/data/queries.ts'
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

/** Units that were sent, and neither came back nor are about to. */
export function leftToReturn(item: Order['items'][number], returns: readonly Return[]): number {
  const isOpen = ({ ended_at }: Return) => ended_at === null
  const held = returns
    .filter(isOpen)
    .flatMap(({ items }) => items)
    .filter(({ line }) => line === item.line)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(0, Math.min(item.quantity_fulfilled, item.quantity - item.quantity_refunded) - held)
}
