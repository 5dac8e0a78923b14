import { every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api, may } from '#console/data/session.ts'

export type Movement = Schemas['StockMovement']

export interface Level {
  onHand: number
  reserved: number
}

/** The ledger of a product, newest first. */
export const movementsOptions = (productId: string) =>
  listOptions(['inventory', productId, 'movements'], (page, signal) =>
    read(
      api.GET('/admin/inventory/{product_id}/movements', {
        params: { path: { product_id: productId }, query: page },
        signal,
      }),
    ),
  )

/** The changes add up to the stock, so the newest says how much there is now. */
export function levelOf(newest: Movement | undefined): Level {
  return { onHand: newest?.on_hand_after ?? 0, reserved: newest?.reserved_after ?? 0 }
}

/** Who works here: movements name users by their id. */
export const staffOptions = queryOptions({
  queryKey: ['staff', 'names'],
  queryFn: async ({ signal }) => {
    const readPage = (cursor: string | undefined) =>
      read(api.GET('/admin/staff', { params: { query: { limit: 100, ...(cursor && { cursor }) } }, signal }))
    const members = await Array.fromAsync(every<Schemas['StaffMember']>(readPage))
    return new Map(members.map(({ user_id, name, email }) => [user_id, name ?? email]))
  },
  staleTime: 300_000,
  enabled: () => may('staff.read'),
})
