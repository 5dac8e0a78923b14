import { AppError, invalid } from '#src/platform/lib/errors.ts'
import {
  builtInRoles,
  isPermission,
  lacksPermission,
  type Permission,
  type Permissions,
  type Role,
} from '#src/platform/lib/permissions.ts'
import { nameKey } from '../names.ts'

/** Current permissions of a caller, which bound what they can grant. */
export interface Authority {
  isOwner: boolean
  permissions: Permissions
}

/** Names reserved for built-in roles. */
export function isBuiltInName(name: string): boolean {
  return (builtInRoles as readonly string[]).includes(nameKey(name))
}

/** The named permissions, each once. @throws AppError VALIDATION_ERROR naming each that does not exist */
export function readPermissions(names: readonly string[]): Permission[] {
  const faults = names.flatMap((name, index) =>
    isPermission(name) ? [] : [{ field: `permissions[${index}]`, message: `${name} is not a permission` }],
  )
  if (faults.length > 0) throw invalid(...faults)
  return [...new Set(names.filter(isPermission))]
}

/**
 * Callers grant only permissions that they have. @throws AppError INSUFFICIENT_PERMISSIONS naming the first that is
 * missing
 */
export function requireAll(required: Iterable<Permission>, { permissions }: Authority): void {
  for (const permission of required) {
    if (permissions.has(permission)) continue
    throw lacksPermission(permission, `nobody gives what they do not have themselves: ${permission}`)
  }
}

/** Only owners make, change and remove owners. @throws AppError INSUFFICIENT_PERMISSIONS */
export function requireOwnerFor(role: Role, { isOwner }: Authority): void {
  if (role !== 'owner' || isOwner) return
  throw new AppError('INSUFFICIENT_PERMISSIONS', 'only owners may change who is an owner', {
    details: { required_permission: 'staff.write', required_role: 'owner' },
  })
}
