import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'

export interface GroupRow {
  id: string
  name: string
  name_key: string
  customer_count: number
  created_at: Date
  updated_at: Date
}

/** Members as rows between two others: where one group has most, the planner would look for a small one among all. */
const columns = sql`
  id, name, name_key, created_at, updated_at,
  (select count(*)::int from customer_group_members member
    where (member.merchant_id, member.group_id) >= (customer_groups.merchant_id, customer_groups.id)
      and (member.merchant_id, member.group_id) <= (customer_groups.merchant_id, customer_groups.id)) as customer_count`

/** Groups of a shop by name. */
export async function selectGroups(db: Executor, merchantId: string, page: PageRequest): Promise<GroupRow[]> {
  const behind = behindCursor(page, 'asc', ['name_key', 'text'], ['id', 'uuid'])
  const { rows } = await sql<GroupRow>`
    select ${columns} from customer_groups where merchant_id = ${merchantId} and ${behind}
     order by name_key, id ${pageWindow(page)}`.execute(db)
  return rows
}

export function countGroups(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from customer_groups where merchant_id = ${merchantId}`)
}

export async function selectGroup(db: Executor, merchantId: string, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${columns} from customer_groups where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Groups are made one after the other, so that a shop has no more than `max`. False if it has so many. */
export async function insertGroup(
  transaction: Transaction,
  merchantId: string,
  { id, name, name_key }: Pick<GroupRow, 'id' | 'name' | 'name_key'>,
  max: number,
): Promise<boolean> {
  await sql`select from merchants where id = ${merchantId} for no key update`.execute(transaction)
  const { rows } = await sql`
    insert into customer_groups (merchant_id, id, name, name_key, created_at, updated_at)
    select ${merchantId}::uuid, ${id}::uuid, ${name}::text, ${name_key}::text, now(), now()
     where (select count(*) from customer_groups where merchant_id = ${merchantId}) < ${max}::int
    returning id`.execute(transaction)
  return rows.length > 0
}

/** Those of the ids that are groups of the shop. */
export async function selectKnownGroups(db: Executor, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer_groups
     where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of the groups that a customer is in. */
export async function selectGroupsOf(
  db: Executor,
  merchantId: string,
  userId: string,
  among: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    select group_id from unnest(groups_of_customer(${merchantId}, ${userId})) group_id
     where group_id = any (${[...among]}::uuid[])`.execute(db)
  return rows.map(({ group_id }) => group_id)
}

/** One change of a group at a time. Its customers can be merged meanwhile. */
export async function lockGroup(transaction: Transaction, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer_groups where merchant_id = ${merchantId} and id = ${id} for no key update`.execute(transaction)
  return rows.length > 0
}

export async function updateGroup(
  transaction: Transaction,
  merchantId: string,
  { id, name, name_key }: Pick<GroupRow, 'id' | 'name' | 'name_key'>,
): Promise<void> {
  await sql`
    update customer_groups set name = ${name}, name_key = ${name_key}, updated_at = now()
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

export async function deleteGroup(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`delete from customer_groups where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** The present id for each of the given ones; null: no customer of the shop, or an erased one. */
export async function selectCustomerIds(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select case when users.deleted_at is null then users.id end as id
      from unnest(${[...ids]}::uuid[]) with ordinality given (id, place)
      left join customer_aliases alias on alias.merchant_id = ${merchantId} and alias.id = given.id
      left join customers customer
        on customer.merchant_id = ${merchantId} and customer.user_id = coalesce(alias.user_id, given.id)
      left join users on users.id = customer.user_id
     order by given.place`.execute(transaction)
  return rows.map(({ id }) => id)
}

/**
 * Keeps members of a group and those who join it as they are until the transaction ends, in the order in which a merge
 * locks customers. Returns how many of `joining` are still there.
 */
export async function lockMembers(
  transaction: Transaction,
  merchantId: string,
  groupId: string,
  joining: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ joins: boolean }>`
    select user_id = any (${[...joining]}::uuid[]) as joins from customers
     where merchant_id = ${merchantId}
       and user_id = any (${[...joining]}::uuid[] || array(
             select user_id from customer_group_members where merchant_id = ${merchantId} and group_id = ${groupId}))
     order by user_id for key share`.execute(transaction)
  return rows.filter(({ joins }) => joins).length
}

export async function insertMembers(
  transaction: Transaction,
  merchantId: string,
  groupId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    insert into customer_group_members (merchant_id, group_id, user_id)
    select ${merchantId}::uuid, ${groupId}::uuid, id from unnest(${[...ids]}::uuid[]) id
    on conflict do nothing returning user_id`.execute(transaction)
  return rows.length
}

/** Removes these members of a group, or all others. */
export async function deleteMembers(
  transaction: Transaction,
  merchantId: string,
  groupId: string,
  which: { only: readonly string[] } | { allBut: readonly string[] },
): Promise<number> {
  const chosen =
    'only' in which
      ? sql`user_id = any (${[...which.only]}::uuid[])`
      : sql`user_id <> all (${[...which.allBut]}::uuid[])`
  const { rows } = await sql`
    delete from customer_group_members
     where merchant_id = ${merchantId} and group_id = ${groupId} and ${chosen} returning user_id`.execute(transaction)
  return rows.length
}

/** Somebody who is erased is in no group of any shop. */
export async function eraseMember(transaction: Transaction, userId: string): Promise<void> {
  await sql`delete from customer_group_members where user_id = ${userId}`.execute(transaction)
}
