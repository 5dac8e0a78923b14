import { endStaffSessions, findOrMakeUser, mailUser } from '#src/modules/identity/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { deleteRole, insertStaff, updateRole } from '../queries.ts'
import { type StaffRow, selectStaffMember } from './queries.ts'

/**
 * Adds a staff member. An address without an account gets one, with a mailed link to set a password; an existing
 * account gets a notice.
 * @throws AppError CONFLICT if they have a role here
 */
export async function addStaff(
  db: Executor,
  merchant: { id: string; name: string },
  { email, role }: { email: string; role: Role },
): Promise<StaffRow> {
  return inTransaction(db, async (transaction) => {
    const user = await findOrMakeUser(transaction, { email })
    if (!(await insertStaff(transaction, merchant.id, user.id, role))) {
      throw new AppError('CONFLICT', 'this user has a role at the merchant; change that one')
    }
    const added = (await selectStaffMember(transaction, merchant.id, user.id)) ?? gone()
    await mailUser(transaction, user.id, added.invited ? 'staff_invited' : 'staff_added', {
      merchant: merchant.name,
      role,
    })
    return added
  })
}

/**
 * Changes a role and ends the user's admin sessions here.
 * @throws AppError NOT_FOUND, CONFLICT for the last owner
 */
export async function changeRole(
  { db, revocations }: Pick<Dependencies, 'db' | 'revocations'>,
  merchantId: string,
  userId: string,
  role: Role,
): Promise<StaffRow> {
  return inTransaction(db, async (transaction) => {
    const changed = await updateRole(transaction, merchantId, userId, role)
    const member = (await selectStaffMember(transaction, merchantId, userId)) ?? gone()
    if (changed) await endStaffSessions(transaction, revocations, merchantId, userId)
    else if (member.role !== role) refuseLastOwner()
    return member
  })
}

/** Removes a role and ends the user's admin sessions here. @throws AppError NOT_FOUND, CONFLICT for the last owner */
export async function removeStaff(
  { db, revocations }: Pick<Dependencies, 'db' | 'revocations'>,
  merchantId: string,
  userId: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (!(await deleteRole(transaction, merchantId, userId))) await explainRefusal(transaction, merchantId, userId)
    await endStaffSessions(transaction, revocations, merchantId, userId)
  })
}

async function explainRefusal(transaction: Transaction, merchantId: string, userId: string): Promise<never> {
  if ((await selectStaffMember(transaction, merchantId, userId)) === undefined) gone()
  refuseLastOwner()
}

function gone(): never {
  throw notFound('staff member')
}

function refuseLastOwner(): never {
  throw new AppError('CONFLICT', 'this is the last owner; make somebody else owner first')
}
