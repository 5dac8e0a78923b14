import { type RawBuilder, sql } from 'kysely'
import { irregularForms } from '#src/platform/lib/word-forms.ts'

/** The text query of a staff search, for `listing_texts.document` (src/modules/search/documents.sql). */
export function productQuery(typed: string): RawBuilder<unknown> {
  return sql`product_query(${typed}, ${JSON.stringify(irregularForms(typed))}::jsonb)`
}
