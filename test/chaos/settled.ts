import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#test/support/until.ts'
import type { CheckedDatabase } from './database.ts'
import type { Journal } from './journal.ts'

/**
 * Waits until nothing changes any more: payments settled, unpaid orders cancelled, idle carts abandoned, deliveries
 * ended. No charge is under way 10 s after the clients have stopped, so payments whose process died need not wait for
 * the rest of the 40 s and 60 s until somebody looks after them.
 */
export async function untilSettled(database: CheckedDatabase, journal: Journal, giveUp: AbortSignal): Promise<void> {
  const left = `
    select (select count(*)::int from payments where status in ('pending', 'refunding')) as payments,
           (select count(*)::int from refunds where status = 'pending') as refunds,
           (select count(*)::int from orders where status = 'pending') as "unpaid orders",
           (select count(*)::int from invoice_requests) as papers,
           (select count(*)::int from carts where status = 'active') as "active carts",
           (select count(*)::int from deliveries where status = 'pending') as deliveries`
  const look = async () => {
    await database.query(`
      update payments set due_at = now()
       where status in ('pending', 'refunding') and due_at > now() + interval '1 second' and due_at < 'infinity'
         and created_at < now() - interval '10 seconds'`)
    await database.query(`
      update refunds set due_at = now()
       where status = 'pending' and due_at > now() + interval '1 second'
         and created_at < now() - interval '10 seconds'`)
    // Those of staff and of edits have days.
    await database.query(`
      update orders set expires_at = now()
       where status = 'pending' and expires_at > now() and created_at < now() - interval '10 seconds'`)
    return (await database.query<Record<string, number>>(left))[0] ?? {}
  }
  for (;;) {
    // A database that does not answer is to come back by itself.
    const counts = await look().catch((error) => ({ error: `${error}` }))
    if (Object.values(counts).every((count) => count === 0)) return
    if (giveUp.aborted) return journal.fault('everything comes to its end', counts)
    await sleep(1_000)
  }
}

/** If the log has a gap it never comes to the same number; the check tells then. */
export async function untilFollowed(database: CheckedDatabase, events: readonly unknown[]): Promise<void> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    'select count(*)::int from events where not is_test',
  )
  await until(() => events.length >= count, 'the follower to have every event').catch(() => {})
}
