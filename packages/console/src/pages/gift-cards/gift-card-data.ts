import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import type { Tone } from '#console/ui/status.tsx'
import type { GiftCardsSearch } from './search.ts'

export type GiftCard = Schemas['GiftCard']
export type Entry = Schemas['LedgerEntry']

export const giftCardsOptions = ({ status, q }: GiftCardsSearch) =>
  listOptions(['gift-cards', { status, q }], (page, signal) => {
    const query = { ...(status && { status }), ...(q && { q }), ...page }
    return read(api.GET('/admin/gift-cards', { params: { query }, signal }))
  })

export const giftCardOptions = (id: string) =>
  queryOptions({
    queryKey: ['gift-card', id],
    queryFn: ({ signal }) => read(api.GET('/admin/gift-cards/{id}', { params: { path: { id } }, signal })),
  })

export const giftCardTones: Record<GiftCard['status'], Tone> = {
  active: 'good',
  spent: 'neutral',
  expired: 'neutral',
  disabled: 'bad',
}

export const cardName = ({ last_four }: GiftCard) => `···· ${last_four}`
