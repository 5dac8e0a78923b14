import { useId } from 'react'
import { t } from '#console/lib/text.ts'
import type { Customer } from '../customer-data.ts'
import { customerName } from '../customer-name.ts'

interface WhoStaysProps {
  both: readonly [Customer, Customer]
  stays: Customer
  isRead: boolean
  onChange: (id: string) => void
}

/** Whose name and contact are kept. One with an account stays in any case. */
export function WhoStays({ both, stays, isRead, onChange }: WhoStaysProps) {
  const name = useId()
  const isFixed = both.some(({ account }) => account)
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-ink-2">{t('Keep the name and contact of')}</legend>
      {both.map((one) => (
        <label key={one.id} className="flex min-h-8 items-center gap-2 has-disabled:text-ink-3">
          <input
            type="radio"
            name={name}
            checked={one.id === stays.id}
            disabled={isRead || (isFixed && !one.account)}
            onChange={() => onChange(one.id)}
            className="size-4 shrink-0 accent-(--accent)"
          />
          <span className="min-w-0 wrap-anywhere">
            {customerName(one)} <span className="text-ink-3">{one.email ?? one.phone}</span>
          </span>
        </label>
      ))}
      {isFixed && <p className="mt-1 text-xs text-ink-3">{t('The one with an account always stays.')}</p>}
    </fieldset>
  )
}
