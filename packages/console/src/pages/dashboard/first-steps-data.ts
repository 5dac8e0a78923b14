import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'

export type Steps = Schemas['FirstSteps']

export const firstStepsOptions = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => read(api.GET('/admin/first-steps', { signal })),
})
