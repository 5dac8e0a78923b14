import type { BenchContext } from './context.ts'
import type { Comparison, Measured } from './harness.ts'
import { median } from './statistics.ts'

/** A row of the bench: its name and its measurement. */
export interface Row {
  name: string
  run(context: BenchContext): Promise<Outcome[]>
}

/** One line of the table. */
export interface Outcome {
  work: string
  /** The comparison of the same run; empty for an absolute figure. */
  yardstick: string
  value: number
  unit: 'times' | 'ms' | 's' | 'µs' | 'MB' | ''
  /** The lowest and the highest of the rounds. */
  spread?: [number, number]
  /** The target. */
  reach: number
  better: 'more' | 'less'
  ours?: Measured
  theirs?: Measured
  /** CPU of a request over all rounds, which holds on a busy machine too. */
  cpu?: { ours: Cpu; theirs: Cpu; ratio: Figure }
  notes?: string[]
  /** Points of the picture: milliseconds by size. */
  sizes?: { size: number; p50: number; p95: number }[]
}

/** Median, lowest and highest of the rounds. */
export type Figure = [number, number, number]

/** Microseconds per request, of the process and of the database. */
export interface Cpu {
  process: Figure
  database: Figure
}

export function isReached({ value, reach, better }: Outcome): boolean {
  return better === 'more' ? value >= reach : value <= reach
}

/** An outcome from a comparison in turns. */
export function compared(
  comparison: Comparison,
  description: Pick<Outcome, 'work' | 'yardstick' | 'reach' | 'better'> & { notes?: string[] },
): Outcome {
  const { ratio, ratios, ours, yardstick, rounds } = comparison
  return {
    ...description,
    value: ratio,
    unit: 'times',
    spread: [Math.min(...ratios), Math.max(...ratios)],
    ours,
    theirs: yardstick,
    ...(ours.databaseCpuMicros !== undefined && yardstick.databaseCpuMicros !== undefined && { cpu: cpuOf(rounds) }),
  }
}

function cpuOf(rounds: Comparison['rounds']): NonNullable<Outcome['cpu']> {
  const both = ({ cpuMicros = 0, databaseCpuMicros = 0 }: Measured) => cpuMicros + databaseCpuMicros
  const of = (side: 'ours' | 'yardstick'): Cpu => ({
    process: figure(rounds.map((round) => round[side].cpuMicros ?? 0)),
    database: figure(rounds.map((round) => round[side].databaseCpuMicros ?? 0)),
  })
  return {
    ours: of('ours'),
    theirs: of('yardstick'),
    ratio: figure(rounds.map((round) => both(round.yardstick) / both(round.ours))),
  }
}

function figure(values: readonly number[]): Figure {
  return [median(values), Math.min(...values), Math.max(...values)]
}

/** A warning for loads with error answers, which measured something else. */
export function errorNotes(...measured: Measured[]): string[] {
  const errors = measured.reduce((sum, each) => sum + each.errors, 0)
  return errors === 0 ? [] : [`${errors} requests were not answered as expected`]
}
