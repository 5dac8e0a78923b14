import { read, type Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { readAmount } from '#console/lib/amounts.ts'
import type { Faults } from '#console/lib/faults.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Field } from '#console/ui/field.tsx'

type Prices = NonNullable<Schemas['Product']['prices']>

interface OtherPricesProps {
  prices: Prices | undefined
  /** That of the shop. */
  currency: string
  faults: Faults
  isRead: boolean
}

/** What a product costs in the other currencies of the shop's markets, and in those that it has prices in. */
export function OtherPrices({ prices = [], currency: own, faults, isRead }: OtherPricesProps) {
  const { data: markets = [] } = useQuery({
    queryKey: ['markets', 'currencies'],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/admin/markets', { params: { query: { limit: 100 } }, signal }))).items,
    enabled: useMay('settings.read'),
  })
  const priced = new Map(prices.map((price) => [price.currency, price]))
  const currencies = [...new Set([...markets.map(({ currency }) => currency), ...priced.keys()])]
    .filter((one) => one !== own)
    .sort()
  return currencies.map((currency) => (
    <div key={currency} className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <Field
        label={`Price in ${currency}`}
        hint="Without one it is not sold in markets of this currency."
        error={currency === currencies[0] ? faults.of('prices') : undefined}
      >
        <AmountInput
          name={`price:${currency}`}
          currency={currency}
          defaultValue={priced.get(currency)?.amount ?? ''}
          readOnly={isRead}
        />
      </Field>
      <Field label={`Price before the sale (${currency})`}>
        <AmountInput
          name={`compare_at_price:${currency}`}
          currency={currency}
          defaultValue={priced.get(currency)?.compare_at_amount ?? ''}
          readOnly={isRead}
        />
      </Field>
    </div>
  ))
}

/** What is typed there; those of currencies that are not shown stay. */
export function readOtherPrices(fields: FormData, before: Prices | undefined): Prices | null {
  const shown = [...fields.keys()].flatMap((name) => (name.startsWith('price:') ? name.slice('price:'.length) : []))
  const typed = shown.flatMap((currency) => {
    const amountOf = (name: string) => readAmount(String(fields.get(`${name}:${currency}`) ?? ''), currency)?.amount
    const amount = amountOf('price')
    return amount === undefined ? [] : [{ currency, amount, compare_at_amount: amountOf('compare_at_price') ?? null }]
  })
  const kept = (before ?? []).filter(({ currency }) => !shown.includes(currency))
  const all = [...kept, ...typed].sort((one, other) => (one.currency < other.currency ? -1 : 1))
  return all.length === 0 ? null : all
}
