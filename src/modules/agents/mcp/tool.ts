import type { Permission } from '#src/platform/lib/permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Method and path of an operation of the API, as the contract has them. */
export type Operation = `${Method} /admin/${string}`

/** What an assistant can do in the shop: one operation of the API, with the fields that matter to it. */
export interface Tool {
  name: string
  /** For people. */
  title: string
  /** For the model: what it does and when to use it. */
  says: string
  operation: Operation
  /** A caller without it does not see the tool. */
  needs: Permission
  /** Arguments, which are fields of the operation's path, query or body. Their schemas are those of the contract. */
  takes: readonly string[]
  /** Fields that are sent always, in the query of a read and in the body of a write. */
  sends?: Readonly<Record<string, unknown>>
  /** Fields of the answer's data; `customer.name` is one of an object, or of each object of a list. */
  shows: readonly string[]
  /** It takes money or data away: the first call only shows what would happen. */
  asksTwice?: {
    /** What would happen, for the model to tell the person. */
    says: string
    /** What the first call reads. With `dry_run` it is the operation itself, which then changes nothing. */
    reads: Operation | 'dry_run'
    shows: readonly string[]
  }
}

/** Fields of lists. */
export const page = (...fields: string[]): string[] => [
  ...fields.map((field) => `items.${field}`),
  'pagination.total',
  'pagination.next_cursor',
]

/** Arguments of lists, which have pages of 20. */
export const paged = ['cursor'] as const
export const ofTwenty = { limit: 20 } as const
