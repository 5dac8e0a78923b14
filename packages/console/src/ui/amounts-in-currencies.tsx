import { useOtherCurrencies } from '#console/data/market-currencies.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { typedAmount } from '#console/lib/format.ts'
import { AmountInput } from './amount-input.tsx'
import { Field } from './field.tsx'

interface AmountsIn {
  currency: string
  amounts: Readonly<Record<string, number | null | undefined>>
}

interface AmountsProps {
  /** The currency of the shop. */
  own: string
  stored: readonly AmountsIn[]
  /** The amounts of each currency, by the names of their inputs. */
  fields: readonly { name: string; label: (currency: string) => string; hint?: string }[]
  error: string | undefined
  isRead: boolean
}

/** Amounts in the other currencies of the shop's markets, and in those that there are amounts in. */
export function AmountsInCurrencies({ own, stored, fields, error, isRead }: AmountsProps) {
  const known = new Map(stored.map(({ currency, amounts }) => [currency, amounts]))
  const currencies = useOtherCurrencies(own, known.keys())
  return currencies.map((currency) => (
    <div key={currency} className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      {fields.map(({ name, label, hint }, at) => {
        const amount = known.get(currency)?.[name]
        return (
          <Field
            key={name}
            label={label(currency)}
            hint={hint}
            error={at === 0 && currency === currencies[0] ? error : undefined}
          >
            <AmountInput
              name={`${name}:${currency}`}
              currency={currency}
              defaultValue={amount == null ? '' : typedAmount(amount, currency)}
              readOnly={isRead}
            />
          </Field>
        )
      })}
    </div>
  ))
}

/** What is typed there, of currencies with at least one amount. */
export function readAmountsIn<Name extends string>(
  form: FormData,
  names: readonly Name[],
): ({ currency: string } & Record<Name, number | null>)[] {
  const [first = ''] = names
  const shown = [...form.keys()].flatMap((key) => (key.startsWith(`${first}:`) ? key.slice(first.length + 1) : []))
  return shown.flatMap((currency) => {
    const amountOf = (name: Name) => readAmount(String(form.get(`${name}:${currency}`) ?? ''), currency)?.amount ?? null
    const amounts = Object.fromEntries(names.map((name) => [name, amountOf(name)])) as Record<Name, number | null>
    return names.some((name) => amounts[name] !== null) ? [{ currency, ...amounts }] : []
  })
}
