import { sql } from 'kysely'
import type { RoleAtMerchant } from '#src/modules/identity/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { roleNameIn } from './roles/queries.ts'

/** Fields of a merchant at its creation. */
export type MerchantRow = Pick<Merchant, 'id' | 'currency'>

export async function selectMerchant(db: Executor, id: string): Promise<MerchantRow | undefined> {
  return db.selectFrom('merchants').select(['id', 'currency']).where('id', '=', id).executeTakeFirst()
}

/** These merchants, by their ids, and since when the user is a customer of each. */
export async function selectShopsOf(
  db: Executor,
  userId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; customer_since: Date | null }[]> {
  const { rows } = await sql<{ id: string; name: string; customer_since: Date | null }>`
    select merchants.id, merchants.name, customers.created_at as customer_since
      from merchants
      left join customers on customers.merchant_id = merchants.id and customers.user_id = ${userId}
     where merchants.id = any (${[...ids]}::uuid[])
     order by merchants.id`.execute(db)
  return rows
}

/** @throws if there is no such merchant */
export async function merchantName(db: Executor, id: string): Promise<string> {
  const { name } = await db.selectFrom('merchants').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

/** The first merchant created; users who register without a merchant become its customers. */
export async function findDefaultMerchant(db: Executor): Promise<MerchantRow | undefined> {
  return db
    .selectFrom('merchants')
    .select(['id', 'currency'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Serializes processes that start at the same time and look for the first merchant. */
export async function lockFirstMerchant(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first merchant', 0))`.execute(transaction)
}

/** False if another merchant has the slug. */
export async function insertMerchant(
  db: Executor,
  merchant: MerchantRow & { name: string; slug?: string },
): Promise<boolean> {
  const row = await db
    .insertInto('merchants')
    .values(merchant)
    .onConflict((conflict) => conflict.constraint('merchants_slug_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function rolesOf(db: Executor, userId: string): Promise<RoleAtMerchant[]> {
  const { rows } = await sql<RoleAtMerchant>`
    select staff.merchant_id, merchants.name as merchant_name, staff.role, ${roleNameIn('staff')} as role_name
      from staff join merchants on merchants.id = staff.merchant_id
     where staff.user_id = ${userId}
     order by staff.created_at, staff.merchant_id`.execute(db)
  return rows
}

/**
 * Gives a role to the user who accepted it. An existing role at this merchant stays, unless the new one is owner.
 * Resolves to the name of the resulting role.
 */
export async function insertStaff(db: Executor, merchantId: string, userId: string, role: Role): Promise<string> {
  // Milliseconds, as in the cursors of the list of staff.
  const { rows } = await sql<{ role_name: string }>`
    insert into staff (merchant_id, user_id, role, created_at, updated_at)
    select ${merchantId}, ${userId}, ${role}, now, now from (select date_trunc('milliseconds', now()) as now) clock
    on conflict (merchant_id, user_id) do update
      set role = case when excluded.role = 'owner' then excluded.role else staff.role end,
          updated_at = excluded.updated_at
    returning ${roleNameIn('staff')} as role_name`.execute(db)
  return rows[0]?.role_name ?? role
}

export async function ownersOf(db: Executor, merchantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('user_id')
    .where('merchant_id', '=', merchantId)
    .where('role', '=', 'owner')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Number of other owners. Locks all owners in order, so that two owners cannot remove each other. */
const otherOwners = (merchantId: string, userId: string) => sql`
  select count(*) filter (where user_id <> ${userId})
    from (select user_id from staff where merchant_id = ${merchantId} and role = 'owner'
           order by user_id for update) owner`

/** A former role, with its display name. */
export interface FormerRole {
  role: Role
  role_name: string
}

/** Changes a role and returns the previous one; undefined if it is equal, there is none, or for the last owner. */
export async function updateRole(
  db: Executor,
  merchantId: string,
  userId: string,
  role: Role,
): Promise<FormerRole | undefined> {
  const { rows } = await sql<FormerRole>`
    with owner as materialized (
      select user_id from staff where merchant_id = ${merchantId} and role = 'owner' order by user_id for update
    ), before as materialized (
      -- Locked after the owners: two changes in the other order could wait for each other.
      select role, ${roleNameIn('staff')} as role_name from staff
       where merchant_id = ${merchantId} and user_id = ${userId} and (select count(*) from owner) >= 0
         for update
    )
    update staff set role = ${role}, updated_at = now() from before
     where merchant_id = ${merchantId} and user_id = ${userId} and before.role <> ${role}
       and (before.role <> 'owner' or (select count(*) from owner where user_id <> ${userId}) > 0)
    returning before.role, before.role_name`.execute(db)
  return rows[0]
}

/** Removes a role and returns it; undefined if the user has none or is the last owner. */
export async function deleteRole(db: Executor, merchantId: string, userId: string): Promise<FormerRole | undefined> {
  const { rows } = await sql<FormerRole>`
    delete from staff
     where merchant_id = ${merchantId} and user_id = ${userId}
       and (role <> 'owner' or (${otherOwners(merchantId, userId)}) > 0)
    returning role, ${roleNameIn('staff')} as role_name`.execute(db)
  return rows[0]
}

/**
 * Removes all roles of a user and returns them. Undefined if a merchant would have no owner; the caller must then roll
 * back. Locks all owners of the merchants in order, so that two owners cannot leave at the same time.
 */
export async function deleteAllRoles(
  transaction: Transaction,
  userId: string,
): Promise<{ merchant_id: string; role_name: string }[] | undefined> {
  const { rows } = await sql<{ merchant_id: string; user_id: string }>`
    select merchant_id, user_id from staff
     where role = 'owner'
       and merchant_id in (select merchant_id from staff where user_id = ${userId} and role = 'owner')
     order by merchant_id, user_id
       for update`.execute(transaction)
  const owners = Map.groupBy(rows, (row) => row.merchant_id)
  const leavesOrphan = [...owners.values()].some((those) => those.every((owner) => owner.user_id === userId))
  if (leavesOrphan) return undefined
  const { rows: left } = await sql<{ merchant_id: string; role_name: string }>`
    delete from staff where user_id = ${userId}
    returning merchant_id, ${roleNameIn('staff')} as role_name`.execute(transaction)
  return left
}
