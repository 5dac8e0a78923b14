import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Select } from './field.tsx'

interface SortSelectProps<Value extends string> {
  /** Only phones need it: every sort is a head of a column. */
  onPhones?: boolean
  value: Value
  options: readonly { value: Value; text: string }[]
  onChange: (value: Value) => void
}

/** What a list is sorted by; phones show no heads of the columns. */
export function SortSelect<Value extends string>(props: SortSelectProps<Value>) {
  const { value, options, onPhones = false, onChange } = props
  return (
    <Select
      aria-label={t('Sort')}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
      className={cx('w-auto! max-sm:grow max-sm:basis-2/5', onPhones && 'sm:hidden')}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </Select>
  )
}
