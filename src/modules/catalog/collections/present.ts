import { presentPictures } from '#src/modules/media/index.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { textBeginning } from '#src/platform/rich-text/index.ts'
import { ownHtml, shownHtml } from '../products/descriptions.ts'
import type { CardRow } from './card-queries.ts'
import type { CollectionRow, ListedCollection } from './queries.ts'

/** As shoppers see it in a list. */
export function presentShownCollection(row: ListedCollection) {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    name: row.name,
    slug: row.slug,
    description: row.description === null ? null : textBeginning(row.description),
    media: presentPictures(row.pictures),
    seo: { title: row.seo_title, description: row.seo_description },
    sort: row.sort,
    product_count: row.product_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** As the shop sees it in a list. */
export function presentOwnCollection(row: ListedCollection) {
  return { ...presentShownCollection(row), status: row.status, rules: row.rules, version: row.version }
}

/** One collection, as the shop sees it. */
export function presentCollection(row: CollectionRow) {
  return { ...withDetails(row, presentOwnCollection(row)), description_html: ownHtml(row) }
}

/** One collection, as shoppers see it. */
export function presentWholeCollection(row: CollectionRow) {
  return withDetails(row, presentShownCollection(row))
}

function withDetails<Listed>(row: CollectionRow, listed: Listed) {
  return { ...listed, description: row.description, description_html: shownHtml(row) }
}

export function presentCard({ id, type, name, status, pictures, image_url, price_minor, currency }: CardRow) {
  const media = presentPictures(pictures)
  const price = price_minor === null ? null : toMajor(price_minor, currency)
  return { id, type, name, status, image_url: media[0]?.url ?? image_url, media, price, currency }
}
