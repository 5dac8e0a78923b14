import { type Static, Type } from 'typebox'
import { body, line, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { maxNameLength } from '../names.ts'
import type { GroupRow } from './queries.ts'

/** Of one shop. */
export const maxGroups = 100

/** In one group: as many as one request can name. */
export const maxMembers = 10_000

/** That a change of a group adds or removes. */
const maxChanged = 200

export const CustomerGroup = named(
  'CustomerGroup',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Wholesale'] }),
    customer_count: Type.Integer({ description: 'Number of customers in the group.', examples: [12] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)

const Name = line({
  max: 100,
  description: `1 to ${maxNameLength} characters. Unique in the shop, regardless of case.`,
  examples: ['Wholesale'],
})

const Ids = (maxItems: number, description: string) => Type.Array(Uuid, { maxItems, description })

export const NewCustomerGroup = body('NewCustomerGroup', { name: Name })

export const ChangedCustomerGroup = body('ChangedCustomerGroup', {
  name: Type.Optional(Name),
  add: Type.Optional(Ids(maxChanged, 'Ids of customers who join the group.')),
  remove: Type.Optional(Ids(maxChanged, 'Ids of customers who leave it; others than members are ignored.')),
})
export type ChangedCustomerGroup = Static<typeof ChangedCustomerGroup>

export const CustomersOfGroup = body('CustomersOfGroup', {
  ids: Ids(maxMembers, 'All customers that the group has then.'),
})

export function presentGroup(row: GroupRow): Static<typeof CustomerGroup> {
  const { id, name, customer_count, created_at, updated_at } = row
  return { id, name, customer_count, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
