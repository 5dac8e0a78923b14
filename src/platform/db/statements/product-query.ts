import { type RawBuilder, sql } from 'kysely'
import { irregularForms } from '#src/platform/lib/word-forms.ts'

/**
 * The text query of a search for products by staff, for `product_documents.document`
 * (src/modules/search/documents.sql).
 */
export function productQuery(typed: string): RawBuilder<unknown> {
  return sql`product_query(${typed}, ${JSON.stringify(irregularForms(typed))}::jsonb)`
}
