import { every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'

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

/**
 * A change of an order. Its answer is shown at once; what follows from it elsewhere is read anew. `done` is called even
 * if the button that began it is gone by then.
 */
export function useOrderChange<Input>(
  id: string,
  change: (input: Input) => Promise<Order | undefined>,
  done: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (order) => {
      if (order) client.setQueryData(orderOptions(id).queryKey, order)
      done()
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['order', id] }),
        client.invalidateQueries({ queryKey: ['orders'] }),
        client.invalidateQueries({ queryKey: ['dashboard'] }),
      ]),
  })
}
