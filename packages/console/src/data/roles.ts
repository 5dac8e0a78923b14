import { every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { listOptions } from './queries.ts'
import { api } from './session.ts'

export type Role = Schemas['Role']

export const rolesListOptions = listOptions(['roles'], (page, signal) =>
  read(api.GET('/admin/roles', { params: { query: page }, signal })),
)

/** All of them, to choose from. */
export const rolesOptions = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      every<Role>((cursor) =>
        read(api.GET('/admin/roles', { params: { query: { limit: 100, ...(cursor && { cursor }) } }, signal })),
      ),
    ),
})
