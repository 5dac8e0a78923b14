import type { Executor } from '#src/platform/db/transaction.ts'
import { dayMs, offsetOf } from '#src/platform/lib/days.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { selectOffsets, selectTimeZones } from './database-queries.ts'

/** Rules change by seasons, and in Morocco for the weeks of Ramadan. */
const stepMs = 7 * dayMs
const steps = 104

/**
 * Logs the time zones of shops whose rules PostgreSQL and this process know differently for the next two years. Days of
 * shops are those of this process, so reports that somebody makes in SQL would have others.
 */
export async function warnOfTimeZones(db: Executor, logger: Logger, now = Date.now()): Promise<void> {
  const zones = await selectTimeZones(db)
  const moments = Array.from({ length: steps }, (_, step) => now + step * stepMs)
  const selected = await selectOffsets(db, zones, moments)
  const different = zones.filter((zone) => {
    const offsets = selected.get(zone)
    return moments.some((at, place) => offsets?.[place] !== Math.round(offsetOf(at, zone) / 1_000))
  })
  if (different.length === 0) return
  const text = 'PostgreSQL and Node.js have different rules for time zones of shops; days are those of Node.js'
  logger.warn({ zones: different, tzdata: process.versions.tz }, text)
}
