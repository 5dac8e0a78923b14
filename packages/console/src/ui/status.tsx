import { words } from '#console/lib/format.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'neutral'

const dots: Record<Tone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  accent: 'bg-accent',
  neutral: 'bg-line-3',
}

/** A state as a word beside its colour, never the colour alone. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-1.5 rounded-full ${dots[tone]}`} />
      {words(children)}
    </span>
  )
}
