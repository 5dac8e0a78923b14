import { type Static, Type } from 'typebox'
import { body, line, Nullable, named } from '#src/platform/http/envelope.ts'
import { standardClass, type TaxRateRow } from './rules.ts'

export const TaxClass = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,49}$',
  description: 'A word of lower-case letters, digits, hyphens and underscores.',
  examples: [standardClass],
})

/** With five values each they are as many as a body may have. */
export const maxRates = 1_000

const Region = Nullable(
  line({ max: 200, description: 'As addresses name it, without regard to case and blanks; null: the whole country.' }),
)

const fields = {
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'ISO 3166-1 alpha-2, in capitals.',
    examples: ['GB'],
  }),
  region: Region,
  tax_class: TaxClass,
  name: line({ max: 100, description: 'As orders show it.', examples: ['VAT'] }),
  rate: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Percent, with up to four decimals.',
    examples: [20],
  }),
}
const TaxRate = named('TaxRate', Type.Object(fields))

export const TaxRates = named('TaxRates', Type.Object({ rates: Type.Array(TaxRate) }))

export const ReplaceTaxRates = body('ReplaceTaxRates', {
  rates: Type.Array(body('TaxRateInput', { ...fields, region: Type.Optional(Region) }), { maxItems: maxRates }),
})

export function presentRates(rates: readonly TaxRateRow[]): Static<typeof TaxRates> {
  return {
    rates: rates.map(({ country, region, tax_class, name, rate }) => ({ country, region, tax_class, name, rate })),
  }
}
