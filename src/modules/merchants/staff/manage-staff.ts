import { endStaffSessions } from '#src/modules/identity/index.ts'
import { inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { deleteRole, updateRole } from '../queries.ts'
import { deleteInvitation } from './invitation-queries.ts'
import { type StaffRow, selectStaffMember } from './queries.ts'

/**
 * Changes a role and ends the user's admin sessions here. Nobody is made owner like this: that is offered by an
 * invitation and accepted.
 * @throws AppError NOT_FOUND, CONFLICT for the last owner or to become owner
 */
export async function changeRole(
  { db, revocations, apiKeys }: Pick<Dependencies, 'db' | 'revocations' | 'apiKeys'>,
  merchantId: string,
  userId: string,
  role: Role,
): Promise<StaffRow> {
  return inTransaction(db, async (transaction) => {
    onCommit(transaction, apiKeys.refresh)
    const changed = role !== 'owner' && (await updateRole(transaction, merchantId, userId, role))
    const member = (await selectStaffMember(transaction, merchantId, userId)) ?? gone()
    if (changed) await endStaffSessions(transaction, revocations, merchantId, userId)
    else if (member.role !== role) refuseChange(role)
    return member
  })
}

/**
 * Removes a member's role and ends their admin sessions and API keys here, or takes an invitation back.
 * @throws AppError NOT_FOUND, CONFLICT for the last owner
 */
export async function removeStaff(
  { db, revocations, apiKeys }: Pick<Dependencies, 'db' | 'revocations' | 'apiKeys'>,
  merchantId: string,
  id: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    onCommit(transaction, apiKeys.refresh)
    if (await deleteRole(transaction, merchantId, id)) await endStaffSessions(transaction, revocations, merchantId, id)
    else if (!(await deleteInvitation(transaction, merchantId, id))) await explainRefusal(transaction, merchantId, id)
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
  throw new AppError('CONFLICT', 'an owner accepts to be one; invite them as owner (POST /admin/staff)')
}

function refuseLastOwner(): never {
  throw new AppError('CONFLICT', 'this is the last owner; somebody else must become owner first')
}
