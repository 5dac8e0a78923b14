import { Link, type LinkProps } from '@tanstack/react-router'
import { Sparkline } from '#console/charts/sparkline.tsx'
import { cx } from '#console/lib/class-names.ts'
import { Change } from './change.tsx'

interface FigureProps {
  label: string
  /** As text, and what it counts, for the link to the list. */
  text: string
  list: string
  link: LinkProps
  /** What the figure is made of. */
  note?: string | undefined
  value: number
  before: number
  course: readonly number[]
  isShown: boolean
  onShow: () => void
}

/** A figure that leads to its list, how it compares with the period before, and its course. Pressed, it is drawn. */
export function Figure({ label, text, list, link, note, value, before, course, isShown, onShow }: FigureProps) {
  return (
    <div
      className={cx(
        'relative border-line px-4 py-4 hover:bg-paper-2 max-lg:odd:border-r max-lg:nth-[-n+2]:border-b',
        'lg:px-8 lg:not-last:border-r',
      )}
    >
      {isShown && <span aria-hidden className="absolute inset-x-0 -bottom-px h-0.5 bg-accent" />}
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onShow}
        className={cx('block after:absolute after:inset-0', isShown ? 'font-medium' : 'text-ink-2')}
      >
        {label}
      </button>
      <Link
        {...link}
        className={cx(
          'relative z-10 mt-1 inline-block text-xl font-semibold tracking-[-0.02em] tabular-nums',
          'decoration-line-3 decoration-1 underline-offset-4 hover:underline',
        )}
      >
        {text}
        <span className="sr-only"> {list}</span>
      </Link>
      {note && <span className="ml-2 text-xs text-ink-3">{note}</span>}
      <div className="mt-1 flex h-6 items-center justify-between gap-3">
        <Change value={value} before={before} better="more" />
        <span className="max-sm:hidden">
          <Sparkline values={course} />
        </span>
      </div>
    </div>
  )
}
