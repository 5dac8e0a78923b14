import { every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'

export type Payment = Schemas['Payment']

export const orderOptions = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => read(api.GET('/admin/orders/{id}', { params: { path: { id } }, signal })),
  })

/** Every attempt to pay, newest first. */
export const paymentsOptions = (id: string) =>
  queryOptions({
    queryKey: ['order', id, 'payments'],
    queryFn: async ({ signal }) => {
      const readPage = (cursor: string | undefined) =>
        read(
          api.GET('/admin/orders/{id}/payments', {
            params: { path: { id }, query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
        )
      return Array.fromAsync(every<Payment>(readPage))
    },
  })

/** The queries that show an order. */
export const orderKeys = (id: string) => [['order', id], ['orders'], ['dashboard']]

/** A change of status or note: its answer is the order, shown at once. */
export function useOrderUpdate(id: string, done: () => void) {
  const client = useQueryClient()
  return useChange(
    orderKeys(id),
    (body: Schemas['UpdateOrder']) => read(api.PATCH('/admin/orders/{id}', { params: { path: { id } }, body })),
    (order) => {
      client.setQueryData(orderOptions(id).queryKey, order)
      done()
    },
  )
}

/** What staff recorded as paid has no provider to give it back: the shop pays it back itself. */
export function usePaidByHand(orderId: string): boolean {
  const { data = [] } = useQuery(paymentsOptions(orderId))
  return data.some(({ method, settled_at }) => method === 'manual' && settled_at !== null)
}
