import { useQuery } from '@tanstack/react-query'
import { shopOptions } from '#console/data/queries.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Bound, field, frame, Name, type RangeProps } from './range-field.tsx'

/** From one amount to another, both included; either may be open. */
export function AmountRange({ label, from, to, onChange, invalid, className }: RangeProps<number>) {
  const currency = useQuery(shopOptions).data?.currency ?? ''
  const shared = {
    invalid,
    inputMode: 'decimal',
    autoComplete: 'off',
    faultOf: (text: string) => readAmount(text, currency)?.fault,
  } as const
  const read = (text: string | undefined) => readAmount(text ?? '', currency)?.amount
  return (
    <fieldset aria-label={label} className={cx(frame, className)}>
      <Name>{label}</Name>
      <Bound
        {...shared}
        className={cx(field, 'w-16 text-right')}
        label={t('{label} from', { label })}
        placeholder={t('from')}
        value={from?.toString()}
        onChange={(text) => onChange({ from: read(text), to })}
      />
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <Bound
        {...shared}
        className={cx(field, 'w-16')}
        label={t('{label} to', { label })}
        placeholder={t('to')}
        value={to?.toString()}
        onChange={(text) => onChange({ from, to: read(text) })}
      />
    </fieldset>
  )
}
