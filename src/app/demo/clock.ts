import type { Database } from '#src/platform/db/pool.ts'
import { setDatabaseClock } from './clock-queries.ts'

/** The time of the past, in this thread and in the sessions of its database. It only runs forward. */
export interface PastClock {
  now(): Date
  /** Goes on from that moment, unless it is later already. */
  advance(at: Date): Promise<void>
}

let offsetMs = 0
const ServerDate = Date
const now = () => ServerDate.now() + offsetMs

/**
 * From here on `Date` in this thread shows the time that `createPastClock` sets: ids hold a moment, and events are told
 * with it. Other threads keep theirs.
 */
export function shiftDate(): void {
  globalThis.Date = new Proxy(ServerDate, {
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    construct: (target, values) => Reflect.construct(target, values.length === 0 ? [now()] : values),
    apply: () => new ServerDate(now()).toString(),
  })
}

export async function createPastClock(db: Database, startsAt: Date): Promise<PastClock> {
  const set = async (at: Date) => {
    offsetMs = at.getTime() - ServerDate.now()
    await setDatabaseClock(db, at)
  }
  await set(startsAt)
  return {
    now: () => new ServerDate(now()),
    async advance(at) {
      if (at.getTime() > now()) await set(at)
    },
  }
}
