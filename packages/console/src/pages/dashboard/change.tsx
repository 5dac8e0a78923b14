import { cx } from '#console/lib/class-names.ts'
import { percent } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

interface ChangeProps {
  value: number
  /** In the period before. */
  before: number
  /** Which direction is good news; left out: neither. */
  better?: 'more' | 'less'
}

/** How a figure compares with the period before. */
export function Change({ value, before, better }: ChangeProps) {
  if (before <= 0) {
    return <span className="text-xs text-ink-3">{value === before ? t('as before') : before === 0 && '–'}</span>
  }
  const share = (value - before) / before
  const tone = share === 0 || better === undefined ? '' : share > 0 === (better === 'more') ? 'text-good' : 'text-bad'
  return (
    <span className="text-xs whitespace-nowrap text-ink-3">
      <span className={cx('font-medium', tone)}>{percent(share)}</span>
      <span className="sr-only"> {t('against the period before')}</span>
    </span>
  )
}
