import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'

export type ShopPage = Schemas['PageDetails']
export type Kind = NonNullable<ShopPage['kind']>

export const kindTexts: Record<Kind, string> = {
  imprint: t('Imprint'),
  privacy: t('Privacy'),
  terms: t('Terms of sale'),
  withdrawal: t('Right of withdrawal'),
  shipping: t('Shipping costs'),
  payment: t('Ways to pay'),
  contact: t('Contact'),
}

export const statusTexts: Record<ShopPage['status'], string> = { draft: t('Draft'), published: t('Published') }

export const pagesOptions = listOptions(['pages'], (page, signal) =>
  read(api.GET('/admin/pages', { params: { query: page }, signal })),
)

export const pageOptions = (id: string) =>
  queryOptions({
    queryKey: ['page', id],
    queryFn: ({ signal }) => read(api.GET('/admin/pages/{id}', { params: { path: { id } }, signal })),
  })

export const menuListOptions = queryOptions({
  queryKey: ['menus'],
  queryFn: ({ signal }) => read(api.GET('/admin/menus', { signal })),
})

/** A form that was begun is not filled anew meanwhile. */
const onlyOnce = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const menuOptions = (handle: string) =>
  queryOptions({
    ...onlyOnce,
    queryKey: ['menus', handle],
    queryFn: ({ signal }) => read(api.GET('/admin/menus/{handle}', { params: { path: { handle } }, signal })),
  })

export const homeOptions = queryOptions({
  ...onlyOnce,
  queryKey: ['home'],
  queryFn: ({ signal }) => read(api.GET('/admin/home', { signal })),
})

/** What a link can lead to, by name: the first hundred of each. */
const choices = { limit: 100 }
export const pageChoices = queryOptions({
  queryKey: ['pages', 'choices'],
  queryFn: async ({ signal }) => {
    const { items } = await read(api.GET('/admin/pages', { params: { query: choices }, signal }))
    return items.map(({ id, title }) => ({ id, name: title }))
  },
})
export const collectionChoices = queryOptions({
  queryKey: ['collections', 'choices'],
  queryFn: async ({ signal }) => {
    const { items } = await read(api.GET('/admin/collections', { params: { query: choices }, signal }))
    return items.map(({ id, name }) => ({ id, name }))
  },
})
