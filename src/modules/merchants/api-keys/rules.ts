import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { isAllowed, isPermission, type Permission, type Role } from '#src/platform/lib/permissions.ts'

/** Who makes a key: a role, and the limits of the API key it is made with, if it is. */
interface Maker {
  role: Role
  permissions?: readonly string[]
}

/**
 * The permissions for a new key, each once. No key has more than its maker.
 * @throws AppError VALIDATION_ERROR naming each that does not exist, INSUFFICIENT_PERMISSIONS
 */
export function readPermissions(names: readonly string[], maker: Maker): Permission[] {
  const faults = names.flatMap((name, index) =>
    isPermission(name) ? [] : [{ field: `permissions[${index}]`, message: `${name} is not a permission` }],
  )
  if (faults.length > 0) throw invalid(...faults)
  const wanted = [...new Set(names.filter(isPermission))]
  const missing = wanted.find((permission) => !isAllowed(maker.role, permission, maker.permissions))
  if (missing === undefined) return wanted
  throw new AppError('INSUFFICIENT_PERMISSIONS', `a key cannot have more than its maker: ${missing}`, {
    details: { required_permission: missing },
  })
}
