import { type EventName, eventNameOf } from '#console/data/event-name.ts'
import { dayOf, oneOf } from '#console/lib/search.ts'

export interface EventsSearch {
  event?: EventName
  /** A day of the shop, or a moment. */
  since?: string
  /** Newest first if left out. */
  order?: 'asc'
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  return {
    event: eventNameOf(search['event']),
    since: dayOf(search['since']) ?? momentOf(search['since']),
    order: oneOf(search['order'], ['asc']),
  }
}

function momentOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && Date.parse(value) > 0
    ? new Date(value).toISOString()
    : undefined
}
