import { every, read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api, may } from './session.ts'

export type StaffMember = Schemas['StaffMember']

/** All members and invitations: they are few, and other lists name people by them. */
export const staffOptions = queryOptions({
  queryKey: ['staff', 'all'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      every<StaffMember>((cursor) =>
        read(api.GET('/admin/staff', { params: { query: { limit: 100, ...(cursor && { cursor }) } }, signal })),
      ),
    ),
  enabled: () => may('staff.read'),
})
