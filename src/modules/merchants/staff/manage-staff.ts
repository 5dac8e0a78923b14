import { endStaffSessions } from '#src/modules/identity/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { deleteRole, updateRole } from '../queries.ts'
import { authorityOf, roleToGive } from '../roles/authority.ts'
import { requireOwnerFor } from '../roles/rules.ts'
import { deleteInvitation } from './invitation-queries.ts'
import { type StaffRow, selectStaffMember } from './queries.ts'

/**
 * Changes a role and ends the user's admin sessions here. It makes nobody an owner: that takes an accepted invitation.
 * @throws AppError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS, NOT_FOUND, CONFLICT for the last owner or to become
 * owner
 */
export async function changeRole(
  deps: Pick<Dependencies, 'db' | 'revocations' | 'apiKeys'>,
  staff: Staff,
  userId: string,
  named: string,
): Promise<StaffRow> {
  const { db, revocations, apiKeys } = deps
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    onCommit(transaction, apiKeys.refresh)
    const authority = await authorityOf(transaction, staff, 'staff.write')
    const { role, name } = await roleToGive(transaction, merchantId, named, authority)
    const previous = role === 'owner' ? undefined : await updateRole(transaction, merchantId, userId, role)
    const member = (await selectStaffMember(transaction, merchantId, userId)) ?? gone()
    if (previous !== undefined) {
      requireOwnerFor(previous.role, authority)
      await endStaffSessions(transaction, revocations, merchantId, userId)
      const changes = { role: [previous.role_name, name] } as const
      await recordAudit(transaction, staff, [{ action: 'staff.role_changed', targetId: userId, changes }])
    } else if (member.role !== role) refuseChange(role)
    return member
  })
}

/**
 * Removes a member's role and ends their admin sessions and API keys here, or revokes an invitation.
 * @throws AppError INSUFFICIENT_PERMISSIONS, NOT_FOUND, CONFLICT for the last owner
 */
export async function removeStaff(
  deps: Pick<Dependencies, 'db' | 'revocations' | 'apiKeys'>,
  staff: Staff,
  given: string,
): Promise<void> {
  const { db, revocations, apiKeys } = deps
  const { merchantId } = staff
  const id = given.toLowerCase()
  await inTransaction(db, async (transaction) => {
    onCommit(transaction, apiKeys.refresh)
    const leaves = staff.principal.type === 'user' && id === staff.userId
    const authority = leaves ? undefined : await authorityOf(transaction, staff, 'staff.write')
    const former = await deleteRole(transaction, merchantId, id)
    if (former !== undefined) {
      if (authority) requireOwnerFor(former.role, authority)
      await endStaffSessions(transaction, revocations, merchantId, id)
      const action = id === staff.userId ? 'staff.left' : 'staff.removed'
      await recordAudit(transaction, staff, [{ action, targetId: id, changes: { role: [former.role_name, null] } }])
      return
    }
    const invited = await deleteInvitation(transaction, merchantId, id)
    if (invited !== undefined) {
      if (authority) requireOwnerFor(invited, authority)
      await recordAudit(transaction, staff, [{ action: 'invitation.revoked', targetId: id }])
    } else await explainRefusal(transaction, merchantId, id)
  })
}

async function explainRefusal(transaction: Transaction, merchantId: string, userId: string): Promise<never> {
  if ((await selectStaffMember(transaction, merchantId, userId)) === undefined) gone()
  refuseLastOwner()
}

function gone(): never {
  throw notFound('staff member')
}

function refuseChange(role: Role): never {
  if (role !== 'owner') refuseLastOwner()
  throw new AppError('CONFLICT', 'owners must accept an invitation; invite them as owner (POST /admin/staff)')
}

function refuseLastOwner(): never {
  throw new AppError('CONFLICT', 'this is the only owner; make somebody else an owner first')
}
