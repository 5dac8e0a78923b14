import type { BenchContext } from './context.ts'
import type { Comparison, Measured } from './harness.ts'

/** A row of the bench: a name to ask for it by, and what it measures. */
export interface Row {
  name: string
  run(context: BenchContext): Promise<Outcome[]>
}

/** One line of the table. */
export interface Outcome {
  work: string
  /** What it is compared with, in the same run; empty where the figure stands for itself. */
  yardstick: string
  value: number
  unit: 'times' | 'ms' | 's' | 'µs' | 'MB' | ''
  /** The lowest and the highest of the rounds. */
  spread?: [number, number]
  /** The figure to reach. */
  reach: number
  better: 'more' | 'less'
  ours?: Measured
  theirs?: Measured
  notes?: string[]
  /** Points of the picture: milliseconds by size. */
  sizes?: { size: number; p50: number; p95: number }[]
}

export function isReached({ value, reach, better }: Outcome): boolean {
  return better === 'more' ? value >= reach : value <= reach
}

/** An outcome from a comparison in turns. */
export function compared(
  comparison: Comparison,
  description: Pick<Outcome, 'work' | 'yardstick' | 'reach' | 'better'> & { notes?: string[] },
): Outcome {
  const { ratio, ratios, ours, yardstick } = comparison
  return {
    ...description,
    value: ratio,
    unit: 'times',
    spread: [Math.min(...ratios), Math.max(...ratios)],
    ours,
    theirs: yardstick,
  }
}

/** What must not go by unsaid: a load that was answered with errors measured something else. */
export function errorNotes(...measured: Measured[]): string[] {
  const errors = measured.reduce((sum, each) => sum + each.errors, 0)
  return errors === 0 ? [] : [`${errors} requests were not answered as expected`]
}
