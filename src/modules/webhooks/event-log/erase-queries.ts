import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

export async function insertErasure(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    insert into event_erasures (user_id)
    select ${userId}::uuid union select id from customer_aliases where user_id = ${userId}
    on conflict do nothing`.execute(transaction)
}

export interface Erasure {
  user_id: string
  /** Null until they were looked for. */
  event_ids: string[] | null
}

export async function selectDueErasures(db: Executor, limit: number): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    select user_id, event_ids from event_erasures where due_at <= now() order by due_at limit ${limit}`.execute(db)
  return rows
}

/**
 * In the order of their ids. An erased account gets no more events, but `user.deleted`, which shows nobody. Its orders
 * may: an order keeps its addresses, and later events show them.
 *
 * Events of days before `users_from` are found by their bodies: their partitions have indexes of that, with these names
 * as literals.
 */
export async function selectEventsOfUser(db: Executor, userId: string): Promise<string[]> {
  const usersFrom = sql`(select users_from from event_numbering)`
  const { rows } = await sql<{ id: string }>`
    select id from events where user_id = ${userId} and name <> 'user.deleted' and id >= ${usersFrom}
    union all
    select id from events
     where name in ('user.created', 'user.updated', 'user.verified') and event_user(body) = ${userId}::uuid
       and id < ${usersFrom}
    union all
    select id from events where name like 'order.%' and event_order_user(body) = ${userId} and id < ${usersFrom}
     order by id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Locks the erasure; false if another process works on it. Nobody else changes numbered events, so no statement on
 * their partitions waits for a row (reason: deliveries/outcomes.sql).
 */
export async function lockErasure(transaction: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from event_erasures where user_id = ${userId} for update skip locked`.execute(transaction)
  return rows.length > 0
}

/**
 * The events that are still kept, sorted by id. `waits`: the event has no position yet, or a pending delivery, which
 * has a queue row until it ends. The range of ids selects the partitions.
 */
export async function selectRemainingEvents(
  transaction: Transaction,
  ids: readonly string[],
): Promise<{ id: string; body: Buffer; waits: boolean }[]> {
  const { rows } = await sql<{ id: string; body: Buffer; waits: boolean }>`
    select id, body, position is null or exists (
             select from webhook_subscriptions subscription
               join delivery_queue queued on queued.delivery_id = delivery_id(events.id, subscription.id)
              where subscription.merchant_id = events.merchant_id) as waits
      from events
     where id = any (${[...ids]}::uuid[]) and id >= ${ids[0]}::uuid and id <= ${ids.at(-1)}::uuid`.execute(transaction)
  return rows
}

/** Replaces bodies of events; ids, names and positions stay. */
export async function replaceBodies(
  transaction: Transaction,
  events: readonly { id: string; body: Buffer }[],
): Promise<void> {
  const ids = events.map((event) => event.id).sort()
  await sql`
    update events set body = erased.body
      from unnest(${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.body)}::bytea[])
        as erased (event_id, body)
     where id = erased.event_id and id >= ${ids[0]}::uuid and id <= ${ids.at(-1)}::uuid`.execute(transaction)
}

/** Ends the erasure, or schedules the rest of its events after a pause. */
export async function saveErasure(
  db: Executor,
  userId: string,
  left: readonly string[],
  pauseSeconds: number,
): Promise<void> {
  if (left.length === 0) await sql`delete from event_erasures where user_id = ${userId}`.execute(db)
  else
    await sql`
      update event_erasures
         set event_ids = ${[...left]}::uuid[], due_at = now() + make_interval(secs => ${pauseSeconds}::float8)
       where user_id = ${userId}`.execute(db)
}
