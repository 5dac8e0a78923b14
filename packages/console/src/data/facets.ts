import { read } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, useSession } from './session.ts'

const facetsOptions = (merchantId: string) =>
  queryOptions({
    queryKey: ['products', 'facets', merchantId],
    queryFn: ({ signal }) => {
      const query = { merchant_id: merchantId, facets: 'brand,tag', limit: 1 }
      return read(api.GET('/marketplace/search', { params: { query }, signal }))
    },
    staleTime: 60_000,
  })

/** The brands and tags of what the shop has for sale, the most frequent first. */
export function useFacets(): { brands: readonly string[]; tags: readonly string[] } {
  const merchantId = useSession()?.merchantId ?? ''
  const { data } = useQuery(facetsOptions(merchantId))
  const { brand = [], tag = [] } = data?.facets ?? {}
  return { brands: brand.map(({ value }) => value), tags: tag.map(({ value }) => value) }
}
