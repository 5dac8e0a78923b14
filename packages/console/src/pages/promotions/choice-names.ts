import { ApiError, every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { type Choice, type Names, nameKey } from './promotion-sentence.ts'

/** So many of each list are shown by their names. */
export const maxNamed = 50

/** Every collection of the shop, by its name. */
export const collectionNamesOptions = queryOptions({
  queryKey: ['collections', 'names'],
  queryFn: ({ signal }) => {
    const readPage = (cursor: string | undefined) =>
      read(api.GET('/admin/collections', { params: { query: { limit: 100, ...(cursor && { cursor }) } }, signal }))
    return Array.fromAsync(every<Schemas['Collection']>(readPage))
  },
  staleTime: 60_000,
})

/** What the ids of choices are called. What is deleted has no name. */
const namesOptions = (products: readonly string[], groups: readonly string[]) =>
  queryOptions({
    queryKey: ['promotion names', products, groups],
    queryFn: async ({ signal }) => {
      const product = async (id: string) => {
        const { name } = await read(api.GET('/admin/products/{id}', { params: { path: { id } }, signal }))
        return [nameKey('product_ids', id), name] as const
      }
      const group = async (id: string) => {
        const { name } = await read(api.GET('/admin/product-groups/{id}', { params: { path: { id } }, signal }))
        return [nameKey('group_ids', id), name] as const
      }
      const found = await Promise.all([...products.map(product), ...groups.map(group)].map(orNothing))
      return found.filter((one) => one !== undefined)
    },
    staleTime: 60_000,
  })

async function orNothing<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** The names of what choices are of; undefined until they are known. */
export function useChoiceNames(choices: readonly (Choice | undefined)[]): Names | undefined {
  const lists = choices.flatMap((choice) => (choice ? [choice, choice.except ?? {}] : []))
  const idsOf = (list: 'product_ids' | 'group_ids') => [
    ...new Set(lists.flatMap((choice) => (choice[list] ?? []).slice(0, maxNamed))),
  ]
  const hasCollections = lists.some(({ collection_ids: ids = [] }) => ids.length > 0)
  const [products, groups] = [idsOf('product_ids'), idsOf('group_ids')]
  const collections = useQuery({ ...collectionNamesOptions, enabled: hasCollections })
  const named = useQuery({ ...namesOptions(products, groups), enabled: products.length + groups.length > 0 })
  if ((hasCollections && collections.isPending) || (products.length + groups.length > 0 && named.isPending))
    return undefined
  const ofCollections = (collections.data ?? []).map(({ id, name }) => [nameKey('collection_ids', id), name] as const)
  return new Map([...ofCollections, ...(named.data ?? [])])
}
