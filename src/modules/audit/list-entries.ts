import type { Executor } from '#src/platform/db/transaction.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import {
  type AuditFilter,
  countEntries,
  type EntryRow,
  selectActors,
  selectEntries,
  selectTargets,
  type TargetNames,
} from './queries.ts'
import { namesIn } from './rules.ts'

interface ListedEntries {
  page: Page<EntryRow>
  /** What people know actors and targets by, as they are now. */
  actors: Awaited<ReturnType<typeof selectActors>>
  targets: TargetNames
}

/** A page of a merchant's audit log. */
export async function listEntries(
  db: Executor,
  merchantId: string,
  filter: AuditFilter,
  request: PageRequest,
): Promise<ListedEntries> {
  const rows = await selectEntries(db, merchantId, filter, request)
  const count = () => countEntries(db, merchantId, filter)
  const page = await toPage(rows, request, count, (row) => [row.at.toISOString(), row.id])
  const [actors, found] = await Promise.all([
    selectActors(db, merchantId, page.items),
    selectTargets(db, merchantId, page.items),
  ])
  return { page, actors, targets: new Map([...namesIn(page.items), ...found]) }
}
