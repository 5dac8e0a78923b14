import { selectLinked } from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { selectNamedPages } from '../pages/queries.ts'

/** What a menu or a home page names. */
export interface Reference {
  type: 'page' | 'collection' | 'category' | 'product'
  /** Of a category its name. */
  id: string
}

export interface Named {
  name: string
  slug: string | null
  /** Shoppers see it. */
  shown: boolean
}

export const keyOf = ({ type, id }: Reference) => `${type} ${id}`

/** Those of the shop that are there, by `keyOf`: a statement for pages, and one for all others. */
export async function findNamed(
  db: Executor,
  merchantId: string,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, Named>> {
  const idsOf = (type: Reference['type']) => [
    ...new Set(references.filter((one) => one.type === type).map(({ id }) => id)),
  ]
  const pages = await selectNamedPages(db, merchantId, idsOf('page'))
  const [collection, product, category] = [idsOf('collection'), idsOf('product'), idsOf('category')]
  const others = await selectLinked(db, merchantId, { collection, product, category })
  return new Map<string, Named>([
    ...[...pages].map(([id, { title, ...page }]) => [keyOf({ type: 'page', id }), { name: title, ...page }] as const),
    ...others.map((other) => [keyOf(other), other] as const),
  ])
}
