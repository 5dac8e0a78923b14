import { addressesInHtml } from '#src/platform/rich-text/index.ts'
import type { TextsChange } from '../translations/write-texts.ts'
import type { ParsedRow } from './import-rows.ts'
import type { Outcomes } from './queries.ts'

/** What a dry run shows of a row. What the row leaves alone is null. */
export interface PreviewRow {
  row: number
  sku: string | null
  outcome: 'created' | 'updated' | 'unchanged' | 'failed'
  name: string | null
  /** Values of its options, in their order. */
  options: string[]
  price: number | null
  compare_at_price: number | null
  tax_class: string | null
  on_hand: number | null
  /** How many it names, also of its group. */
  pictures: number
  /** How many its description shows. */
  pictures_in_text: number
  /** Languages of which it brings texts. */
  languages: string[]
}

/** Rows that a dry run shows. */
export const maxPreviewed = 10

export function previewOf(
  { row, sku, product, place, pictures, translations = [], named }: ParsedRow,
  outcomes: Outcomes,
): PreviewRow {
  const urls = [...(pictures?.group ?? []), ...(pictures?.own ?? [])].map(({ url }) => url)
  return {
    row,
    sku: product?.sku ?? sku,
    outcome: outcomes.get(row) ?? 'failed',
    name: product?.name ?? named?.name ?? named?.handle ?? null,
    options: Object.values(place?.options ?? {}),
    price: product?.price ?? null,
    compare_at_price: product?.compare_at_price ?? null,
    tax_class: product?.tax_class ?? null,
    on_hand: product?.on_hand ?? null,
    pictures: product === undefined ? 0 : new Set(urls).size,
    pictures_in_text: addressesInHtml(product?.description_html ?? '').size,
    languages: translations.filter(({ change }) => hasText(change)).map(({ locale }) => locale),
  }
}

const hasText = ({ options = [], ...texts }: TextsChange) =>
  Object.values(texts).some((text) => text != null) || options.some(({ title, word }) => title || word)
