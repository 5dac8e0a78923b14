import type { ListTotal } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { ProductsSearch } from './search.ts'

/** `2,279 products`; `9,000 SKUs` where each variant is one. */
export const countOf = (total: ListTotal, variants: ProductsSearch['variants']): string =>
  variants
    ? t('{total, plural, one {# SKU} other {# SKUs}}', { total })
    : t('{total, plural, one {# product} other {# products}}', { total })
