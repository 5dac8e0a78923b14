import type { Executor } from '#src/platform/db/transaction.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { notifyWorkers } from './queries.ts'
import { onDeliveriesCommitted } from './signal.ts'

/** At 200 commits a second a worker is woken no more than this often; the first of a burst is told at once. */
const everyMs = 5

/** A payload holds 8,000 bytes. */
const mostNamed = 200

/** The subscriptions a notification names; undefined means it may be any. */
export function receiversIn(payload: string): string[] | undefined {
  return payload === '' ? undefined : payload.split(',')
}

/**
 * Tells the workers of all processes about what this process commits. A process that dies before it has told them loses
 * nothing: they look for themselves about once a second.
 */
export function announceCommits(db: Executor, logger: Pick<Logger, 'warn'>): { stop(): Promise<void> } {
  let named = new Set<string>()
  let anyone = false
  let telling: Promise<void> | undefined

  const tell = async () => {
    while (anyone || named.size > 0) {
      const payload = anyone || named.size > mostNamed ? '' : [...named].join(',')
      named = new Set()
      anyone = false
      const next = performance.now() + everyMs
      await notifyWorkers(db, payload).catch((error) => logger.warn({ err: error }, 'workers could not be woken'))
      const waitMs = next - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    telling = undefined
  }
  const stopListening = onDeliveriesCommitted((subscriptionIds) => {
    for (const id of subscriptionIds ?? []) named.add(id)
    if (subscriptionIds === undefined) anyone = true
    telling ??= tell()
  })
  return {
    async stop() {
      stopListening()
      await telling
    },
  }
}
