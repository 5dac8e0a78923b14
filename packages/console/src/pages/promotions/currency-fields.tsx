import { useOtherCurrencies } from '#console/data/market-currencies.ts'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { AmountsInCurrencies, readAmountsIn } from '#console/ui/amounts-in-currencies.tsx'
import { Group } from '#console/ui/groups.tsx'
import type { Promotion, PromotionBody } from './promotion-data.ts'
import type { Draft } from './promotion-draft.ts'

type Prices = NonNullable<Promotion['prices']>

interface CurrencyFieldsProps {
  draft: Draft
  prices: Prices
  /** That of the shop. */
  currency: string
  faults: Faults
  isRead: boolean
  onChange: () => void
}

/** The amounts of a promotion in the other currencies of the shop's markets: each that it has in the shop's own. */
export function CurrencyFields({ draft, prices, currency: own, faults, isRead, onChange }: CurrencyFieldsProps) {
  const names = amountsOf(draft)
  const currencies = useOtherCurrencies(
    own,
    prices.map(({ currency }) => currency),
  )
  if (names.length === 0 || currencies.length === 0) return null
  return (
    <Group
      title={t('Other currencies')}
      about={t('Orders in another currency get it only if it has all its amounts in it.')}
    >
      <div className="grid gap-4 sm:grid-cols-2" onInput={onChange}>
        <AmountsInCurrencies
          own={own}
          stored={prices.map(({ currency, minimum, ...amounts }) => ({
            currency,
            amounts: { ...amounts, min_subtotal: minimum?.subtotal },
          }))}
          fields={names.map((name) => ({
            name,
            label: (currency) => t('{amount} in {currency}', { amount: labels[name], currency }),
          }))}
          error={faults.of('prices')}
          isRead={isRead}
        />
      </div>
    </Group>
  )
}

/** What is typed there; null: in no other currency. */
export function readPrices(form: HTMLFormElement, draft: Draft): NonNullable<PromotionBody['prices']> | null {
  const typed = readAmountsIn(new FormData(form), amountsOf(draft))
  const prices = typed.map(({ currency, min_subtotal, ...others }) => {
    const amounts = Object.entries(others).filter(([, amount]) => amount != null)
    return {
      currency,
      ...(Object.fromEntries(amounts) as Partial<Record<'amount' | 'max_discount' | 'max_shipping', number>>),
      ...(min_subtotal != null && { minimum: { subtotal: min_subtotal } }),
    }
  })
  return prices.length === 0 ? null : prices
}

type AmountName = 'amount' | 'max_discount' | 'max_shipping' | 'min_subtotal'

const labels: Record<AmountName, string> = {
  amount: t('Amount'),
  max_discount: t('At most'),
  max_shipping: t('At most'),
  min_subtotal: t('Worth at least'),
}

const ofKind: Partial<Record<Draft['kind'], AmountName>> = {
  amount: 'amount',
  percentage: 'max_discount',
  free_shipping: 'max_shipping',
}

/** The amounts that are typed in the shop's currency. */
function amountsOf(draft: Draft): AmountName[] {
  const names: (AmountName | undefined)[] = [ofKind[draft.kind], 'min_subtotal']
  return names.filter((name) => name !== undefined).filter((name) => draft[name].trim() !== '')
}
