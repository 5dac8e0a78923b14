import { read } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'

export interface Steps {
  dismissed: boolean
  open: number
  steps: { id: string; state: 'open' | 'done' | 'dismissed' }[]
}

/** The contract of the client is made of a copy that may be older than this page. */
export const firstStepsPath: string = '/admin/first-steps'

export const firstStepsOptions = queryOptions({
  queryKey: ['first-steps'],
  queryFn: async ({ signal }) =>
    (await read(api.GET(firstStepsPath as '/admin/merchant', { signal }))) as unknown as Steps,
})
