import { AppError, invalid } from '#src/platform/lib/errors.ts'
import {
  builtInRoles,
  isPermission,
  lacksPermission,
  type Permission,
  type Permissions,
  type Role,
} from '#src/platform/lib/permissions.ts'
import { hasControls } from '#src/platform/lib/text-pattern.ts'

export const maxNameLength = 50

/** Current permissions of a caller, which bound what they can grant. */
export interface Authority {
  isOwner: boolean
  permissions: Permissions
}

/** Blanks, including no-break and zero-width ones. */
const blanks = String.raw`[\s\p{Cf}\u2800\u3164\uffa0]`
const around = new RegExp(`^${blanks}+|${blanks}+$`, 'gu')

/** The stored form of a role's name. @throws AppError VALIDATION_ERROR */
export function readRoleName(given: string): string {
  const name = given.normalize('NFC').replace(around, '')
  if (name === '' || name.length > maxNameLength || hasControls(name)) {
    throw invalid({ field: 'name', message: `must be 1 to ${maxNameLength} characters` })
  }
  return name
}

/** Comparison key of a name: without case, letter width and invisible characters. */
export function roleNameKey(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Cf}\u2800\u3164]/gu, '')
  return visible.replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** Names reserved for built-in roles. */
export function isBuiltInName(name: string): boolean {
  return (builtInRoles as readonly string[]).includes(roleNameKey(name))
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
