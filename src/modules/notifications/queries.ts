import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { kindsBesideLog, type Way } from './rules.ts'

export interface ChoiceRow {
  kinds: Partial<Record<string, Way>> | null
  /** In major units. */
  large_order_over: number | null
  is_new_owner: boolean
}

export interface PersonRow extends ChoiceRow {
  user_id: string
  role: string
  /** Of a role of the shop's own. */
  permissions: string[] | null
}

const chosen = sql`
  staff.user_id, staff.role, roles.permissions, choice.kinds, choice.large_order_over::float8 as large_order_over,
  staff.role = 'owner' and merchants.created_at > start.since as is_new_owner
  from staff
  join merchants on merchants.id = staff.merchant_id
  cross join notification_start start
  left join roles on roles.merchant_id = staff.merchant_id and roles.id = staff.role_id
  left join notification_choices choice
       on choice.merchant_id = staff.merchant_id and choice.user_id = staff.user_id`

/** Everybody of the staff, with what they have chosen. */
export async function selectPeople(db: Executor, merchantId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`select ${chosen} where staff.merchant_id = ${merchantId}`.execute(db)
  return rows
}

export async function selectPerson(db: Executor, merchantId: string, userId: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${chosen} where staff.merchant_id = ${merchantId} and staff.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** What somebody has chosen at each shop; a person is staff of few. */
export async function selectOwnChoices(
  db: Executor,
  userId: string,
): Promise<(Omit<ChoiceRow, 'is_new_owner'> & { merchant_id: string })[]> {
  const { rows } = await sql<Omit<ChoiceRow, 'is_new_owner'> & { merchant_id: string }>`
    select merchant_id, kinds, large_order_over::float8 as large_order_over from notification_choices
     where user_id = ${userId} order by merchant_id`.execute(db)
  return rows
}

/** Of a row of choices: what is read beside the log is wanted. */
export const wantsBesideLog = sql`(${sql.join(
  kindsBesideLog.map((kind) => sql`kinds ->> ${sql.lit(kind)} in ('mail', 'digest')`),
  sql` or `,
)})`

/**
 * Keeps what somebody has chosen; from then on the shop is read for notifications. Of what is read beside the log only
 * what happens from now on is told, unless somebody has wanted it before.
 */
export async function upsertChoice(
  transaction: Transaction,
  { merchantId, userId }: { merchantId: string; userId: string },
  { kinds, over }: { kinds: Partial<Record<string, Way>>; over: number | null },
): Promise<void> {
  await sql`
    with cursor as (
      insert into notification_cursors (merchant_id, position, seen_at)
      select ${merchantId}::uuid, coalesce(max(last_position), 0), now() from event_log_heads
       where merchant_id = ${merchantId}
          on conflict (merchant_id) do update set seen_at = now()
       where not exists (select from notification_choices
                          where merchant_id = ${merchantId} and ${wantsBesideLog})
    )
    insert into notification_choices as choice (merchant_id, user_id, kinds, large_order_over, updated_at)
    values (${merchantId}, ${userId}, ${JSON.stringify(kinds)}::jsonb, ${over}::numeric, now())
        on conflict (merchant_id, user_id) do update
       set kinds = choice.kinds || excluded.kinds, large_order_over = excluded.large_order_over, updated_at = now()
    `.execute(transaction)
}

/** An erased user is told nothing. */
export async function eraseChoices(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    with digests as (delete from notification_digests where user_id = ${userId})
    delete from notification_choices where user_id = ${userId}`.execute(transaction)
}
