import type { Check } from '#src/platform/db/checks.ts'
import type { Snapshot } from '#src/platform/db/snapshot.ts'
import { modules } from '../modules.ts'
import { referenceChecks } from './references.ts'

/** Invariants that hold at every moment, also during work in progress. */
export const checks: readonly Check[] = [...modules.flatMap((module) => module.checks ?? []), ...referenceChecks]

export interface Finding {
  check: Check
  /** Rows of the checked table. */
  rows: number
  differences: number
  /** The first of them. */
  examples: Record<string, unknown>[]
  /** The reason why rows could not be read, which also counts as a difference. */
  fault?: string
  seconds: number
}

const maxExamples = 5

/** Runs the checks one after the other and yields each result at once. */
export async function* runChecks(snapshot: Snapshot, chosen: readonly Check[] = checks): AsyncGenerator<Finding> {
  const counts = new Map<string, number>()
  for (const check of chosen) {
    const started = performance.now()
    const found = await snapshot.attempt<Record<string, unknown> & { of_all: string }>(
      `select *, count(*) over () as of_all from (${check.statement}) difference limit ${maxExamples}`,
    )
    if (found instanceof Error && !isOfData(found)) throw found
    const rows = counts.get(check.of) ?? (await countRows(snapshot, check.of))
    counts.set(check.of, rows)
    const seconds = (performance.now() - started) / 1000
    yield found instanceof Error
      ? { check, rows, differences: 1, examples: [], fault: found.message, seconds }
      : { check, rows, differences: Number(found[0]?.of_all ?? 0), examples: found.map(withoutCount), seconds }
  }
}

/** The checks of an unreadable table report it. */
async function countRows(snapshot: Snapshot, table: string): Promise<number> {
  const counted = await snapshot.attempt<{ rows: string }>(`select count(*) as rows from ${table}`)
  if (!(counted instanceof Error)) return Number(counted[0]?.rows)
  if (isOfData(counted)) return 0
  throw counted
}

function withoutCount({ of_all, ...row }: Record<string, unknown>): Record<string, unknown> {
  return row
}

/** The rows or their files are damaged: values that cannot be read, corrupted pages, files that are missing. */
function isOfData(error: Error): boolean {
  return /^(22|58|XX)/.test((error as { code?: string }).code ?? '')
}
