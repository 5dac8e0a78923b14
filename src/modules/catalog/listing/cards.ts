import { type Static, Type } from 'typebox'
import { Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { foldText } from '#src/platform/lib/folding.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { textBeginning } from '#src/platform/rich-text/index.ts'
import { presentListed, presentOwnListed, statusForSale, withDetails } from '../products/field-values.ts'
import { Listed, type ListedProduct, type PresentedProduct } from '../products/schemas.ts'
import type { CardDetails, CardRow } from './card-queries.ts'

export const PriceRange = named(
  'PriceRange',
  Type.Object({ min: Type.Number(), max: Type.Number(), currency: Type.String() }),
)

export const CardGroup = named(
  'CardGroup',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    slug: Nullable(Type.String()),
    variant_count: Type.Integer({ description: 'Active variants.' }),
    price_range: PriceRange,
    available: Type.Boolean({ description: 'Whether any variant can be bought now.' }),
  }),
)

/** A card in a list: a product, or a group shown by one of its variants. */
export const Card = named(
  'Card',
  Type.Object({
    ...Listed.properties,
    group: Type.Optional(CardGroup),
  }),
)

export type PresentedCard = Readonly<Static<typeof Card>>

/** As shoppers see it. */
export function presentCard(row: CardRow): PresentedCard {
  return withGroup(withBeginning(presentListed(row)), row)
}

/** The card of one product, for shoppers: with its whole description, as HTML too. */
export function presentWholeCard(row: CardDetails): PresentedCard & Pick<PresentedProduct, 'description_html'> {
  return withGroup(withDetails(row, presentListed(row)), row)
}

/** A text of HTML may be long: lists show its beginning. */
function withBeginning(product: ListedProduct): ListedProduct {
  const { description } = product
  return description === null ? product : { ...product, description: textBeginning(description) }
}

/** As the shop sees it: on the card of a group that is not for sale, the variant is not either. */
export function presentOwnCard(row: CardRow): PresentedCard {
  const product = withBeginning(presentOwnListed(row))
  return withGroup(row.group === null ? product : { ...product, status: statusForSale(row) }, row)
}

function withGroup<Shown extends ListedProduct>(product: Shown, { group, currency }: CardRow): Shown & PresentedCard {
  if (group === null) return product
  const { id, name, slug, variant_count, min_minor, max_minor, available } = group
  const price_range = { min: toMajor(min_minor, currency), max: toMajor(max_minor, currency), currency }
  return { ...product, group: { id, name, slug, variant_count, price_range, available } }
}

/** Sort values of cards, for cursors. */
export interface SortValues {
  id: string
  created_at: Date
  price_common: number
  name_key: string
}

export function sortValuesOf(row: Omit<CardRow, 'available'>): SortValues {
  return {
    id: row.card_id,
    created_at: row.listed_at,
    price_common: row.listed_price,
    name_key: row.group === null ? row.name_key : foldText(row.group.name),
  }
}
