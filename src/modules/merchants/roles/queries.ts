import { type RawBuilder, sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { builtInRoles, type Role } from '#src/platform/lib/permissions.ts'

/** Display name of a role; `table` is `staff` or `invitations`. */
export function roleNameIn(table: 'staff' | 'invitations'): RawBuilder<string> {
  const row = sql.raw(table)
  return sql<string>`coalesce((select name from roles where roles.merchant_id = ${row}.merchant_id
                                  and roles.id = ${row}.role_id), ${row}.role)`
}

export interface OwnRole {
  id: string
  name: string
  permissions: string[]
}

export async function selectOwnRole(db: Executor, merchantId: string, id: string): Promise<OwnRole | undefined> {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'permissions'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function selectRoleByName(db: Executor, merchantId: string, key: string): Promise<OwnRole | undefined> {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'permissions'])
    .where('merchant_id', '=', merchantId)
    .where('name_key', '=', key)
    .executeTakeFirst()
}

/** Serializes changes of roles, members and keys of a shop. */
export async function lockPowers(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`select from merchants where id = ${merchantId} for no key update`.execute(transaction)
}

export interface HeldRole {
  role: Role
  /** Of an own role. */
  permissions: string[] | null
}

/** Current role of a member. */
export async function selectHeldRole(
  transaction: Transaction,
  merchantId: string,
  userId: string,
): Promise<HeldRole | undefined> {
  const { rows } = await sql<HeldRole>`
    select staff.role, roles.permissions
      from staff left join roles on roles.merchant_id = staff.merchant_id and roles.id = staff.role_id
     where staff.merchant_id = ${merchantId} and staff.user_id = ${userId}`.execute(transaction)
  return rows[0]
}

export interface RoleRow {
  /** The name of a built-in role. */
  id: string
  name: string
  /** Null of a built-in role. */
  permissions: string[] | null
  members: number
  invitations: number
  created_at: Date | null
  updated_at: Date | null
  /** Position in the list. */
  place: number
  name_key: string
}

/** Built-in roles first, then the shop's own by name; all of them, or one. */
function listed(merchantId: string, id?: string): RawBuilder<RoleRow> {
  const only = id === undefined ? sql`true` : sql`id = ${id}`
  return sql<RoleRow>`
    select * from (
      select place::int, name as id, name, '' collate "C" as name_key, null::text[] as permissions,
             null::timestamptz as created_at, null::timestamptz as updated_at
        from unnest(${[...builtInRoles]}::text[]) with ordinality as built_in (name, place)
       union all
      select ${sql.lit(builtInRoles.length + 1)}, id::text, name, name_key, permissions, created_at, updated_at
        from roles where merchant_id = ${merchantId}
    ) role where ${only}`
}

export async function selectRoles(db: Executor, merchantId: string, page: PageRequest): Promise<RoleRow[]> {
  const behind = behindCursor(page, 'asc', ['place', 'int'], ['name_key', 'text'])
  const some = sql`select * from (${listed(merchantId)}) listed where ${behind}
                    order by place, name_key ${pageWindow(page)}`
  return selectUsed(db, merchantId, some)
}

export async function selectRole(db: Executor, merchantId: string, id: string): Promise<RoleRow | undefined> {
  const [row] = await selectUsed(db, merchantId, listed(merchantId, id))
  return row
}

async function selectUsed(db: Executor, merchantId: string, roles: RawBuilder<unknown>): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select role.*, coalesce(members.count, 0) as members, coalesce(invited.count, 0) as invitations
      from (${roles}) role
      left join (select role, count(*)::int as count from staff
                  where merchant_id = ${merchantId} group by role) members on members.role = role.id
      left join (select role, count(*)::int as count from invitations
                  where merchant_id = ${merchantId} and expires_at > now() group by role) invited
        on invited.role = role.id
     order by place, name_key`.execute(db)
  return rows
}

export async function countRoles(db: Executor, merchantId: string): Promise<number> {
  return builtInRoles.length + (await countUpToMaximum(db, sql`select 1 from roles where merchant_id = ${merchantId}`))
}

export interface RoleChange {
  name: string
  name_key: string
  permissions: readonly string[]
}

/** Truncated to milliseconds, as in answers. */
const now = sql`date_trunc('milliseconds', now())`

/** False if the shop has the maximum already. */
export async function insertRole(
  db: Executor,
  role: RoleChange & { merchant_id: string; id: string },
  max: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into roles (merchant_id, id, name, name_key, permissions, created_at, updated_at)
    select ${role.merchant_id}, ${role.id}, ${role.name}, ${role.name_key}, ${role.permissions}::text[], ${now}, ${now}
     where (select count(*) from roles where merchant_id = ${role.merchant_id}) < ${max}
    returning id`.execute(db)
  return rows.length > 0
}

export async function updateOwnRole(db: Executor, merchantId: string, id: string, role: RoleChange): Promise<void> {
  await sql`
    update roles set name = ${role.name}, name_key = ${role.name_key}, permissions = ${role.permissions}::text[],
                     updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${id}`.execute(db)
}

/** Fails with the constraint `staff_own_role` or `invitations_own_role` while the role has members or invitations. */
export async function deleteOwnRole(db: Executor, merchantId: string, id: string): Promise<OwnRole | undefined> {
  // Deletes expired invitations first, which must not hold the role.
  await sql`
    delete from invitations
     where merchant_id = ${merchantId} and role_id = ${id} and expires_at <= now()`.execute(db)
  const { rows } = await sql<OwnRole>`
    delete from roles where merchant_id = ${merchantId} and id = ${id}
    returning id, name, permissions`.execute(db)
  return rows[0]
}
