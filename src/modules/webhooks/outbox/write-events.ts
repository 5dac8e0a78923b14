import type { EventWriter } from '#src/platform/outbox/index.ts'
import { insertEvents } from './queries.ts'
import { announceCommit } from './signal.ts'

/** Writes events with their deliveries; after the commit the workers hear of those. */
export const writeEvents: EventWriter = (transaction, events) =>
  insertEvents(transaction, events, (subscriptionIds, db) => {
    if (subscriptionIds.length > 0) announceCommit(db, subscriptionIds)
  })
