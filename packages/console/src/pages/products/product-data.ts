import { read } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'

export const productOptions = (id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => read(api.GET('/admin/products/{id}', { params: { path: { id } }, signal })),
  })
