import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { roleNameIn } from '../roles/queries.ts'

export interface InvitationRow {
  id: string
  email: string
  role: Role
  role_name: string
  created_at: Date
  expires_at: Date
}

/**
 * Inserts an invitation, or replaces the shop's earlier one to this address, whose id and token become void. Undefined
 * if the account with this address works here, unless the role is owner.
 */
export async function upsertInvitation(
  db: Executor,
  invitation: { id: string; merchant_id: string; email: string; email_key: string; role: Role },
): Promise<InvitationRow | undefined> {
  const { id, merchant_id, email, email_key, role } = invitation
  const { rows } = await sql<InvitationRow>`
    insert into invitations (id, merchant_id, email, email_key, role, created_at, expires_at)
    select ${id}, ${merchant_id}, ${email}, ${email_key}, ${role}, now, now + interval '7 days'
      from (select date_trunc('milliseconds', now()) as now) clock
     where not exists (
       select from staff join users on users.id = staff.user_id
        where staff.merchant_id = ${merchant_id} and users.email_key = ${email_key}
          and (staff.role = 'owner' or ${role} <> 'owner'))
    on conflict (merchant_id, email_key) do update
      set id = excluded.id, email = excluded.email, role = excluded.role, token_hash = null,
          created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id, email, role, ${roleNameIn('invitations')} as role_name, created_at, expires_at`.execute(db)
  return rows[0]
}

export interface MailedInvitation {
  email: string
  role_name: string
  merchant_name: string
  /** Of the shop, of BCP 47. */
  locale: string
  /** Whether the address is a confirmed one of an account. */
  is_confirmed: boolean
}

/** Sets the token of the mail; undefined if the invitation is gone. */
export async function setInvitationToken(
  db: Executor,
  merchantId: string,
  id: string,
  tokenHash: Buffer,
): Promise<MailedInvitation | undefined> {
  const { rows } = await sql<MailedInvitation>`
    update invitations set token_hash = ${tokenHash}
      from merchants
     where invitations.merchant_id = ${merchantId} and invitations.id = ${id} and expires_at > now()
       and merchants.id = invitations.merchant_id
    returning invitations.email, ${roleNameIn('invitations')} as role_name, merchants.name as merchant_name,
              coalesce((select locale from merchant_settings where merchant_id = merchants.id), 'en') as locale,
              exists (select from users where users.email_key = invitations.email_key and is_verified)
                as is_confirmed`.execute(db)
  return rows[0]
}

/** The address of an invitation that can be accepted with the token. */
export async function selectInvitedEmail(db: Executor, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from invitations where token_hash = ${tokenHash} and expires_at > clock_timestamp()`.execute(db)
  return rows[0]?.email
}

export interface OpenInvitation {
  merchant_id: string
  merchant_name: string
  email: string
  role_name: string
  /** By the rule of `claimAccount`. */
  needs_password: boolean
}

/** An invitation that can be accepted with the token. */
export async function selectInvitation(db: Executor, tokenHash: Buffer): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select invitations.merchant_id, merchants.name as merchant_name, invitations.email,
           ${roleNameIn('invitations')} as role_name,
           not exists (select from users
                        where users.email_key = invitations.email_key and is_verified
                          and password_hash is not null) as needs_password
      from invitations join merchants on merchants.id = invitations.merchant_id
     where token_hash = ${tokenHash} and expires_at > clock_timestamp()`.execute(db)
  return rows[0]
}

export interface ConsumedInvitation {
  id: string
  merchant_id: string
  merchant_name: string
  email: string
  role: Role
}

/** Spends a token: of concurrent uses the statement that deletes its invitation wins. */
export async function consumeInvitation(
  transaction: Transaction,
  tokenHash: Buffer,
): Promise<ConsumedInvitation | undefined> {
  const { rows } = await sql<ConsumedInvitation>`
    delete from invitations using merchants
     where token_hash = ${tokenHash} and expires_at > clock_timestamp() and merchants.id = invitations.merchant_id
    returning invitations.id, invitations.merchant_id, merchants.name as merchant_name, email, role`.execute(
    transaction,
  )
  return rows[0]
}

/** Revokes an invitation and returns its role; undefined if there is none. */
export async function deleteInvitation(db: Executor, merchantId: string, id: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    delete from invitations where merchant_id = ${merchantId} and id = ${id} and expires_at > now()
    returning role`.execute(db)
  return rows[0]?.role
}

export async function deleteExpiredInvitations(db: Executor): Promise<void> {
  await sql`delete from invitations where expires_at < now()`.execute(db)
}
