import type { Executor } from '#src/platform/db/transaction.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { eventUuid } from '#src/platform/lib/ids.ts'
import { readDateOrTime } from '#src/platform/lib/moment.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { numberEvents } from './numbering-queries.ts'
import { countEvents, type Direction, type LoggedEvent, selectEvents, selectPosition } from './queries.ts'

interface LogQuery {
  event: string | undefined
  since: string | undefined
  /** Public id of an event, `evt_...`. */
  after: string | undefined
  direction: Direction
}

/**
 * A page of the log up to its current end. Committed events are numbered first, so that the page shows them.
 * @throws AppError VALIDATION_ERROR, INVALID_CURSOR
 */
export async function listEvents(
  { db, mails, zone }: { db: Executor; mails: boolean; zone: string },
  merchantId: string,
  { event, since: sinceText, after: afterId, direction }: LogQuery,
  page: PageRequest,
): Promise<Page<LoggedEvent>> {
  const read = sinceText === undefined ? undefined : readDateOrTime(sinceText, zone)
  if (sinceText !== undefined && read === undefined) {
    throw invalid({ field: 'since', message: 'must be a date, or a time with its zone, from 1970 to 2999' })
  }
  const since = read && new Date(read.at)
  const { end } = await numberEvents(db, merchantId, mails)
  const after = afterId === undefined ? undefined : await positionOf(db, merchantId, afterId)
  const from = page.after === undefined ? undefined : await positionIn(db, merchantId, page.after)
  // Numbered events come before unnumbered ones.
  if (after === null || from === null) return toPage([], page, async () => 0, cursorValues)
  const filter = { event, since, after, end }
  const rows = await selectEvents(db, merchantId, filter, { ...page, after: from, direction })
  return toPage(rows, page, () => countEvents(db, merchantId, filter), cursorValues)
}

async function positionOf(db: Executor, merchantId: string, publicId: string): Promise<string | null> {
  const id = eventUuid(publicId)
  const position = id === undefined ? undefined : await selectPosition(db, merchantId, id)
  if (position === undefined) {
    throw invalid({ field: 'after', message: 'must be the id of an event of the last 30 days; use since instead' })
  }
  return position
}

function cursorValues({ id, position }: LoggedEvent): string[] {
  return [id, position]
}

/**
 * The position that a cursor continues from: that of its event. If the event is gone or has another position, the
 * database was restored to an earlier moment or lost its last transactions, and later events may have changed. The
 * client gets an error, so that it misses nothing.
 */
async function positionIn(
  db: Executor,
  merchantId: string,
  [id, position]: NonNullable<PageRequest['after']>,
): Promise<string | null> {
  const found = await selectPosition(db, merchantId, String(id))
  if (found === undefined) throw new AppError('INVALID_CURSOR', `the event of this cursor was deleted; ${advice}`)
  if (found === String(position)) return found
  throw new AppError('INVALID_CURSOR', `the event of this cursor has moved in the log; ${advice}`)
}

const advice = 'continue with since'
