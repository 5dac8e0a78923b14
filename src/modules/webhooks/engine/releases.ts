import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { type Leased, releaseLeases } from './queries.ts'

/** Makes deliveries due again that were leased and not begun. */
export interface Releases {
  /** Never rejects: leases that cannot be released expire. */
  add(token: string, deliveries: readonly Leased[]): Promise<void>
  /** Resolves when everything added so far is released. */
  flush(): Promise<void>
}

export function createReleases(db: Database, logger: Pick<Logger, 'warn'>): Releases {
  const underWay = new Set<Promise<void>>()
  return {
    add(token, deliveries) {
      const ids = deliveries.map(({ deliveryId }) => deliveryId)
      const released = releaseLeases(db, token, ids)
        .catch((error) => logger.warn({ err: error }, 'leases could not be released'))
        .finally(() => underWay.delete(released))
      underWay.add(released)
      return released
    },
    async flush() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
