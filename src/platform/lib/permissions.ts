import { AppError } from './errors.ts'

/** The roles that every shop has; a shop's own ones are rows. */
export const builtInRoles = ['owner', 'manager', 'viewer', 'warehouse', 'support'] as const
export type BuiltInRole = (typeof builtInRoles)[number]

/** The role in a member, a session and a token: the name of a built-in role, or the id of one of the shop's own. */
export type Role = string

/** Owners may do everything, managers everything but staff and keys, viewers read. */
const allowed = {
  'dashboard.read': ['owner', 'manager', 'viewer'],
  'customers.read': ['owner', 'manager', 'viewer', 'support'],
  'products.read': ['owner', 'manager', 'viewer', 'warehouse', 'support'],
  'products.write': ['owner', 'manager'],
  'promotions.read': ['owner', 'manager', 'viewer'],
  'promotions.write': ['owner', 'manager'],
  'content.read': ['owner', 'manager', 'viewer'],
  'content.write': ['owner', 'manager'],
  'inventory.read': ['owner', 'manager', 'viewer', 'warehouse', 'support'],
  'inventory.write': ['owner', 'manager', 'warehouse'],
  'exports.read': ['owner', 'manager'],
  'orders.read': ['owner', 'manager', 'viewer', 'warehouse', 'support'],
  'orders.write': ['owner', 'manager', 'support'],
  'orders.fulfil': ['owner', 'manager', 'warehouse'],
  'orders.refund': ['owner', 'manager'],
  'gift_cards.read': ['owner', 'manager', 'viewer'],
  'gift_cards.write': ['owner', 'manager'],
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

export type Permissions = ReadonlySet<Permission>

/** All permissions of the platform. */
export const permissions = Object.keys(allowed) as Permission[]

/** Those of extensions: `{name}.read` for who reads everything, `{name}.write` for who changes everything. */
const ofExtensions = new Map<string, readonly BuiltInRole[]>()

/** Before the first request: besides the platform's, roles and API keys may have these permissions from now on. */
export function allowPermissions(names: readonly string[]): void {
  ofExtensions.clear()
  for (const name of names) {
    const roles = name.endsWith('.read') ? allowed['products.read'] : allowed['products.write']
    ofExtensions.set(name, roles)
  }
  for (const role of builtInRoles) ofRoles.set(role, permissionSet(namesOf(role)))
}

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(allowed, name) || ofExtensions.has(name)
}

export function isBuiltIn(role: Role): role is BuiltInRole {
  return (builtInRoles as readonly Role[]).includes(role)
}

/** The names that this release knows as permissions. */
export function permissionSet(names: Iterable<string>): Permissions {
  return new Set([...names].filter(isPermission))
}

const namesOf = (role: BuiltInRole) =>
  [...Object.entries<readonly BuiltInRole[]>(allowed), ...ofExtensions]
    .filter(([, roles]) => roles.includes(role))
    .map(([name]) => name)

const ofRoles = new Map<Role, Permissions>(builtInRoles.map((role) => [role, permissionSet(namesOf(role))]))

export const noPermissions: Permissions = new Set()

/** The permissions of a built-in role; none for any other name. */
export function permissionsOf(role: Role): Permissions {
  return ofRoles.get(role) ?? noPermissions
}

/** An API key has the permissions that both its own list and the current role of its maker allow. */
export function limitedTo(permissions: Permissions, names: Iterable<string>): Permissions {
  return new Set([...permissionSet(names)].filter((permission) => permissions.has(permission)))
}

export function lacksPermission(permission: Permission, message = `this needs the permission ${permission}`): AppError {
  return new AppError('INSUFFICIENT_PERMISSIONS', message, { details: { required_permission: permission } })
}
