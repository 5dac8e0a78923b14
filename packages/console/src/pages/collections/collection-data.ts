import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'

export type Collection = Schemas['CollectionDetails']
export type Card = Schemas['CollectionProduct']
export type Rules = NonNullable<Schemas['CreateCollection']['rules']>

export const collectionsOptions = listOptions(['collections'], (page, signal) =>
  read(api.GET('/admin/collections', { params: { query: page }, signal })),
)

export const collectionOptions = (id: string) =>
  queryOptions({
    queryKey: ['collection', id],
    queryFn: ({ signal }) => read(api.GET('/admin/collections/{id}', { params: { path: { id } }, signal })),
  })

/** All that a collection holds, in its order. */
export const cardsOptions = (id: string) =>
  queryOptions({
    queryKey: ['collection', id, 'products'],
    queryFn: async ({ signal }) => {
      const cards: Card[] = []
      for (let cursor = ''; ; ) {
        const query = { limit: 100, ...(cursor && { cursor }) }
        const params = { path: { id }, query }
        const page = await read(api.GET('/admin/collections/{id}/products', { params, signal }))
        cards.push(...page.items)
        cursor = page.pagination.next_cursor
        if (cursor === '') return cards
      }
    },
  })

/** What rules find now. */
export const previewOptions = (rules: Rules | undefined) =>
  queryOptions({
    queryKey: ['collection preview', rules ?? null],
    queryFn: ({ signal }) =>
      read(
        api.POST('/admin/collections/preview', {
          body: { rules: rules ?? { match: 'all', conditions: [] } },
          signal,
        }),
      ),
    enabled: rules !== undefined,
    placeholderData: (before) => before,
  })
