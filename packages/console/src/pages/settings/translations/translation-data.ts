import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'

export type Translation = Schemas['Translation']
export type Translatable = Schemas['Translatable']
type Type = Translatable['type']

export const typeTexts: Record<Type, string> = {
  product: t('Product'),
  product_group: t('Product with variants'),
  collection: t('Collection'),
  shipping_method: t('Shipping method'),
  payment_method: t('Payment method'),
  promotion: t('Promotion'),
}

/** Others have no page of their own in the storefront. */
export function isOfCatalog(type: Type): boolean {
  return type === 'product' || type === 'product_group' || type === 'collection'
}

export function permissionOf(type: Type) {
  if (isOfCatalog(type)) return 'products.write'
  return type === 'promotion' ? 'promotions.write' : 'settings.write'
}

/** The most markets that a shop has are fewer. */
const limit = 100

/** The languages of the shop's markets, in their order; each once. */
export const localesOptions = queryOptions({
  queryKey: ['markets', 'locales'],
  queryFn: async ({ signal }) => {
    const { items } = await read(api.GET('/admin/markets', { params: { query: { limit } }, signal }))
    return { markets: items.length, locales: [...new Set(items.flatMap(({ locales }) => locales))] }
  },
})

export const translatableOptions = (missing: string | undefined) =>
  listOptions(['translations', missing ?? null], (page, signal) =>
    read(api.GET('/admin/translations', { params: { query: { ...page, ...(missing && { missing }) } }, signal })),
  )

export interface Subject {
  type: Type
  id: string
  locale: string
}

export const translationOptions = ({ type, id, locale }: Subject) =>
  queryOptions({
    queryKey: ['translation', type, id, locale],
    queryFn: ({ signal }) =>
      read(api.GET('/admin/translations/{type}/{id}/{locale}', { params: { path: { type, id, locale } }, signal })),
  })

/** What has no text in the language, and comes behind this one; else the first. */
export const nextMissingOptions = ({ id, locale }: Subject) =>
  queryOptions({
    queryKey: ['translations', 'next', locale, id],
    queryFn: async ({ signal }) => {
      const query = { missing: locale, limit }
      const { items } = await read(api.GET('/admin/translations', { params: { query }, signal }))
      const at = items.findIndex((item) => item.id === id)
      return items[at + 1] ?? items.find((item) => item.id !== id) ?? null
    },
  })
