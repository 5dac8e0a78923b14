import { type EventName, eventNames } from '#console/data/event-names.ts'
import { dayOf, oneOf } from '#console/lib/search.ts'

export interface EventsSearch {
  event?: EventName
  /** A day in the viewer's zone. */
  since?: string
  /** Newest first if left out. */
  order?: 'asc'
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  return {
    event: oneOf(search['event'], eventNames),
    since: dayOf(search['since']),
    order: oneOf(search['order'], ['asc']),
  }
}
