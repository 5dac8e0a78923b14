import { type Permission, type Permissions, permissionSet, permissionsOf } from '#src/platform/lib/permissions.ts'

/** What people are told of, each with what their role must allow them to read. */
export const permissionOfKind = {
  order_placed: 'orders.read',
  large_order: 'orders.read',
  payment_by_hand: 'orders.read',
  return_requested: 'orders.read',
  low_stock: 'inventory.read',
  payment_failed: 'orders.read',
  dispute: 'orders.read',
  webhook_disabled: 'webhooks.read',
  import_done: 'products.read',
} as const satisfies Record<string, Permission>

export type NoticeKind = keyof typeof permissionOfKind
export const noticeKinds = Object.keys(permissionOfKind) as NoticeKind[]

/** Kinds that are read, too, from what has no event: from the audit log, subscriptions and imports. */
export const kindsBesideLog = ['payment_failed', 'dispute', 'webhook_disabled', 'import_done'] as const

/** Of an order, as far as its event says. */
export interface Placed {
  source: 'storefront' | 'staff' | 'agent'
  payment_terms?: { kind?: string; state?: string }
}

/**
 * Whether the shop gives the goods without being paid first: staff ordered, or the customer pays by hand. Any other
 * order, which a stranger can place at will, is an order once it is paid.
 */
export function isAgreed({ source, payment_terms }: Placed): boolean {
  return source === 'staff' || isByHand(payment_terms)
}

/** Whether the customer pays the shop itself. */
export function isByHand(terms: Placed['payment_terms']): boolean {
  return terms !== undefined && terms.kind !== 'card'
}

export const ways = ['mail', 'digest', 'none'] as const
export type Way = (typeof ways)[number]
export type Choices = Readonly<Record<NoticeKind, Way>>

/** What owners of a new shop are mailed until they choose. */
const ofNewOwners: ReadonlySet<NoticeKind> = new Set(['order_placed', 'return_requested'])

/** Something that people are told of. */
export interface Notice {
  kind: NoticeKind
  /** The number of an order, the name of a product, the address of a webhook. */
  name: string
  /** Of an order, with its currency. */
  amount: string | null
  /** Of its page in the console. */
  path: string
}

export function choicesOf(kinds: Partial<Record<string, Way>> | null, isNewOwner: boolean): Choices {
  const chosen = (kind: NoticeKind): Way => kinds?.[kind] ?? (isNewOwner && ofNewOwners.has(kind) ? 'mail' : 'none')
  return Object.fromEntries(noticeKinds.map((kind) => [kind, chosen(kind)])) as Choices
}

export function rolePermissions(role: string, own: readonly string[] | null): Permissions {
  return own === null ? permissionsOf(role) : permissionSet(own)
}

/** A product is low from this many available units on, as on the dashboard. */
export const lowAvailable = 5
