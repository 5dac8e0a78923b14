import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import { type Executor, type Transaction, writeBehind } from '#src/platform/db/transaction.ts'
import type { WrittenEvent } from '#src/platform/outbox/index.ts'

/** The NOTIFY channel that tells workers of queued deliveries. */
export const deliveriesChannel = 'webhook_deliveries'

interface EventColumns {
  ids: string[]
  merchantIds: string[]
  names: string[]
  userIds: (string | null)[]
  mails: string[]
  times: Date[]
  /** Concatenated, in binary: an array would write each as hexadecimal digits (README.md). */
  bodies: Buffer
  starts: number[]
  lengths: number[]
}

const writeEvents = compileOnce(
  (_: null, event: EventColumns) => sql<{ subscription_id: string }>`
    with event as (
      insert into events (id, merchant_id, name, body, user_id, mail, created_at)
      select id, merchant_id, name, substring(${event.bodies}::bytea from start for length), user_id, mail, created_at
        from unnest(${event.ids}::uuid[], ${event.merchantIds}::uuid[], ${event.names}::text[],
                    ${event.userIds}::uuid[], ${event.mails}::text[], ${event.starts}::int[], ${event.lengths}::int[],
                    ${event.times}::timestamptz[])
             row (id, merchant_id, name, user_id, mail, start, length, created_at)
      returning id, merchant_id, name, created_at
    ), delivery as (
      insert into deliveries (id, merchant_id, subscription_id, event_id, event_name, status, created_at, updated_at)
      select delivery_id(event.id, subscription.id), event.merchant_id, subscription.id, event.id, event.name,
             'pending', event.created_at, event.created_at
        from event
        join webhook_subscriptions subscription
          on subscription.merchant_id = event.merchant_id
         and subscription.active and subscription.deleted_at is null
         and event.name = any (subscription.event_names)
      returning id, merchant_id, subscription_id, event_id
    )
    insert into delivery_queue (delivery_id, merchant_id, subscription_id, event_id, due_at)
    select id, merchant_id, subscription_id, event_id, clock_timestamp() from delivery
    returning subscription_id`,
)

/**
 * Writes events and, in the same statement, a delivery and a queue row for every active subscription to them. The
 * listeners get the ids of these subscriptions after the commit.
 */
export function insertEvents(
  transaction: Transaction,
  rows: readonly WrittenEvent[],
  onCommitted: (subscriptionIds: string[], db: Database) => void,
): Promise<void> {
  const lengths = rows.map(({ body }) => body.length)
  const statement = writeEvents(null, {
    ids: rows.map((row) => row.id),
    merchantIds: rows.map((row) => row.merchant_id),
    names: rows.map((row) => row.name),
    userIds: rows.map((row) => row.user_id),
    mails: rows.map((row) => row.mail),
    times: rows.map((row) => row.created_at),
    bodies: Buffer.concat(rows.map(({ body }) => body)),
    starts: startsOf(lengths),
    lengths,
  })
  return writeBehind(transaction, statement, (queued, db) => {
    const subscriptionIds = queued.map((row) => row.subscription_id)
    onCommitted(subscriptionIds, db)
  })
}

/** Start positions of concatenated pieces of these lengths; the first is 1. */
function startsOf(lengths: readonly number[]): number[] {
  let start = 1
  return lengths.map((length) => {
    start += length
    return start - length
  })
}

/**
 * Wakes the workers of all processes. Runs after the business transaction, because NOTIFY serializes commits. Does not
 * wait for the disk: a notification does not survive a crash of the database anyway.
 */
export async function notifyWorkers(db: Executor, payload: string): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${deliveriesChannel}, ${payload})`.execute(db)
}
