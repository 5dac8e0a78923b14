import { sql } from 'kysely'
import type { RunningDependencies } from '#src/app/dependencies.ts'

type Stores = Pick<RunningDependencies, 'db'>

/** How many seconds after its delay, counted from the end of the attempt before it, each retry came. */
export async function lateRetries(
  { db }: Stores,
  delays: readonly number[],
): Promise<{ delay: number; late: number }[]> {
  const { rows } = await sql<{ number: number; gap: number }>`
    select later.number,
           extract(epoch from later.started_at - earlier.started_at)::double precision
             - earlier.duration_ms / 1000.0 as gap
      from delivery_attempts later
      join delivery_attempts earlier on earlier.delivery_id = later.delivery_id and earlier.number = later.number - 1
    `.execute(db)
  return rows.map(({ number, gap }) => {
    const delay = delays[number - 2] ?? 0
    return { delay, late: gap - delay }
  })
}

/** Seconds from the commit to the end of the attempt that delivered, of subscriptions whose URL is like `urls`. */
export async function deliveryTimes({ db }: Stores, urls: string): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from attempt.started_at - delivery.created_at)::double precision
             + attempt.duration_ms / 1000.0 as seconds
      from delivery_attempts attempt
      join deliveries delivery on delivery.id = attempt.delivery_id
      join webhook_subscriptions subscription on subscription.id = delivery.subscription_id
     where attempt.outcome = 'delivered' and subscription.url like ${urls}
     order by 1`.execute(db)
  return rows.map(({ seconds }) => seconds)
}

export function quantile(sorted: readonly number[], part: number): string {
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(2)} s`
}
