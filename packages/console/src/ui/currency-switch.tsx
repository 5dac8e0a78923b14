import { t } from '#console/lib/text.ts'
import { Select } from '#console/ui/field.tsx'

interface CurrencySwitchProps {
  /** The shop's own first. */
  currencies: readonly string[]
  value: string
  /** Undefined: the shop's own. */
  onChange: (currency: string | undefined) => void
}

/** Chooses whose figures are shown; a shop that sells in one currency has nothing to choose. */
export function CurrencySwitch({ currencies, value, onChange }: CurrencySwitchProps) {
  if (currencies.length < 2) return null
  return (
    <Select
      aria-label={t('Currency')}
      value={value}
      onChange={({ target }) => onChange(target.value === currencies[0] ? undefined : target.value)}
      className="w-auto!"
    >
      {currencies.map((currency) => (
        <option key={currency} value={currency}>
          {currency}
        </option>
      ))}
    </Select>
  )
}
