import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { askEvery, listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import type { EventsSearch } from './search.ts'

export type Event = Schemas['EventEnvelope']

/** A list that has grown longer is not read anew by itself. */
const maxPages = 2
const everyMs = 10_000

/** Looks for new events now and then. */
export const eventsOptions = ({ event, since, order }: EventsSearch) => ({
  ...listOptions(['events', event, since, order], (page, signal) => {
    const query = { ...(event && { event }), ...(since && { since }), order: order ?? 'desc', ...page } as const
    return read(api.GET('/admin/events', { params: { query }, signal }))
  }),
  refetchInterval: ({ state: { data } }: { state: { data?: { pages: unknown[] } | undefined } }) =>
    data !== undefined && data.pages.length <= maxPages && askEvery(everyMs),
})

export const eventOptions = (id: string) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: ({ signal }) => read(api.GET('/admin/events/{event_id}', { params: { path: { event_id: id } }, signal })),
  })

/** When it happened. */
export const timeOf = ({ created }: Pick<Event, 'created'>) => new Date(created * 1000).toISOString()
