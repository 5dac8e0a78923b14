import { currencyName } from '#console/lib/format.ts'
import { Select } from './field.tsx'

interface CurrencyChoiceProps {
  name: string
  value: string
  disabled: boolean
  onChoice?: (currency: string) => void
}

/** Of the currencies that the browser knows, and the one that is set. */
export function CurrencyChoice({ value, onChoice, ...rest }: CurrencyChoiceProps) {
  return (
    <Select {...rest} defaultValue={value} onChange={({ target }) => onChoice?.(target.value)}>
      {[...new Set([...currencies, value])].sort().map((one) => (
        <option key={one} value={one}>
          {currencyName(one)}
        </option>
      ))}
    </Select>
  )
}

const currencies = Intl.supportedValuesOf('currency')
