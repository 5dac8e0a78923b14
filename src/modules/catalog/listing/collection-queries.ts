import { type RawBuilder, sql } from 'kysely'
import { behindCursor, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { type CardForm, contextOf, formsOf, hasForm, isChosen, rowsOf, withinPrices } from './condition-queries.ts'
import type { ProductFilter } from './filter.ts'
import { type CardKey, joinKeys, readKeys } from './key-queries.ts'

/** By its own slug, or by one of another language. */
const namedBySlug = (merchantId: string | undefined, slug: string) => sql`
  (slug = ${slug} or id in (select subject_id from translations
                             where translations.merchant_id = ${merchantId ?? null}::uuid and type = 'collection'
                               and translations.slug = ${slug}))`

/** The id of a collection by its id or, of a merchant, its slug. Shoppers see active ones only. */
export async function selectCollectionId(
  db: Executor,
  merchantId: string | undefined,
  idOrSlug: string,
  seenBy: 'shoppers' | 'staff',
): Promise<string | undefined> {
  const named = isUuid(idOrSlug) ? sql`id = ${idOrSlug}::uuid` : namedBySlug(merchantId, idOrSlug)
  if (merchantId === undefined && !isUuid(idOrSlug)) return undefined
  const { rows } = await sql<{ id: string }>`
    select id from collections
     where ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`} and ${named}
       and ${seenBy === 'staff' ? sql`true` : sql`status = 'active'`}`.execute(db)
  return rows[0]?.id
}

/** Keys of a page of a collection's active cards in its order, each with its position. */
export async function selectInOrder(
  db: Executor,
  filter: ProductFilter & { collectionId: string },
  page: PageRange,
): Promise<{ keys: CardKey[]; positions: number[] }> {
  const { collectionId, ...others } = filter
  const branches = formsOf(filter).map(
    (form) => sql`
      select card.merchant_id, card.card_id, member.position
        from collection_cards member
        join listings card on card.merchant_id = member.merchant_id and ${contextOf('listings', filter)}
                          and ${belongsTo(form)}
       where member.collection_id = ${collectionId}::uuid
         and ${behindCursor(page, 'asc', ['member.position', 'integer'], ['card.card_id', 'uuid'])}
         and card.active and ${hasForm(form)} and ${rowsOf(others)} and ${withinPrices(others)}
         and ${isChosen(others, 'listings')}`,
  )
  const { rows } = await sql<{ keys: string | null; positions: number[] | null }>`
    with page as (
      select * from (${sql.join(branches, sql` union all `)}) member order by position, card_id ${pageWindow(page)}
    )
    select string_agg(key, ',' order by position, card_id) as keys,
           array_agg(position order by position, card_id) as positions
      from page ${joinKeys('card_keys')}`.execute(db)
  return { keys: readKeys(rows[0]?.keys ?? null), positions: rows[0]?.positions ?? [] }
}

/** A variant belongs to the collection of its group. */
function belongsTo(form: CardForm): RawBuilder<boolean> {
  return form === 'v'
    ? sql<boolean>`card.keys <> '{}' and card.keys @> array['g:' || member.card_id]`
    : sql<boolean>`card.card_id = member.card_id`
}
