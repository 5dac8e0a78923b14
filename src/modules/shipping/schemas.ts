import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, paragraphs, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount, toMajor } from '#src/platform/lib/money.ts'
import type { PricedMethod } from './manage-methods.ts'
import { presentPrices } from './present-prices.ts'

const amount = (description: string, examples: number[]) =>
  Type.Number({ minimum: 0, maximum: maxAmount, description, examples })
const weight = (description: string, examples: number[]) =>
  Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description, examples }))

const Countries = Nullable(
  Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['GB'] }), {
    minItems: 1,
    maxItems: 250,
    description: 'ISO 3166-1 alpha-2, in capitals, or XK; null: every country.',
  }),
)

const Regions = Nullable(
  Type.Array(line({ max: 200, examples: ['ES-CN'] }), {
    minItems: 1,
    maxItems: 100,
    description:
      'Regions of its one country, by ISO 3166-2 code or name. The method serves only these and the `postal_codes`.',
  }),
)

const PostalCodes = Nullable(
  Type.Array(line({ max: 43, examples: ['35*'] }), {
    minItems: 1,
    maxItems: 100,
    description: 'Postal codes of its one country: codes, prefixes (`35*`) and ranges of digits (`35000..35999`).',
  }),
)

const Prices = Nullable(
  Type.Array(
    Type.Object(
      {
        currency: line({ min: 3, max: 3, description: 'ISO 4217.', examples: ['EUR'] }),
        price: amount('In major units.', [5]),
        free_from: Type.Optional(Nullable(amount('The subtotal from which it is free; null: never.', [60]))),
      },
      { additionalProperties: false },
    ),
    {
      maxItems: 200,
      description:
        'Its price in orders of other currencies than the shop’s; without one it is not offered there, unless it ' +
        'costs nothing. A list replaces the one it has. Omitted from answers where there is none.',
    },
  ),
)

/** Omitted from answers where they are not set. */
const within = {
  regions: Type.Optional(Regions),
  postal_codes: Type.Optional(PostalCodes),
  prices: Type.Optional(Prices),
}

const fields = {
  name: line({ max: 200, examples: ['Royal Mail Tracked 48'] }),
  description: Nullable(paragraphs({ max: 1_000, description: 'Text for the shopper.' })),
  countries: Countries,
  price: amount('In major units of the merchant’s currency, with no more decimals than it has.', [3.99]),
  free_from: Nullable(amount('The subtotal from which it is free; null: never.', [50])),
  min_weight_grams: weight('Of all that is shipped, included; null: none.', [0]),
  max_weight_grams: weight('Of all that is shipped, included; null: none.', [2_000]),
  position: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Position in the list, and among methods of one price.',
    examples: [0],
  }),
  active: Type.Boolean({ description: 'Whether orders may use it.' }),
}

export const ShippingMethod = named('ShippingMethod', Type.Object({ id: Uuid, ...fields, ...within }))

const { name, price, ...optional } = fields

export const CreateShippingMethod = body('CreateShippingMethod', {
  name,
  price,
  ...Type.Partial(Type.Object(optional)).properties,
  ...within,
})

export const UpdateShippingMethod = body('UpdateShippingMethod', {
  ...Type.Partial(Type.Object(fields)).properties,
  ...within,
})

export function presentMethod({ method: row, currency }: PricedMethod): Static<typeof ShippingMethod> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    countries: row.countries,
    ...(row.regions !== null && { regions: row.regions }),
    ...(row.postal_codes !== null && { postal_codes: row.postal_codes }),
    ...(row.prices !== null && { prices: presentPrices(row.prices) }),
    price: toMajor(row.price_minor, currency),
    free_from: row.free_from_minor === null ? null : toMajor(row.free_from_minor, currency),
    min_weight_grams: row.min_weight_grams,
    max_weight_grams: row.max_weight_grams,
    position: row.position,
    active: row.active,
  }
}
