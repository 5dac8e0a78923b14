import type { Page } from '@commerce-platform/client'
import type { InfiniteData } from '@tanstack/react-query'

const flat = new WeakMap<object, unknown[]>()

/** The items of all pages, put together once for each answer. */
export function itemsOf<Item>(data: InfiniteData<Page<Item>>): Item[] {
  const known = flat.get(data) as Item[] | undefined
  if (known) return known
  const items = data.pages.flatMap((page) => page.items)
  flat.set(data, items)
  return items
}
