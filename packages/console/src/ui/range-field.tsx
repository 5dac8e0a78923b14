import { type ComponentProps, useEffect, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { zoneName, zoneTitle } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

export interface RangeProps<Value> {
  label: string
  from: Value | undefined
  to: Value | undefined
  onChange: (range: { from?: Value | undefined; to?: Value | undefined }) => void
  /** What was asked for makes no sense, as the message beside it says. */
  invalid?: boolean
  /** Neither may be open. */
  required?: boolean
  className?: string
}

/** Of the bounds together, and of each. */
export const frame = cx(
  'flex h-8 min-w-0 shrink-0 items-center rounded bg-paper ring-1 ring-inset ring-line-3 focus-within:ring-accent',
  'has-aria-invalid:ring-bad',
)
export const field = cx(
  'h-full min-w-0 flex-1 bg-transparent px-2 max-[380px]:px-1.5 text-sm tabular-nums outline-none max-sm:text-[16px]',
  '[&::-webkit-calendar-picker-indicator]:ml-1 [&::-webkit-calendar-picker-indicator]:opacity-50',
)

/** From one day to another, both included; either may be open. Figures and lists count by days of the shop. */
export function DayRange({ label, from, to, onChange, invalid, required, className }: RangeProps<string>) {
  const shared = {
    invalid,
    required,
    min: '1970-01-01',
    max: '9998-12-31',
    // The words in place of a day are as quiet as those of other empty fields.
    className: cx(field, 'not-focus:in-data-[empty=true]:text-ink-3'),
  }
  return (
    <fieldset aria-label={label} data-empty={!from && !to} className={cx(frame, className)}>
      {!required && <Name className="max-[380px]:hidden">{label}</Name>}
      <Bound
        {...shared}
        type="date"
        label={t('{label} from', { label })}
        value={from}
        onChange={(day) => onChange({ from: day, to })}
      />
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <Bound
        {...shared}
        type="date"
        label={t('{label} to', { label })}
        value={to}
        onChange={(day) => onChange({ from, to: day })}
      />
      <span
        className="pr-2 text-xs text-ink-3 max-[340px]:hidden"
        title={t('Days are those of {zoneTitle}', { zoneTitle: zoneTitle() })}
      >
        {zoneName()}
      </span>
    </fieldset>
  )
}

export const Name = ({ children, className }: { children: string; className?: string }) => (
  <span aria-hidden className={cx('pl-2.5 text-ink-3', className)}>
    {children}
  </span>
)

interface BoundProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  /** What is wrong with a text that the browser finds nothing wrong with. */
  faultOf?: (text: string) => string | undefined
  value: string | undefined
  invalid?: boolean | undefined
  onChange: (value: string | undefined) => void
}

const waitMs = 400

/** Tells what was typed a moment after the last key, once the browser finds it valid. */
export function Bound({ label, value = '', invalid, faultOf, onChange, ...rest }: BoundProps) {
  const [text, setText] = useState(value)
  const [isValid, setValid] = useState(true)
  const fault = faultOf?.(text)
  useEffect(() => {
    setText(value)
    setValid(true)
  }, [value])
  useEffect(() => {
    if (text === value || !isValid) return
    const timer = setTimeout(() => onChange(text || undefined), waitMs)
    return () => clearTimeout(timer)
  }, [text, value, isValid, onChange])
  function leave(): void {
    if (!isValid) {
      setText(value)
      setValid(true)
    } else if (text !== value) onChange(text || undefined)
  }
  return (
    <input
      {...rest}
      aria-label={label}
      aria-invalid={invalid || !isValid || undefined}
      title={fault}
      aria-description={fault}
      value={text}
      onBlur={leave}
      onChange={({ target }) => {
        target.setCustomValidity(faultOf?.(target.value) ?? '')
        setText(target.value)
        setValid(target.validity.valid)
      }}
    />
  )
}
