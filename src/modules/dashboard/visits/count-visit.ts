import { merchantOf } from '#src/modules/merchants/index.ts'
import { offsetOf } from '#src/platform/lib/days.ts'
import type { Dependencies } from '../dependencies.ts'
import { insertVisit } from './queries.ts'
import { sourceOf, type VisitKind } from './rules.ts'

/** Counts a step of a visitor, of whom nothing is kept. @throws AppError NOT_FOUND */
export async function countVisit(
  deps: Dependencies,
  merchantId: string,
  { kind, source = '' }: { kind: VisitKind; source?: string },
): Promise<void> {
  const { id, timezone } = await merchantOf(deps.merchants, merchantId)
  const offsetMs = offsetOf(Date.now(), timezone)
  await insertVisit(deps.shop(id), id, { kind, source: sourceOf(source), offsetMs })
}
