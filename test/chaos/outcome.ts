import { describeFaults } from './journal.ts'
import type { ChaosOutcome } from './scenario.ts'

/** What a run counted and, if promises were broken, which, what happened when, and how to repeat it. */
export function describeOutcome(
  { journal, invariantsChecked }: ChaosOutcome,
  seed: string,
  options: string,
): { text: string; broken: boolean } {
  const { counts, faults, timeline } = journal
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b))
  const counted = [...sorted.map(([name, count]) => `${count} ${name}`), `${invariantsChecked} invariants`].join(', ')
  if (faults.size === 0) return { text: counted, broken: false }
  const lines = [
    `seed ${seed}: ${faults.size} promises were broken`,
    describeFaults(journal),
    'what happened:',
    ...timeline.map((line) => `  ${line}`),
    counted,
    `Repeat it: npm run test:chaos -- --seed ${seed} ${options}`,
  ]
  return { text: lines.join('\n'), broken: true }
}
