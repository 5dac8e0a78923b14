import type { Executor } from '#src/platform/db/transaction.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { eventUuid } from '#src/platform/lib/ids.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { readMoment } from '../deliveries/rules.ts'
import { type LoggedEvent, type LogPosition, selectEvents, selectLogEnd, selectPosition } from './queries.ts'

interface LogQuery {
  event: string | undefined
  since: string | undefined
  /** Public id of an event, `evt_...`. */
  after: string | undefined
}

/**
 * A page of the log up to its current end. The end is read first, so that the later statement sees all events before
 * it.
 * @throws AppError VALIDATION_ERROR
 */
export async function listEvents(
  db: Executor,
  merchantId: string,
  { event, since: sinceText, after: afterId }: LogQuery,
  page: PageRequest,
): Promise<{ rows: LoggedEvent[]; total: number }> {
  const since = sinceText === undefined ? undefined : readMoment(sinceText)
  if (sinceText !== undefined && since === undefined) {
    throw invalid({ field: 'since', message: 'must be a time from 1970 on' })
  }
  const after = afterId === undefined ? undefined : await positionOf(db, merchantId, afterId)
  const end = await selectLogEnd(db)
  return selectEvents(db, merchantId, { event, since, after, end }, page)
}

async function positionOf(db: Executor, merchantId: string, publicId: string): Promise<LogPosition> {
  const id = eventUuid(publicId)
  const position = id === undefined ? undefined : await selectPosition(db, merchantId, id)
  if (position === undefined) throw invalid({ field: 'after', message: 'is no event of the last 30 days' })
  return position
}
