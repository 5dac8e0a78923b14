import { type TProperties, Type } from 'typebox'
import { named } from '#src/platform/http/envelope.ts'
import { CatalogProductGroup } from '../groups/schemas.ts'
import { Card, CardGroup } from '../listing/cards.ts'
import { Product } from '../products/schemas.ts'

const expanded = Object.fromEntries(
  Object.entries(CatalogProductGroup.properties)
    .filter(([name]) => !(name in CardGroup.properties))
    .map(([name, schema]) => [name, Type.Optional(schema)]),
) as TProperties

/** A product, and with `expand` what else its page shows. */
export const ProductPage = named(
  'ProductPage',
  Type.Object({
    ...Card.properties,
    description_html: Product.properties.description_html,
    group: Type.Optional(
      named(
        'ProductPageGroup',
        Type.Object(
          { ...CardGroup.properties, ...expanded },
          { description: 'Of a variant with `expand=group`: the whole group. Of a slug without it: as on its card.' },
        ),
      ),
    ),
    breadcrumbs: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'As the filter `category` takes it.', examples: ['Kitchen'] }),
        }),
        { description: 'With `expand`: its category, or nothing.' },
      ),
    ),
    related: Type.Optional(
      Type.Array(Card, {
        description:
          'With `expand=related`, at most 8 that can be bought: what paid orders of the last 90 days had together ' +
          'with it, then the newest of its category.',
      }),
    ),
  }),
)
