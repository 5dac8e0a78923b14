import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'

export type OpenSession = Schemas['Session']

export const sessionsKey = ['sessions'] as const

/** A person has few; of more than a hundred the newest are shown. */
export const sessionsOptions = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => read(api.GET('/user/sessions', { params: { query: { limit: 100 } }, signal })),
})
