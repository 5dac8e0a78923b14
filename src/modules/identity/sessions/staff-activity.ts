import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { staffIdle } from '../rules.ts'
import { useStaffSession } from './queries.ts'

/** Size of the cache of active admin sessions per process, about 200 bytes each. */
const remembered = 10_000

/** Admin sessions end after 12 hours without a request. */
export interface StaffActivity {
  /** Records a request in an admin session; false if the session has ended. */
  use(sessionId: string): true | Promise<boolean>
}

/** One statement a minute for each session and process; the requests between cost none. */
export function createStaffActivity(db: Database): StaffActivity {
  const used = new LRUCache<string, true | Promise<boolean>>({ max: remembered, ttl: staffIdle.stepSeconds * 1000 })

  async function note(sessionId: string): Promise<boolean> {
    const live = await useStaffSession(db, sessionId).catch((error) => {
      used.delete(sessionId)
      throw error
    })
    if (live) used.set(sessionId, true)
    else used.delete(sessionId)
    return live
  }

  return {
    use(sessionId) {
      const lastUsed = used.get(sessionId)
      if (lastUsed !== undefined) return lastUsed
      const noted = note(sessionId)
      used.set(sessionId, noted)
      return noted
    },
  }
}
