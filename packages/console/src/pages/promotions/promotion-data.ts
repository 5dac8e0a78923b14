import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import type { Tone } from '#console/ui/status.tsx'

export type Promotion = Schemas['Promotion']
export type PromotionBody = Schemas['CreatePromotion']
export type PromotionCode = Schemas['PromotionCode']

export const promotionsOptions = listOptions(['promotions'], (page, signal) =>
  read(api.GET('/admin/promotions', { params: { query: page }, signal })),
)

export const promotionOptions = (id: string) =>
  queryOptions({
    queryKey: ['promotion', id],
    queryFn: ({ signal }) => read(api.GET('/admin/promotions/{id}', { params: { path: { id } }, signal })),
  })

export const codesOptions = (id: string) =>
  listOptions(['promotion', id, 'codes'], (query, signal) =>
    read(api.GET('/admin/promotions/{id}/codes', { params: { path: { id }, query }, signal })),
  )

export const promotionTones: Record<Promotion['status'], Tone> = {
  active: 'good',
  scheduled: 'accent',
  paused: 'neutral',
  ended: 'neutral',
}
