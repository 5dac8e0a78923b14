import { every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, useSession } from './session.ts'

/** So many are offered; another can be in the address. */
const max = 500

const categoriesOptions = (merchantId: string) =>
  queryOptions({
    queryKey: ['products', 'categories', merchantId],
    queryFn: async ({ signal }) => {
      const readPage = (cursor: string | undefined) => {
        const query = { merchant_id: merchantId, limit: 100, ...(cursor && { cursor }) }
        return read(api.GET('/catalog/categories', { params: { query }, signal }))
      }
      const names: string[] = []
      for await (const { name } of every<Schemas['Category']>(readPage)) if (names.push(name) >= max) break
      return names
    },
    staleTime: 60_000,
  })

/** The categories of the shop that have something for sale, and the one that is chosen. */
export function useCategories(chosen: string | undefined): readonly string[] {
  const merchantId = useSession()?.merchantId ?? ''
  const { data = [] } = useQuery(categoriesOptions(merchantId))
  return chosen === undefined || data.includes(chosen) ? data : [...data, chosen]
}
