import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'

interface FilterBarProps {
  tabs: ReactNode
  search: ReactNode
  /** Further filters: a line of their own, which a phone shows when asked for. */
  children: ReactNode
  /** How many of the further filters are set. */
  active: number
  onClear: () => void
}

/** The filters of a list. */
export function FilterBar({ tabs, search, children, active, onClear }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-2 border-b border-line px-4 py-2 lg:px-8">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {tabs}
        <div className="flex gap-2 max-sm:w-full">
          <Button className="sm:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
            <ListFilter aria-hidden />
            {active > 0 ? t('Filters, {active}', { active }) : t('Filters')}
          </Button>
          <div className="min-w-0 flex-1">{search}</div>
        </div>
      </div>
      <div className={cx('flex min-h-8 flex-wrap items-center gap-2', !open && 'max-sm:hidden')}>
        {children}
        {active > 0 && (
          <Button look="quiet" onClick={onClear}>
            {t('Clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
