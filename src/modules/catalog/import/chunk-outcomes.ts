import type { UpsertOutcome } from '../groups/upsert-groups.ts'
import type { Outcomes } from './queries.ts'
import type { AddedRow, ExistingRow } from './sort-rows.ts'

interface RightRows {
  existing: readonly ExistingRow[]
  added: readonly AddedRow[]
  variants: UpsertOutcome
  /** Rows that are texts alone. */
  named: readonly number[]
}

/** What became of each row that is right. */
export function outcomesOf(
  { existing, added, variants, named }: RightRows,
  updated: ReadonlySet<string>,
  translated: ReadonlySet<number>,
) {
  const rowOf = ({ row }: { row: number }) => row
  const created = [...added.map(rowOf), ...variants.created]
  const isChanged = ({ row, id }: ExistingRow) => updated.has(id) || translated.has(row)
  const texts = [...variants.unchanged, ...named].filter((row) => translated.has(row))
  const changed = [...existing.filter(isChanged).map(rowOf), ...variants.updated, ...texts]
  const others = existing.filter((one) => !isChanged(one)).map(rowOf)
  const unchanged = [...others, ...[...variants.unchanged, ...named].filter((row) => !translated.has(row))]
  const outcomes: Outcomes = new Map([
    ...unchanged.map((row) => [row, 'unchanged'] as const),
    ...changed.map((row) => [row, 'updated'] as const),
    ...created.map((row) => [row, 'created'] as const),
  ])
  return { created: created.length, updated: changed.length, unchanged: unchanged.length, outcomes }
}
