import { AppError } from './errors.ts'

/** The roles that every shop has; a shop's own ones are rows. */
export const builtInRoles = ['owner', 'manager', 'viewer', 'warehouse', 'support'] as const
export type BuiltInRole = (typeof builtInRoles)[number]

/** What a member, a session and a token carry: the name of a built-in role, or the id of one of the shop's own. */
export type Role = string

/** Owners may do everything, managers everything but staff and keys, viewers read. */
const allowed = {
  'dashboard.read': ['owner', 'manager', 'viewer'],
  'customers.read': ['owner', 'manager', 'viewer', 'support'],
  'products.read': ['owner', 'manager', 'viewer', 'warehouse', 'support'],
  'products.write': ['owner', 'manager'],
  'inventory.read': ['owner', 'manager', 'viewer', 'warehouse', 'support'],
  'inventory.write': ['owner', 'manager', 'warehouse'],
  'exports.read': ['owner', 'manager'],
  'orders.read': ['owner', 'manager', 'viewer', 'warehouse', 'support'],
  'orders.write': ['owner', 'manager', 'support'],
  'orders.fulfil': ['owner', 'manager', 'warehouse'],
  'orders.refund': ['owner', 'manager'],
  'settings.read': ['owner', 'manager', 'viewer', 'warehouse', 'support'],
  'settings.write': ['owner', 'manager'],
  'webhooks.read': ['owner', 'manager', 'viewer'],
  'webhooks.write': ['owner', 'manager'],
  'staff.read': ['owner', 'manager', 'viewer'],
  'staff.write': ['owner'],
  'keys.write': ['owner'],
  'audit.read': ['owner', 'manager'],
} as const satisfies Record<string, readonly BuiltInRole[]>

export type Permission = keyof typeof allowed

/** What somebody may do. */
export type Permissions = ReadonlySet<Permission>

/** Every permission there is. */
export const permissions = Object.keys(allowed) as Permission[]

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(allowed, name)
}

export function isBuiltIn(role: Role): role is BuiltInRole {
  return (builtInRoles as readonly Role[]).includes(role)
}

/** Those of the names that this release knows. */
export function permissionSet(names: Iterable<string>): Permissions {
  return new Set([...names].filter(isPermission))
}

const ofRoles = new Map<Role, Permissions>(
  builtInRoles.map((role) => [
    role,
    permissionSet(permissions.filter((permission) => (allowed[permission] as readonly Role[]).includes(role))),
  ]),
)

export const noPermissions: Permissions = new Set()

/** Of a built-in role; none of any other. */
export function permissionsOf(role: Role): Permissions {
  return ofRoles.get(role) ?? noPermissions
}

/** An API key has what its own list and the present role of its maker both allow. */
export function limitedTo(permissions: Permissions, names: Iterable<string>): Permissions {
  return new Set([...permissionSet(names)].filter((permission) => permissions.has(permission)))
}

export function lacksPermission(permission: Permission, message = `this needs the permission ${permission}`): AppError {
  return new AppError('INSUFFICIENT_PERMISSIONS', message, { details: { required_permission: permission } })
}
