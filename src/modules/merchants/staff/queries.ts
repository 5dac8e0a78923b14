import { sql } from 'kysely'
import { behindCursor, pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { Role } from '#src/platform/lib/permissions.ts'

export interface StaffRow {
  user_id: string
  email: string | null
  name: string | null
  role: Role
  is_verified: boolean
  /** The account has no password yet: the mailed link was not used. */
  invited: boolean
  created_at: Date
  updated_at: Date
}

const columns = sql`
  staff.user_id, users.email, users.name, staff.role, users.is_verified, users.password_hash is null as invited,
  staff.created_at, staff.updated_at`

/** Staff of the merchant, oldest first. */
export async function selectStaff(
  db: Executor,
  merchantId: string,
  page: PageRequest,
): Promise<{ rows: StaffRow[]; total: number }> {
  const behind = behindCursor(page, 'asc', ['staff.created_at', 'timestamptz'], ['staff.user_id', 'uuid'])
  const { rows } = await sql<StaffRow>`
    select ${columns} from staff join users on users.id = staff.user_id
     where staff.merchant_id = ${merchantId} and ${behind}
     order by staff.created_at, staff.user_id
     ${pageWindow(page)}`.execute(db)
  const count = await sql<{ total: number }>`
    select count(*) as total from staff where merchant_id = ${merchantId}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export async function selectStaffMember(
  db: Executor,
  merchantId: string,
  userId: string,
): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`
    select ${columns} from staff join users on users.id = staff.user_id
     where staff.merchant_id = ${merchantId} and staff.user_id = ${userId}`.execute(db)
  return rows[0]
}
