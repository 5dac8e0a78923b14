import { Sparkline } from '#console/charts/sparkline.tsx'
import { cx } from '#console/lib/class-names.ts'
import { percent } from '#console/lib/format.ts'

export type FigureName = 'revenue' | 'orders' | 'average_order_value' | 'new_customers'

interface FigureProps {
  label: string
  value: number
  before: number | undefined
  format: (value: number) => string
  course: readonly number[]
  isShown: boolean
  onShow: () => void
}

/** A figure, how it compares with the period before, and its course. Pressed, it is drawn below. */
export function Figure({ label, value, before, format, course, isShown, onShow }: FigureProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={cx(
        'relative border-line px-4 py-4 text-left hover:bg-paper-2 max-lg:odd:border-r max-lg:nth-[-n+2]:border-b',
        'lg:px-8 lg:not-last:border-r',
      )}
    >
      {isShown && <span aria-hidden className="absolute inset-x-0 -bottom-px h-0.5 bg-accent" />}
      <span className="block text-ink-2">{label}</span>
      <span className="mt-1 block text-xl font-semibold tracking-[-0.02em] tabular-nums">{format(value)}</span>
      <span className="mt-1 flex h-6 items-center justify-between gap-3">
        <Change value={value} before={before} />
        <span className="max-sm:hidden">
          <Sparkline values={course} />
        </span>
      </span>
    </button>
  )
}

function Change({ value, before }: { value: number; before: number | undefined }) {
  if (before === undefined) return <span />
  if (before === 0) return <span className="text-xs text-ink-3">{value === 0 ? 'as before' : 'none before'}</span>
  const share = (value - before) / before
  return (
    <span className="text-xs whitespace-nowrap text-ink-3">
      <span className={cx('font-medium', share > 0 && 'text-good', share < 0 && 'text-bad')}>{percent(share)}</span>
      <span className="sr-only"> against the period before</span>
    </span>
  )
}
