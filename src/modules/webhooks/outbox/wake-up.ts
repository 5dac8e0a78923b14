import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { notifyWorkers } from './queries.ts'
import { onDeliveriesCommitted } from './signal.ts'

/** Minimum time between two notifications. The first commit of a burst is announced at once. */
const intervalMs = 5

/** A payload has at most 8,000 bytes; ids beyond this many are replaced by "any". */
const maxIds = 200

/** The subscriptions that a notification names; undefined means any. */
export function receiversIn(payload: string): string[] | undefined {
  return payload === '' ? undefined : payload.split(',')
}

/**
 * Notifies the workers of all processes after commits on this database object. A lost notification only costs time:
 * workers also poll the queue about once a second.
 */
export function announceCommits(db: Database, logger: Pick<Logger, 'warn'>): { stop(): Promise<void> } {
  let ids = new Set<string>()
  let any = false
  let notifying: Promise<void> | undefined

  const notify = async () => {
    while (any || ids.size > 0) {
      const payload = any || ids.size > maxIds ? '' : [...ids].join(',')
      ids = new Set()
      any = false
      const next = performance.now() + intervalMs
      await notifyWorkers(db, payload).catch((error) => logger.warn({ err: error }, 'workers could not be woken'))
      const waitMs = next - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    notifying = undefined
  }
  const stopListening = onDeliveriesCommitted(db, (subscriptionIds) => {
    for (const id of subscriptionIds ?? []) ids.add(id)
    if (subscriptionIds === undefined) any = true
    notifying ??= notify()
  })
  return {
    async stop() {
      stopListening()
      await notifying
    },
  }
}
