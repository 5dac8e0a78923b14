import { type AuditChanges, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { isUuid, newId } from '#src/platform/lib/ids.ts'
import { isBuiltIn } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { nameKey, readName } from '../names.ts'
import { authorityOf } from './authority.ts'
import {
  deleteOwnRole,
  insertRole,
  type OwnRole,
  type RoleRow,
  selectOwnRole,
  selectRole,
  updateOwnRole,
} from './queries.ts'
import { isBuiltInName, readPermissions, requireAll } from './rules.ts'

/** Own roles of a shop. */
const maxOwnRoles = 100

interface RoleInput {
  name: string
  permissions: readonly string[]
}

/** @throws AppError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS, CONFLICT if the name is taken or there are too many */
export async function createRole(db: Executor, staff: Staff, input: RoleInput): Promise<RoleRow> {
  const role = { name: readName(input.name), permissions: readPermissions(input.permissions) }
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    requireAll(role.permissions, await authorityOf(transaction, staff, 'staff.write'))
    const row = { ...role, merchant_id: merchantId, id: newId(), name_key: keyOf(role.name) }
    if (!(await refusingDuplicateName(insertRole(transaction, row, maxOwnRoles)))) {
      throw new AppError('CONFLICT', `a shop has at most ${maxOwnRoles} roles of its own`)
    }
    await recordAudit(transaction, staff, [
      { action: 'role.created', targetId: row.id, changes: changesOf(null, role) as AuditChanges },
    ])
    return made(transaction, merchantId, row.id)
  })
}

/**
 * Changes an own role, within a second for all its members and their keys.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS, CONFLICT if it is built in or the name is
 * taken
 */
export async function updateRole(
  deps: Pick<Dependencies, 'db' | 'roles'>,
  staff: Staff,
  id: string,
  input: Partial<RoleInput>,
): Promise<RoleRow> {
  const { merchantId } = staff
  return inTransaction(deps.db, async (transaction) => {
    onCommit(transaction, deps.roles.refresh)
    const authority = await authorityOf(transaction, staff, 'staff.write')
    const before = await ownRole(transaction, merchantId, id)
    const name = input.name === undefined ? before.name : readName(input.name)
    const requested = input.permissions === undefined ? undefined : readPermissions(input.permissions)
    // Existing permissions stay, even if the caller, who may only change the name, lacks them.
    requireAll(
      (requested ?? []).filter((permission) => !before.permissions.includes(permission)),
      authority,
    )
    const after = { name, permissions: requested ?? before.permissions }
    const changes = changesOf({ name: before.name, permissions: before.permissions }, after)
    if (Object.keys(changes).length > 0) {
      await refusingDuplicateName(
        updateOwnRole(transaction, merchantId, before.id, { ...after, name_key: keyOf(name) }),
      )
      await recordAudit(transaction, staff, [{ action: 'role.updated', targetId: before.id, changes }])
    }
    return made(transaction, merchantId, before.id)
  })
}

/** @throws AppError NOT_FOUND, CONFLICT if it is built in, or somebody has it or is invited to it */
export async function deleteRole(deps: Pick<Dependencies, 'db' | 'roles'>, staff: Staff, id: string): Promise<void> {
  const { merchantId } = staff
  await inTransaction(deps.db, async (transaction) => {
    onCommit(transaction, deps.roles.refresh)
    await authorityOf(transaction, staff, 'staff.write')
    const { id: roleId, name, permissions } = await ownRole(transaction, merchantId, id)
    const used = (await selectRole(transaction, merchantId, roleId)) ?? gone()
    if (used.members + used.invitations > 0) refuseUsed(used)
    // Concurrently accepted invitations hold the role by foreign keys.
    await deleteOwnRole(transaction, merchantId, roleId).catch((error) => {
      const isHeld = violates(error, 'staff_own_role') || violates(error, 'invitations_own_role')
      throw isHeld ? new AppError('CONFLICT', 'this role is in use') : error
    })
    const changes = changesOf({ name, permissions }, null)
    await recordAudit(transaction, staff, [{ action: 'role.deleted', targetId: roleId, changes }])
  })
}

async function ownRole(transaction: Transaction, merchantId: string, id: string): Promise<OwnRole> {
  if (isBuiltIn(id)) throw new AppError('CONFLICT', `${id} is a built-in role; it cannot be changed`)
  return (isUuid(id) ? await selectOwnRole(transaction, merchantId, id.toLowerCase()) : undefined) ?? gone()
}

async function made(transaction: Transaction, merchantId: string, id: string): Promise<RoleRow> {
  return (await selectRole(transaction, merchantId, id)) ?? gone()
}

/** @throws AppError CONFLICT for the name of a built-in role */
function keyOf(name: string): string {
  if (isBuiltInName(name)) refuseName()
  return nameKey(name)
}

async function refusingDuplicateName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violates(error, 'roles_name')) refuseName()
    throw error
  }
}

function refuseName(): never {
  throw new AppError('CONFLICT', 'the shop has a role with this name', { details: { field: 'name' } })
}

function refuseUsed({ members, invitations }: RoleRow): never {
  throw new AppError('CONFLICT', 'this role is in use: give its members another role, and revoke its invitations', {
    details: { members, invitations },
  })
}

function gone(): never {
  throw notFound('role')
}
