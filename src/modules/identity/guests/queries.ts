import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { type UserRow, userColumns } from '../accounts/queries.ts'

const columns = sql.join(userColumns.map((column) => sql.ref(column)))

/** A guest without orders is erased this long after the last use of their session. */
const retentionDays = 30

export async function insertGuest(transaction: Transaction, id: string): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    insert into users (id, is_guest, guest_expires_at, created_at, updated_at)
    values (${id}, true, now() + make_interval(days => ${retentionDays}), now(), now())
    returning ${columns}`.execute(transaction)
  return rows[0] as UserRow
}

/** Locks the guest until the transaction ends; false if they have registered or are erased. */
export async function lockGuest(transaction: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${id} and is_guest and deleted_at is null for update`.execute(transaction)
  return rows.length > 0
}

export async function isGuest(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} and is_guest`.execute(db)
  return rows.length > 0
}

/**
 * Turns a locked guest into an account. Undefined as in `insertUser`.
 * @throws the violation of `users_email_key` if the address has an account
 */
export async function makeAccount(
  transaction: Transaction,
  user: Omit<UserRow, 'created_at' | 'is_guest' | 'is_verified'> & { email_key: string; password_hash: string },
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    update users
       set email = ${user.email}, email_key = ${user.email_key}, password_hash = ${user.password_hash},
           name = coalesce(${user.name}, name), phone = coalesce(${user.phone}, phone),
           is_guest = false, guest_expires_at = null, updated_at = now()
     where id = ${user.id} and is_guest
       and not exists (select from former_emails
                        where former_emails.email_key = ${user.email_key} and expires_at > now())
    returning ${columns}`.execute(transaction)
  return rows[0]
}

/** Marks a guest who has signed in to an account. The row stays for a day: requests in progress may still use it. */
export async function expireGuest(transaction: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    update users set guest_expires_at = now() + interval '1 day', updated_at = now()
     where id = ${id} and is_guest and deleted_at is null
    returning id`.execute(transaction)
  return rows.length > 0
}

/** Selects expired guests. Those active since get a later expiry; those whose sessions have all ended are returned. */
export async function selectExpiredGuests(db: Executor, limit: number): Promise<{ ids: string[]; found: number }> {
  const { rows } = await sql<{ id: string; is_over: boolean }>`
    with due as (
      select users.id, live.until
        from (select id from users where guest_expires_at < now() order by guest_expires_at limit ${limit}) users
        left join lateral (
          select max(greatest(expires_at, last_used_at + make_interval(days => ${retentionDays}))) as until
            from sessions
           where sessions.user_id = users.id and revoked_at is null
             and (expires_at > now() or last_used_at > now() - make_interval(days => ${retentionDays}))) live on true
    ), later as (
      update users set guest_expires_at = due.until from due where users.id = due.id and due.until is not null
    )
    select id, until is null as is_over from due`.execute(db)
  return { ids: rows.filter((row) => row.is_over).map((row) => row.id), found: rows.length }
}

/** Guests with orders are kept. */
export async function markGuestsInUse(db: Executor, ids: readonly string[]): Promise<void> {
  await sql`
    update users set guest_expires_at = null where id = any (${[...ids]}::uuid[]) and is_guest`.execute(db)
}

/** Locks a guest for erasure; false if they have registered or were active since. */
export async function lockExpiredGuest(transaction: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from users
     where id = ${id} and is_guest and deleted_at is null and guest_expires_at < now()
       for update`.execute(transaction)
  return rows.length > 0
}
