import { cx } from '#console/lib/class-names.ts'

interface FilterTabsProps<Value extends string> {
  label: string
  value: Value | undefined
  /** Undefined is "All". */
  options: readonly { value: Value | undefined; text: string }[]
  onChange: (value: Value | undefined) => void
}

/** One of a few values of a filter, all in sight. */
export function FilterTabs<Value extends string>({ label, value, options, onChange }: FilterTabsProps<Value>) {
  return (
    <div role="group" aria-label={label} className="-mx-1 flex max-w-[calc(100%+0.5rem)] overflow-x-auto px-1 py-0.5">
      {options.map((option) => (
        <button
          key={option.text}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'h-8 shrink-0 rounded px-2.5 whitespace-nowrap',
            option.value === value ? 'bg-paper-3 font-medium text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
