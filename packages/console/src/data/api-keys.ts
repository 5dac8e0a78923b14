import { read } from '@commerce-platform/client'
import { listOptions } from './queries.ts'
import { api } from './session.ts'

export const apiKeysOptions = listOptions(['api-keys'], (page, signal) =>
  read(api.GET('/admin/api-keys', { params: { query: page }, signal })),
)
