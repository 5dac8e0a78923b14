import { read } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'

/** What the shop owes a customer. */
export const creditOptions = (id: string) =>
  queryOptions({
    queryKey: ['store-credit', id],
    queryFn: ({ signal }) => read(api.GET('/admin/users/{id}/store-credit', { params: { path: { id } }, signal })),
  })
