import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Select } from './field.tsx'

interface FilterSelectProps<Value extends string> {
  label: string
  value: Value | undefined
  options: readonly Value[]
  /** How a value is shown. */
  textOf?: (value: Value) => string
  onChange: (value: Value | undefined) => void
}

/** One of the values of a further filter; the first choice is any. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, textOf = words, onChange } = props
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(options.find((option) => option === target.value))}
      className="w-auto! max-w-60 max-sm:max-w-none max-sm:grow max-sm:basis-2/5"
    >
      <option value="">{t('{label}: any', { label })}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {textOf(option)}
        </option>
      ))}
    </Select>
  )
}
