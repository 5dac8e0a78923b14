import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api, may } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'

export type Group = Schemas['CustomerGroup']

/** All of them: a shop has at most 100. */
export const groupsOptions = queryOptions({
  queryKey: ['customer-groups'],
  queryFn: async ({ signal }) =>
    (await read(api.GET('/admin/customer-groups', { params: { query: { limit: 100 } }, signal }))).items,
  enabled: () => may('customers.read'),
})

/** What shows groups, and who is in them. */
export const groupKeys = [['customer-groups'], ['customers']] as const

/** Ids that one request takes. */
const maxIds = 200

interface Members {
  group: Pick<Group, 'id'>
  ids: readonly string[]
  how: 'add' | 'remove'
}

/** Puts customers into a group, or takes them out of it. */
export function useMembers(done: (members: Members) => void) {
  return useChange(
    groupKeys,
    async ({ group, ids, how }: Members) => {
      const params = { path: { id: group.id } }
      for (let from = 0; from < ids.length; from += maxIds) {
        const body = { [how]: ids.slice(from, from + maxIds) }
        await read(api.PATCH('/admin/customer-groups/{id}', { params, body }))
      }
    },
    (_answer, members) => done(members),
  )
}
