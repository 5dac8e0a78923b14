import type { Static } from 'typebox'
import { presentPictures } from '#src/modules/media/index.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { textBeginning } from '#src/platform/rich-text/index.ts'
import { ownHtml, shownHtml } from '../products/descriptions.ts'
import { presentListed, presentOwnListed } from '../products/field-values.ts'
import type { ProductRow } from '../products/queries.ts'
import type { ListedProduct } from '../products/schemas.ts'
import type { ListedGroup, SummedGroup, VariantSums } from './queries.ts'
import { optionValue } from './rules.ts'
import type { Variant } from './schemas.ts'

export interface GroupWithVariants {
  group: SummedGroup
  variants: readonly ProductRow[]
}

/** As staff sees it in a list. */
export function presentGroup(row: ListedGroup) {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    name: row.name,
    slug: row.slug ?? row.id,
    description: row.description === null ? null : textBeginning(row.description),
    category: row.category,
    brand: row.brand,
    tags: row.tags,
    media: presentPictures(row.pictures).map((picture) => ({
      ...picture,
      option: row.media_options[picture.id] ?? null,
    })),
    varies_by: row.varies_by,
    seo: { title: row.seo_title, description: row.seo_description },
    metadata: row.metadata,
    status: row.status,
    variant_count: row.variant_count,
    price_range: presentRange(row),
    available: row.available > 0,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function presentRange({ min_minor: min, max_minor: max, currency }: VariantSums) {
  if (min === null || max === null || currency === null) return null
  return { min: toMajor(min, currency), max: toMajor(max, currency), currency }
}

export function presentWithVariants({ group, variants }: GroupWithVariants) {
  const description_html = ownHtml(group)
  return { ...presentWhole(group), description_html, variants: variants.map(ownVariant) }
}

const ownVariant = (row: ProductRow) => withoutGroup(presentOwnListed(row))

/** By itself: with its whole description, as HTML too. */
function presentWhole(group: SummedGroup) {
  return { ...presentGroup(group), description: group.description, description_html: shownHtml(group) }
}

/** As shoppers see it. */
export function presentForShoppers({ group, variants }: GroupWithVariants) {
  const shown = Object.entries(group.metadata).filter(([name]) => name.startsWith('public_'))
  return {
    ...presentWhole(group),
    metadata: Object.fromEntries(shown),
    options: group.varies_by.map((name) => ({ name, values: valuesOf(name, variants) })),
    variants: variants.map((row) => withoutGroup(presentListed(row))),
  }
}

function withoutGroup(product: ListedProduct): Static<typeof Variant> {
  const { merchant_id, description, category, brand, tags, seo, slug, ...variant } = product
  return variant
}

/** The values of an option in the order of the variants. */
function valuesOf(name: string, variants: readonly ProductRow[]) {
  const values = new Map<string, boolean>()
  for (const { options, available } of variants) {
    const value = optionValue(options, name)
    values.set(value, values.get(value) === true || available > 0)
  }
  return [...values].map(([value, available]) => ({ value, available }))
}
