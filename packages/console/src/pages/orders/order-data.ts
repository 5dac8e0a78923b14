import { ApiError, every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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

/**
 * Headers for what must not happen twice. While nobody knows whether a request arrived, the same body keeps its key, so
 * that trying again cannot refund or send a second time.
 */
export function useRepeatable() {
  const open = useRef<{ body: string; key: string }>(undefined)
  return async <Answer>(body: unknown, send: (headers: Record<string, string>) => Promise<Answer>) => {
    const text = JSON.stringify(body)
    if (open.current?.body !== text) open.current = { body: text, key: crypto.randomUUID() }
    try {
      const answer = await send({ 'idempotency-key': open.current.key })
      open.current = undefined
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.code !== 'IDEMPOTENCY_IN_PROGRESS')
        open.current = undefined
      throw error
    }
  }
}

/** What staff recorded as paid has no provider to give it back: the shop pays it back itself. */
export function usePaidByHand(orderId: string): boolean {
  const { data = [] } = useQuery(paymentsOptions(orderId))
  return data.some(({ method, settled_at }) => method === 'manual' && settled_at !== null)
}
