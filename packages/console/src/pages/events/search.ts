import type { EventName } from '#console/data/event-names.ts'
import { dayOf, nameOf, oneOf } from '#console/lib/search.ts'

export interface EventsSearch {
  event?: EventName
  /** A day in the viewer's zone. */
  since?: string
  /** Newest first if left out. */
  order?: 'asc'
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  return {
    event: nameOf<EventName>(search['event']),
    since: dayOf(search['since']),
    order: oneOf(search['order'], ['asc']),
  }
}
