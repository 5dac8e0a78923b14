import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import type { Tone } from '#console/ui/status.tsx'
import type { PromotionsSearch } from './search.ts'

export type Promotion = Schemas['Promotion']
export type PromotionBody = Schemas['CreatePromotion']
export type PromotionCode = Schemas['PromotionCode']

const isCode = (text: string) => /^[\w-]{3,64}$/.test(text)

/** By words of name and code; where they find none, the one that has this code, also a generated one. */
export const promotionsOptions = ({ q, status, kind }: PromotionsSearch) => {
  const filter = { ...(status && { status }), ...(kind && { kind }) }
  return listOptions(['promotions', filter, q ?? ''], async (page, signal) => {
    const ask = (more: { q?: string; code?: string }) =>
      read(api.GET('/admin/promotions', { params: { query: { ...page, ...filter, ...more } }, signal }))
    const found = await ask(q === undefined ? {} : { q })
    const isNone = found.items.length === 0 && page.cursor === undefined
    return isNone && q !== undefined && isCode(q) ? ask({ code: q }) : found
  })
}

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
