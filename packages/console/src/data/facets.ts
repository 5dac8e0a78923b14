import { read } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, useSession } from './session.ts'

const facetsOptions = (merchantId: string) =>
  queryOptions({
    queryKey: ['products', 'facets', merchantId],
    queryFn: ({ signal }) => {
      const query = { merchant_id: merchantId, facets: 'category,brand,tag', limit: 1 }
      return read(api.GET('/marketplace/search', { params: { query }, signal }))
    },
    staleTime: 60_000,
  })

/** Categories, brands and tags of what the shop has for sale: the 100 most frequent of each. */
export function useFacets() {
  const merchantId = useSession()?.merchantId ?? ''
  const { data } = useQuery(facetsOptions(merchantId))
  const valuesOf = (name: 'category' | 'brand' | 'tag') => (data?.facets?.[name] ?? []).map(({ value }) => value)
  return { categories: valuesOf('category'), brands: valuesOf('brand'), tags: valuesOf('tag') }
}
