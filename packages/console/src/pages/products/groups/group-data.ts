import { read } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import type { Group } from './group-body.ts'

export const groupOptions = (id: string) =>
  queryOptions({ queryKey: ['product-group', id], queryFn: ({ signal }) => readGroup(id, signal) })

export function readGroup(id: string, signal?: AbortSignal): Promise<Group> {
  return read(api.GET('/admin/product-groups/{id}', { params: { path: { id } }, ...(signal && { signal }) }))
}
