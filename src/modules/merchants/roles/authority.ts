import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import {
  builtInRoles,
  isBuiltIn,
  limitedTo,
  type Permission,
  type Permissions,
  permissionSet,
  permissionsOf,
  type Role,
} from '#src/platform/lib/permissions.ts'
import { nameKey } from '../names.ts'
import { lockPowers, selectHeldRole, selectOwnRole, selectRoleByName } from './queries.ts'
import { type Authority, requireAll, requireOwnerFor } from './rules.ts'

/**
 * Current permissions of the caller, read under a lock that serializes such changes of a shop. The permissions that let
 * the request in may have been revoked meanwhile, and the caller must not grant them again.
 * @throws AppError INSUFFICIENT_PERMISSIONS without `needed`, UNAUTHORIZED if the role has ended
 */
export async function authorityOf(transaction: Transaction, staff: Staff, needed: Permission): Promise<Authority> {
  await lockPowers(transaction, staff.merchantId)
  const held = await selectHeldRole(transaction, staff.merchantId, staff.userId)
  if (held === undefined) throw new AppError('UNAUTHORIZED', 'the role or the API key is no longer valid')
  const ofRole = held.permissions === null ? permissionsOf(held.role) : permissionSet(held.permissions)
  const permissions = staff.principal.type === 'api_key' ? limitedTo(ofRole, staff.permissions) : ofRole
  const authority = { isOwner: held.role === 'owner', permissions }
  requireAll([needed], authority)
  return authority
}

export interface GivenRole {
  /** The role in members, sessions and tokens. */
  role: Role
  name: string
  permissions: Permissions
}

/** A built-in role or one of the shop's own; undefined if there is none. */
export async function findRole(db: Executor, merchantId: string, role: Role): Promise<GivenRole | undefined> {
  if (isBuiltIn(role)) return { role, name: role, permissions: permissionsOf(role) }
  const own = isUuid(role) ? await selectOwnRole(db, merchantId, role.toLowerCase()) : undefined
  return own && { role: own.id, name: own.name, permissions: permissionSet(own.permissions) }
}

/**
 * The role named in a request: a built-in one, or one of the shop's own by id or name.
 * @throws AppError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS if it exceeds the permissions of the caller
 */
export async function roleToGive(
  transaction: Transaction,
  merchantId: string,
  named: string,
  authority: Authority,
): Promise<GivenRole> {
  const byName = async () => {
    const own = await selectRoleByName(transaction, merchantId, nameKey(named))
    return own && { role: own.id, name: own.name, permissions: permissionSet(own.permissions) }
  }
  const found = (await findRole(transaction, merchantId, named)) ?? (await byName())
  if (found === undefined) {
    const message = `must be a role of this shop: ${builtInRoles.join(', ')}, or one of GET /admin/roles`
    throw invalid({ field: 'role', message })
  }
  requireAll(found.permissions, authority)
  requireOwnerFor(found.role, authority)
  return found
}
