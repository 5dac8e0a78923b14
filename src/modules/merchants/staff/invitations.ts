import type { AtShops, MailLimits } from '#src/modules/identity/index.ts'
import {
  claimAccount,
  countMails,
  emailKey,
  endStaffSessions,
  prepareNewPassword,
} from '#src/modules/identity/index.ts'
import { byUser, type Cause, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Origin, Staff } from '#src/platform/http/auth/authentication.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { insertStaff } from '../queries.ts'
import { authorityOf, roleToGive } from '../roles/authority.ts'
import { sendInvitation } from './invitation-mail.ts'
import {
  consumeInvitation,
  type InvitationRow,
  type OpenInvitation,
  selectInvitation,
  selectInvitedEmail,
  upsertInvitation,
} from './invitation-queries.ts'

/**
 * Invites an address to work for the merchant, with a role within the permissions of the inviting staff.
 * @throws AppError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS, CONFLICT
 */
export async function inviteStaff(
  db: Executor,
  staff: Staff,
  { email, role: named }: { email: string; role: string },
  limits: MailLimits,
): Promise<{ invitation: InvitationRow; isMailed: boolean }> {
  return inTransaction(db, async (transaction) => {
    const authority = await authorityOf(transaction, staff, 'staff.write')
    const { role } = await roleToGive(transaction, staff.merchantId, named, authority)
    return invite(transaction, staff, { email, role }, limits)
  })
}

/**
 * Invites an address to work for the merchant, with a mailed token. It looks up accounts only among the merchant's own
 * staff, so that neither answer nor timing reveals whether the address has one. So each invitation counts as a mail to
 * an unconfirmed address, if `limits` are given. Beyond them (`isMailed` false) only a confirmed address gets the mail.
 * @throws AppError CONFLICT if they have a role here; only an invitation to become owner may follow that
 */
export async function invite(
  db: Executor,
  { merchantId, cause }: { merchantId: string; cause: Cause },
  { email, role }: { email: string; role: Role },
  limits?: MailLimits,
): Promise<{ invitation: InvitationRow; isMailed: boolean }> {
  return inTransaction(db, async (transaction) => {
    const invitation = { id: newId(), merchant_id: merchantId, email, email_key: emailKey(email), role }
    const made = await upsertInvitation(transaction, invitation)
    if (made === undefined)
      throw new AppError('CONFLICT', 'this person already has a role in the shop; change that one')
    await recordAudit(transaction, { merchantId, cause }, [
      { action: 'invitation.created', targetId: made.id, changes: { role: [null, made.role_name] } },
    ])
    const isMailed = limits === undefined || (await countMails(transaction, limits, { staffOf: merchantId }))
    const only = isMailed ? {} : { only_confirmed: true }
    const mail = { id: newId(), merchant_id: merchantId, invitation_id: made.id, ...only }
    await enqueue(transaction, sendInvitation, mail)
    return { invitation: made, isMailed }
  })
}

/** Content of an invitation, for the holder of its token. @throws AppError VALIDATION_ERROR (token) */
export async function readInvitation(db: Executor, token: string): Promise<OpenInvitation> {
  return (await selectInvitation(db, hashToken(token))) ?? refuseToken()
}

/** The user and role after accepting an invitation. */
export interface Joined {
  merchant: { id: string; name: string }
  /** Display name. */
  role: string
}

/**
 * Gives the role to the account with the invited address. The token proves only access to the mailbox, so an account
 * that anybody may have registered must set a new password (`claimAccount`).
 * @throws AppError VALIDATION_ERROR (token, or password if one is needed or it is refused), RATE_LIMITED
 */
export async function acceptInvitation(
  deps: Pick<Dependencies, keyof AtShops | 'config' | 'tokens' | 'revocations'>,
  { token, password }: { token: string; password?: string },
  origin: Origin,
): Promise<Joined> {
  const { db, revocations } = deps
  const hash = hashToken(token)
  const invited = (await selectInvitedEmail(db, hash)) ?? refuseToken()
  const passwordHash = password === undefined ? undefined : await prepareNewPassword(deps, password, invited, origin)
  return inTransaction(db, async (transaction) => {
    const {
      id: invitationId,
      merchant_id: id,
      merchant_name: name,
      email,
      role,
    } = (await consumeInvitation(transaction, hash)) ?? refuseToken()
    const userId = await claimAccount(transaction, deps, { email, passwordHash, deviceId: origin.deviceId })
    if (userId === undefined) {
      throw invalid({
        field: 'password',
        message: 'is required: this account has no confirmed address and password yet',
      })
    }
    const given = await insertStaff(transaction, id, userId, role)
    // Ends sessions of an earlier role here.
    await endStaffSessions(transaction, revocations, id, userId)
    const changes = { role: [null, given] } as const
    await recordAudit(transaction, { merchantId: id, cause: byUser(userId, origin) }, [
      { action: 'invitation.accepted', targetId: invitationId, changes },
      { action: 'staff.added', targetId: userId, changes },
    ])
    return { merchant: { id, name }, role: given }
  })
}

function refuseToken(): never {
  throw invalid({ field: 'token', message: 'is not valid, was used, or has expired' })
}
