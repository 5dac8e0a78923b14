type Order = 'asc' | 'desc'

/** What a list can be sorted by, with the order one wants of it first. The first needs no place in an address. */
export type Sorts<By extends string> = Readonly<Record<By, Order>>

interface SortSearch<By extends string> {
  sort?: By | undefined
  order?: Order | undefined
}

/** The sort of an address, in full. */
export function sortOf<By extends string>(sorts: Sorts<By>, search: SortSearch<By>): { by: By; order: Order } {
  const by = search.sort ?? (Object.keys(sorts)[0] as By)
  return { by, order: search.order ?? sorts[by] }
}

/** The part of an address for a sort; what is as one expects it is left out. */
export function searchOf<By extends string>(sorts: Sorts<By>, by: By, order: Order): SortSearch<By> {
  const isFirst = by === Object.keys(sorts)[0]
  return { sort: isFirst ? undefined : by, order: order === sorts[by] ? undefined : order }
}

/** After its head was pressed: another column begins with the order one wants, the same one turns round. */
export function pressed<By extends string>(sorts: Sorts<By>, now: SortSearch<By>, by: By): SortSearch<By> {
  const before = sortOf(sorts, now)
  const turned = before.order === 'asc' ? 'desc' : 'asc'
  return searchOf(sorts, by, before.by === by ? turned : sorts[by])
}
