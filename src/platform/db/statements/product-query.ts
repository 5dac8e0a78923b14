import { type RawBuilder, sql } from 'kysely'
import { irregularForms } from '#src/platform/lib/word-forms.ts'

/** What staff types to find products, for `listing_texts.document` (src/modules/search/documents.sql). */
export function productQuery(typed: string): RawBuilder<unknown> {
  return sql`product_query(${typed}, ${JSON.stringify(irregularForms(typed))}::jsonb)`
}
