import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount, toMajor } from '#src/platform/lib/money.ts'
import { type Market as MarketRow, maxLocales } from './rules.ts'

const Countries = Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['AT'] }), {
  maxItems: 250,
  description: 'ISO 3166-1 alpha-2, in capitals, or XK. A country is in one market at most. Empty of the shop’s own.',
})

const Locales = Type.Array(line({ max: 35, examples: ['de'] }), {
  minItems: 1,
  maxItems: maxLocales,
  description: 'Languages of BCP 47; the first is the default.',
})

const fields = {
  name: line({ max: 100, examples: ['Austria'] }),
  countries: Countries,
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    description: 'That of the shop.',
    examples: ['EUR'],
  }),
  prices_include_tax: Nullable(
    Type.Boolean({ description: 'Whether its prices include tax. Null: as the shop’s own, by its settings.' }),
  ),
  price_rounding: Nullable(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: maxAmount,
      description: 'Prices that the percent of a price list makes are multiples of it.',
      examples: [0.05],
    }),
  ),
  locales: Locales,
  active: Type.Boolean({ description: 'Whether its countries are served by it, or by the shop’s own market.' }),
  position: Type.Integer({ minimum: 0, maximum: 1_000_000, examples: [0] }),
}

export const Market = named(
  'Market',
  Type.Object({
    id: Uuid,
    own: Type.Boolean({ description: 'The shop’s own serves the countries that no other names.' }),
    ...fields,
  }),
)

const { currency, prices_include_tax, price_rounding, active, position, ...required } = fields

export const CreateMarket = body('CreateMarket', {
  ...required,
  ...Type.Partial(Type.Object({ currency, prices_include_tax, price_rounding, active, position })).properties,
})

export const UpdateMarket = body('UpdateMarket', Type.Partial(Type.Object(fields)).properties)

export function presentMarket(market: MarketRow): Static<typeof Market> {
  const { id, own, name, countries, currency, prices_include_tax, locales, active, position } = market
  const price_rounding = market.price_rounding_minor === null ? null : toMajor(market.price_rounding_minor, currency)
  return { id, own, name, countries, currency, prices_include_tax, price_rounding, locales, active, position }
}
