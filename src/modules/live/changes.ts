import type { Permission } from '#src/platform/lib/permissions.ts'
import type { EventName } from '#src/platform/outbox/index.ts'

/** What one must be allowed to read to be told of an event. Null: of nobody's work, so nobody is told. */
export const permissionOfEvent = {
  'order.created': 'orders.read',
  'order.updated': 'orders.read',
  'order.cancelled': 'orders.read',
  'order.completed': 'orders.read',
  'order.payment_succeeded': 'orders.read',
  'order.payment_failed': 'orders.read',
  'product.created': 'products.read',
  'product.updated': 'products.read',
  'product.deleted': 'products.read',
  'inventory.updated': 'inventory.read',
  'user.created': 'customers.read',
  'user.updated': 'customers.read',
  'user.deleted': 'customers.read',
  'user.verified': 'customers.read',
  // Staff reads no carts.
  'cart.item_added': null,
  'cart.item_removed': null,
  'cart.abandoned': null,
} as const satisfies Record<EventName, Permission | null>

/** Events that somebody is told of. */
export type StreamedEvent = {
  [Name in EventName]: (typeof permissionOfEvent)[Name] extends null ? never : Name
}[EventName]

export const streamedEvents = (Object.keys(permissionOfEvent) as EventName[]).filter(
  (name): name is StreamedEvent => permissionOfEvent[name] !== null,
)

/** One of these opens a stream. */
export const streamPermissions: readonly Permission[] = [
  ...new Set(streamedEvents.map((name) => permissionOfEvent[name])),
]

/** What a role that may read this much is told of. */
export function eventsFor(permissions: ReadonlySet<Permission>): StreamedEvent[] {
  return streamedEvents.filter((name) => permissions.has(permissionOfEvent[name]))
}

export interface Change {
  type: StreamedEvent
  /** Of the order, product or customer. */
  id: string
  /** Of the order, product or stock; customers' events have none. */
  version: number | null
}

interface Versioned {
  id: string
  version?: number
}

interface EventData {
  order?: Versioned
  product?: Versioned
  inventory?: { version: number }
  user?: Versioned
}

/** The change that an event tells of, from its body. */
export function changeOf(type: StreamedEvent, body: Buffer): Change | undefined {
  const { order, product, inventory, user } = (JSON.parse(body.toString('utf8')) as { data: EventData }).data
  const subject = order ?? product ?? user
  if (subject === undefined) return undefined
  return { type, id: subject.id, version: inventory?.version ?? subject.version ?? null }
}

/** Of changes of one thing that are sent together, the last is enough. */
export function lastOfEach<C extends Pick<Change, 'type' | 'id'>>(changes: readonly C[]): C[] {
  const last = new Map<string, C>()
  for (const change of changes) {
    const key = `${change.type} ${change.id}`
    last.delete(key)
    last.set(key, change)
  }
  return [...last.values()]
}

/** Streams that one process keeps open at once. */
export const maxStreams = { ofSession: 10, ofUser: 20, ofShop: 250, ofProcess: 1_000 }

/** Events that are sent one by one; after more the client reads anew. */
export const maxChanges = 200

/** For how long a client may be away and still be told what it missed. */
export const windowSeconds = 3_600
