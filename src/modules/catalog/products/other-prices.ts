import { type Static, Type } from 'typebox'
import { Nullable } from '#src/platform/http/envelope.ts'
import { type ByCurrency, presentByCurrency, readByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { maxAmount, readPrice, toMajor } from '#src/platform/lib/money.ts'

/** Prices in other currencies than the shop's own, in minor units. Null, in a row of a file: it goes. */
export type OtherPrices = ByCurrency<StoredPrice | null>

interface StoredPrice {
  price: number
  /** The usual price; absent: none. */
  compare_at?: number
}

const Amount = Type.Number({ minimum: 0, maximum: maxAmount, examples: [2.95] })

const PriceInCurrency = Type.Object(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
    amount: Amount,
    compare_at_amount: Type.Optional(Nullable(Amount)),
  },
  { additionalProperties: false },
)

/** A product has prices in so many other currencies at most. */
export const maxCurrencies = 30

const description =
  'What it costs in markets of other currencies. Without a price in the currency of a market it is not sold there.'

export const OtherPricesInput = Nullable(
  Type.Array(PriceInCurrency, { maxItems: maxCurrencies, description: `${description} Given, they replace all.` }),
)
type Given = Static<typeof PriceInCurrency> | { currency: string; amount: null }

export const ShownOtherPrices = Type.Optional(
  Type.Array(
    Type.Object({
      currency: Type.String({ examples: ['EUR'] }),
      amount: Type.Number({ examples: [2.95] }),
      compare_at_amount: Nullable(Type.Number({ examples: [3.95] })),
    }),
    { description: `${description} Left out without any, and for shoppers, who read \`price\` of their market.` },
  ),
)

interface Money {
  currency: string
  unitOf?: ((currency: string) => number) | undefined
}

/** Null without any. */
export function presentOtherPrices(stored: OtherPrices): Static<typeof ShownOtherPrices> | null {
  const all = presentByCurrency(stored as ByCurrency<StoredPrice>, ({ price, compare_at }, currency) => ({
    amount: toMajor(price, currency),
    compare_at_amount: compare_at === undefined ? null : toMajor(compare_at, currency),
  }))
  return all.length === 0 ? null : all
}

/** In words, for the audit log; null without any. */
export function wordsOfOtherPrices(stored: OtherPrices): string | null {
  const all = presentOtherPrices(stored) ?? []
  const words = all.map(({ currency, amount, compare_at_amount: usual }) =>
    usual === null ? `${currency} ${amount}` : `${currency} ${amount} (usually ${usual})`,
  )
  return words.length === 0 ? null : words.join(', ')
}

/** What is wrong with the first that is wrong. */
export function otherPricesFault(given: readonly Given[] | null, money: Money): FieldFault | undefined {
  return readPrices(given, money).faults[0]
}

export function writtenOtherPrices(given: readonly Given[] | null, money: Money): { other_prices: OtherPrices } {
  return { other_prices: readPrices(given, money).prices ?? {} }
}

function readPrices(given: readonly Given[] | null, { currency: own, unitOf = () => 1 }: Money) {
  const faults: FieldFault[] = []
  const prices = readByCurrency(given, own, faults, (one, field): StoredPrice | null => {
    if (one.amount === null) return null
    const { currency, amount, compare_at_amount: usual } = one
    const minorOf = (name: string, value: number) => {
      const read = readPrice(value, currency, unitOf(currency))
      if ('minor' in read) return read.minor
      faults.push({ field: field(name), message: read.fault })
      return 0
    }
    const price = minorOf('amount', amount)
    if (usual == null) return { price }
    const compare_at = minorOf('compare_at_amount', usual)
    if (compare_at <= price)
      faults.push({ field: field('compare_at_amount'), message: `must be above the amount in ${currency}` })
    return { price, compare_at }
  })
  return { faults, prices }
}

/** What a row of a file sets, beside what is there. */
export function mergedPrices(stored: OtherPrices, given: OtherPrices): OtherPrices {
  const all = Object.entries({ ...stored, ...given })
  return Object.fromEntries(all.filter(([, price]) => price !== null))
}
