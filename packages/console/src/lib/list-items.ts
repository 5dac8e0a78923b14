import type { Page } from '@commerce-platform/client'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

const flat = new WeakMap<object, unknown[]>()

/** The items of all pages, put together once for each answer. */
export function itemsOf<Item>(data: InfiniteData<Page<Item>>): Item[] {
  const cached = flat.get(data) as Item[] | undefined
  if (cached) return cached
  const items = data.pages.flatMap((page) => page.items)
  flat.set(data, items)
  return items
}

type Growing<Item> = Pick<UseInfiniteQueryResult<InfiniteData<Page<Item>>>, 'fetchNextPage'>

/**
 * Reads the next page; while the list is read anew, it waits for that instead. By itself `fetchNextPage` aborts a
 * refetch and puts its page behind the old ones, and the list then counts as fresh.
 */
export function readMore<Item>({ fetchNextPage }: Growing<Item>) {
  return fetchNextPage({ cancelRefetch: false })
}
