import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'

export type BulkChange = Schemas['ChangeProducts']['change']
export type Rehearsal = Schemas['BulkRehearsal']
export type Job = Schemas['Job']

/** What a change would do. */
export const rehearsalOptions = (ids: readonly string[], change: BulkChange | undefined) =>
  queryOptions({
    queryKey: ['bulk', ids, change ?? null],
    queryFn: async ({ signal }) => {
      const body = { ids: [...ids], change: change ?? {}, dry_run: true }
      return (await read(api.POST('/admin/products/bulk', { body, signal }))) as Rehearsal
    },
    enabled: change !== undefined,
    // Somebody else may have changed them since: asked anew each time, and shown until then.
    gcTime: 0,
    staleTime: 0,
    placeholderData: (before) => before,
  })

export async function beginChange(ids: readonly string[], change: BulkChange): Promise<Job> {
  return (await read(api.POST('/admin/products/bulk', { body: { ids: [...ids], change } }))) as Job
}

/** What shows products. */
const shownBy = [['products'], ['product'], ['inventory'], ['dashboard'], ['collections'], ['collection']]

/** How far a job is, asked until it has ended; then all that shows its products is read anew. */
export const jobOptions = (job: Job) =>
  queryOptions({
    queryKey: ['job', job.id],
    queryFn: async ({ signal }) => {
      const now = await read(api.GET('/admin/jobs/{id}', { params: { path: { id: job.id } }, signal }))
      if (now.status !== 'running') for (const queryKey of shownBy) void queryClient.invalidateQueries({ queryKey })
      return now
    },
    initialData: job,
    staleTime: 0,
    // Also after a failure: the job goes on while the connection is lost.
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 400 : false),
    refetchIntervalInBackground: true,
  })
