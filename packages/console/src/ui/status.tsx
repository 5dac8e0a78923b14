import { cx } from '#console/lib/class-names.ts'
import { words } from '#console/lib/format.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'neutral'

const dots: Record<Tone, string> = {
  good: 'before:bg-good',
  warn: 'before:bg-warn',
  bad: 'before:bg-bad',
  accent: 'before:bg-accent',
  neutral: 'before:bg-line-3',
}

/** A state as a word beside its colour, never the colour alone. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span
      className={cx(
        'flex items-center gap-2 whitespace-nowrap before:size-1.5 before:shrink-0 before:rounded-full',
        dots[tone],
      )}
    >
      {words(children)}
    </span>
  )
}
