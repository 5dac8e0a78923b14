import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { type FoundSlug, hasSlug, reserveFreeSlugs, type SlugOwner, selectSlug } from './slug-queries.ts'

interface Named {
  id: string
  name: string
}

/**
 * The slug that is given to a product or group, or one made of its name. A slug that it had before still leads to it,
 * so it may be given again.
 * @throws AppError CONFLICT if the given one leads to another
 */
export async function findSlug(
  transaction: Transaction,
  merchantId: string,
  { id, name, slug }: Named & { slug: string | null | undefined },
  owner: SlugOwner = 'product_id',
): Promise<string> {
  if (slug == null) return (await makeSlugs(transaction, merchantId, [{ id, name }], owner)).get(id) ?? id
  const isUsed = (await reserveFreeSlugs(transaction, merchantId, owner, [{ id, slug }])).size === 0
  if (isUsed && !(await hasSlug(transaction, merchantId, owner, { id, slug }))) {
    throw new AppError('CONFLICT', `the slug ${slug} belongs to another product`, { details: { field: 'slug', slug } })
  }
  return slug
}

/** Takes a slug for each, made from its name; if that is taken, it ends in a number, or in the id. */
export async function makeSlugs(
  transaction: Transaction,
  merchantId: string,
  named: readonly Named[],
  owner: SlugOwner = 'product_id',
): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  for (const ending of endings) {
    const requested = named
      .filter(({ id }) => !slugs.has(id))
      .map(({ id, name }) => ({ id, slug: `${slugOf(name) || 'product'}${ending(id)}` }))
    if (requested.length === 0) break
    const reserved = await reserveFreeSlugs(transaction, merchantId, owner, requested)
    for (const { id, slug } of requested) if (reserved.has(id)) slugs.set(id, slug)
  }
  return slugs
}

/** The end of an id is random. */
const endings: readonly ((id: string) => string)[] = [
  () => '',
  () => '-2',
  () => '-3',
  (id) => `-${id.slice(-6)}`,
  (id) => `-${id.slice(-12)}`,
  () => `-${newId()}`,
]

/** @throws AppError NOT_FOUND if it leads to no active product or group */
export async function findBySlug(db: Executor, merchantId: string, slug: string): Promise<FoundSlug> {
  const found = await selectSlug(db, merchantId, slug)
  if (found === undefined) throw notFound('slug')
  return found
}
