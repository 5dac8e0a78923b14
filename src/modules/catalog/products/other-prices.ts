import { type Static, Type } from 'typebox'
import { Nullable } from '#src/platform/http/envelope.ts'
import { isCurrency, maxAmount, readPrice, toMajor } from '#src/platform/lib/money.ts'

/** Prices in other currencies than the shop's own, in minor units. Null, in a row of a file: it goes. */
export type OtherPrices = Readonly<Record<string, StoredPrice | null>>

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
  const all = Object.entries(stored).flatMap(([currency, its]) => (its === null ? [] : { currency, ...its }))
  if (all.length === 0) return null
  return all
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))
    .map(({ currency, price, compare_at }) => ({
      currency,
      amount: toMajor(price, currency),
      compare_at_amount: compare_at === undefined ? null : toMajor(compare_at, currency),
    }))
}

/** In words, for the audit log; null without any. */
export function wordsOfOtherPrices(stored: OtherPrices): string | null {
  const all = presentOtherPrices(stored) ?? []
  const words = all.map(({ currency, amount, compare_at_amount: usual }) =>
    usual === null ? `${currency} ${amount}` : `${currency} ${amount} (usually ${usual})`,
  )
  return words.length === 0 ? null : words.join(', ')
}

export function otherPricesFault(given: readonly Given[] | null, { currency, unitOf }: Money): string | undefined {
  const seen = new Set<string>()
  for (const one of given ?? []) {
    if (!isCurrency(one.currency)) return `${one.currency} is no currency code of ISO 4217`
    if (one.currency === currency) return `the price in ${currency}, the shop’s own currency, is the field price`
    if (seen.has(one.currency)) return `${one.currency} is named twice`
    seen.add(one.currency)
    const fault = one.amount === null ? undefined : faultOfOne(one, unitOf?.(one.currency) ?? 1)
    if (fault !== undefined) return `${one.currency} ${fault}`
  }
  return undefined
}

function faultOfOne({ currency, amount, compare_at_amount: usual }: Static<typeof PriceInCurrency>, unit: number) {
  const read = readPrice(amount, currency, unit)
  if ('fault' in read) return read.fault
  if (usual == null) return undefined
  const compared = readPrice(usual, currency, unit)
  if ('fault' in compared) return compared.fault
  return compared.minor > read.minor ? undefined : 'must have a compare_at_amount above its amount'
}

export function writtenOtherPrices(given: readonly Given[] | null): { other_prices: OtherPrices } {
  const minorOf = (amount: number, currency: string) => {
    const read = readPrice(amount, currency, 1)
    if ('fault' in read) throw new Error(`${amount} is no price: faults are looked for first`)
    return read.minor
  }
  const stored = (given ?? []).map((one) => {
    if (one.amount === null) return [one.currency, null] as const
    const { currency, amount, compare_at_amount: usual } = one
    const price = minorOf(amount, currency)
    return [currency, { price, ...(usual != null && { compare_at: minorOf(usual, currency) }) }] as const
  })
  return { other_prices: Object.fromEntries(stored) }
}

/** What a row of a file sets, beside what is there. */
export function mergedPrices(stored: OtherPrices, given: OtherPrices): OtherPrices {
  const all = Object.entries({ ...stored, ...given })
  return Object.fromEntries(all.filter(([, price]) => price !== null))
}
