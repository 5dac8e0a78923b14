/** Roles at a merchant: an owner may do everything, a manager everything except staff and keys, a viewer only reads. */
export type Role = 'owner' | 'manager' | 'viewer'

export const roles: readonly Role[] = ['owner', 'manager', 'viewer']

const allowed = {
  'dashboard.read': ['owner', 'manager', 'viewer'],
  'customers.read': ['owner', 'manager', 'viewer'],
  'products.read': ['owner', 'manager', 'viewer'],
  'products.write': ['owner', 'manager'],
  'inventory.read': ['owner', 'manager', 'viewer'],
  'inventory.write': ['owner', 'manager'],
  'exports.read': ['owner', 'manager'],
  'orders.read': ['owner', 'manager', 'viewer'],
  'orders.write': ['owner', 'manager'],
  'settings.read': ['owner', 'manager', 'viewer'],
  'settings.write': ['owner', 'manager'],
  'webhooks.read': ['owner', 'manager', 'viewer'],
  'webhooks.write': ['owner', 'manager'],
  'staff.read': ['owner', 'manager', 'viewer'],
  'staff.write': ['owner'],
  'keys.write': ['owner'],
  'audit.read': ['owner', 'manager'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof allowed

/** An API key has what its own list and the present role of its maker both allow. */
export function isAllowed(role: Role, permission: Permission, ofKey?: readonly string[]): boolean {
  return (allowed[permission] as readonly Role[]).includes(role) && (ofKey?.includes(permission) ?? true)
}

/** Every permission there is. */
export const permissions = Object.keys(allowed) as Permission[]

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(allowed, name)
}
