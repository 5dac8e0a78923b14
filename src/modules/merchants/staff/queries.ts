import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { roleNameIn } from '../roles/queries.ts'

/** A member, or a valid invitation. */
export interface StaffRow {
  /** The member's user id, or the invitation's own id. */
  id: string
  /** Null for an invitation. */
  user_id: string | null
  email: string | null
  name: string | null
  role: Role
  /** Display name. */
  role_name: string
  is_verified: boolean
  created_at: Date
  updated_at: Date
  /** Null for a member. */
  expires_at: Date | null
}

/** Members and invitations of the merchant, oldest first. */
export async function selectStaff(db: Executor, merchantId: string, page: PageRequest): Promise<StaffRow[]> {
  const behind = behindCursor(page, 'asc', ['entry.created_at', 'timestamptz'], ['entry.id', 'uuid'])
  const { rows } = await sql<StaffRow>`
    with page as (
      select * from (
        select created_at, user_id as id, true as is_member from staff where merchant_id = ${merchantId}
        union all
        select created_at, id, false from invitations
         where merchant_id = ${merchantId} and expires_at > now()
      ) entry
       where ${behind}
       order by entry.created_at, entry.id
       ${pageWindow(page)}
    )
    select page.id, staff.user_id, coalesce(users.email, invitation.email) as email, users.name,
           coalesce(staff.role, invitation.role) as role,
           coalesce(roles.name, staff.role, invitation.role) as role_name,
           coalesce(users.is_verified, false) as is_verified, page.created_at,
           coalesce(staff.updated_at, invitation.created_at) as updated_at, invitation.expires_at
      from page
      left join staff on page.is_member and staff.merchant_id = ${merchantId} and staff.user_id = page.id
      left join users on users.id = staff.user_id
      left join invitations invitation
        on not page.is_member and invitation.merchant_id = ${merchantId} and invitation.id = page.id
      left join roles
        on roles.merchant_id = ${merchantId} and roles.id = coalesce(staff.role_id, invitation.role_id)
     order by page.created_at, page.id`.execute(db)
  return rows
}

export function countStaff(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(
    db,
    sql`
      select 1 from staff where merchant_id = ${merchantId}
       union all
      select 1 from invitations where merchant_id = ${merchantId} and expires_at > now()`,
  )
}

export async function selectStaffMember(
  db: Executor,
  merchantId: string,
  userId: string,
): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`
    select staff.user_id as id, staff.user_id, users.email, users.name, staff.role,
           ${roleNameIn('staff')} as role_name, users.is_verified, staff.created_at, staff.updated_at,
           null::timestamptz as expires_at
      from staff join users on users.id = staff.user_id
     where staff.merchant_id = ${merchantId} and staff.user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function isMember(db: Executor, merchantId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from staff where merchant_id = ${merchantId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}
