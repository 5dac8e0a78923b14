import { type Static, Type } from 'typebox'
import { body, line, Nullable, named } from '#src/platform/http/envelope.ts'
import type { TaxRateRow } from './place-rules.ts'
import { standardClass } from './rules.ts'

export const TaxClass = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,49}$',
  description: 'A word of lower-case letters, digits, hyphens and underscores.',
  examples: [standardClass],
})

/** With five values each, the rows stay within the values of a body. */
export const maxRates = 1_000

const Region = Nullable(
  line({
    max: 200,
    description: 'ISO 3166-2 code or name, as addresses may write it; null: the whole country.',
    examples: ['QC'],
  }),
)

/** Maximum per row; all rows together stay within the 5,000 values of a body. */
const maxPatterns = 100

const PostalCodes = Nullable(
  Type.Array(line({ max: 43, examples: ['35*'] }), {
    minItems: 1,
    maxItems: maxPatterns,
    description: 'Codes (`SW1A 1AA`), prefixes (`35*`) and ranges of digits (`35000..35999`); null: all codes.',
  }),
)

const Compound = Type.Boolean({
  description: 'Applies to the price plus the non-compound taxes of this place and the compound ones above.',
})

const fields = {
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'ISO 3166-1 alpha-2, in capitals.',
    examples: ['GB'],
  }),
  region: Region,
  tax_class: TaxClass,
  name: line({ max: 100, description: 'Name that orders show.', examples: ['VAT'] }),
  rate: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Percent, with up to four decimals.',
    examples: [20],
  }),
}
/** Omitted from answers where they are not set. */
const more = { postal_codes: Type.Optional(PostalCodes), compound: Type.Optional(Compound) }
const TaxRate = named('TaxRate', Type.Object({ ...fields, ...more }))

export const TaxRates = named('TaxRates', Type.Object({ rates: Type.Array(TaxRate) }))

export const ReplaceTaxRates = body('ReplaceTaxRates', {
  rates: Type.Array(body('TaxRateInput', { ...fields, ...more, region: Type.Optional(Region) }), {
    maxItems: maxRates,
  }),
})

export const TaxPreset = named(
  'TaxPreset',
  Type.Object({
    country: Nullable(Type.String({ examples: ['DE'] })),
    as_of: Nullable(Type.String({ format: 'date', description: 'The day on which the rates were checked.' })),
    source: Nullable(Type.String({ examples: ['European Commission, VAT rates in the EU Member States'] })),
    warning: Nullable(Type.String({ description: 'What the rates leave out, such as local sales tax in the USA.' })),
    rates: Type.Array(Type.Object(fields), {
      description: 'Rows of the table of rates: the class `standard`, then `reduced`, `reduced-2` and so on.',
    }),
    countries: Type.Array(Type.String({ examples: ['DE'] }), { description: 'Countries that have rates here.' }),
  }),
)

export function presentRates(rates: readonly TaxRateRow[]): Static<typeof TaxRates> {
  return {
    rates: rates.map(({ country, region, postal_codes, tax_class, name, rate, compound }) => ({
      country,
      region,
      tax_class,
      name,
      rate,
      ...(postal_codes !== null && { postal_codes }),
      ...(compound && { compound }),
    })),
  }
}
