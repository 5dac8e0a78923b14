import { checks } from '#src/app/restore-check/run-checks.ts'
import { orderEvents } from '#src/modules/orders/checks.ts'
import { undelivered } from '#src/modules/webhooks/deliveries/checks.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { differences } from '#test/upgrade/recount.ts'

/** What refunds gave back of each payment, and what of it the provider has moved. */
const given = `
  select payment_id, sum(amount_minor) as minor, coalesce(sum(amount_minor) filter (where by_hand), 0) as by_hand
    from (select payment_id, amount_minor, by_hand from refunds where status = 'succeeded' and payment_id is not null
           union all
          select payment_id, amount_minor, by_hand from refund_parts where status = 'succeeded'
           union all
          select id, amount_minor, true from payments where refunded_by_hand) one
   group by payment_id`

/**
 * What must be true of the database whatever happened to the service: at every moment what `commerce-admin
 * restore-check` checks, and the following when nothing is under way any more. Each statement answers the rows that
 * break it.
 */
const atTheEnd: Record<string, string> = {
  'every payment is settled': `select * from payments where status in ('pending', 'refunding')`,
  'every refund is settled': `select * from refunds where status = 'pending'`,
  'the provider has given what refunds say': `
    select payments.id, charge.refunded_minor, given.minor, given.by_hand, payments.status
      from payments join test_provider_charges charge on charge.payment_id = payments.id
      left join (${given}) given on given.payment_id = payments.id
     where charge.refunded_minor
           <> coalesce(given.minor - given.by_hand,
                       case payments.status when 'refunded' then payments.amount_minor else 0 end)`,
  'the provider’s books are the payments': `
    select payments.id, charge.payment_id, status, payments.amount_minor, charge.amount_minor as charged,
           charge.succeeded, charge.refunded_at
      from (select * from payments where provider = 'test' and amount_minor > 0) payments
      full join test_provider_charges charge on charge.payment_id = payments.id
      left join (${given}) given on given.payment_id = payments.id
     where payments.id is null
        or (payments.amount_minor, payments.currency) <> (charge.amount_minor, charge.currency)
        or status <> case when not coalesce(charge.succeeded, false) then 'failed'
                          when charge.refunded_minor + coalesce(given.by_hand, 0) < charge.amount_minor then 'succeeded'
                          else 'refunded' end`,
  'a failed payment of an order that goes on is told once, no other one ever': `
    select * from (select payment_id, count(*) from (${orderEvents}) event
                    where name = 'order.payment_failed' group by 1) told
      full join (select payments.id::text, payments.status, orders.status as order_status
                   from payments join orders on orders.id = payments.order_id) payment on payment.id = told.payment_id
     where case when count is null then status = 'failed' and order_status <> 'cancelled'
                else count > 1 or status is null or status not in ('failed', 'refunded') end`,
  'every idempotency key has its answer': 'select owner, key, created_at from idempotency_keys where status is null',
  'an event has a delivery to each subscription that was there before': undelivered('0 seconds'),
  'every delivery has ended, and nothing is queued': `
    select id, status, lease_until from deliveries full join delivery_queue queue on queue.delivery_id = id
     where status = 'pending' or queue.delivery_id is not null`,
  'attempts are numbered without a gap, and the last one says how the delivery ended': `
    select delivery.id, status, attempts, tried.* from deliveries delivery left join lateral (
      select count(*) as rows, max(number) as highest,
             count(*) filter (where outcome not in ('lost', 'egress_fault')) as counted,
             count(*) filter (where outcome = 'delivered') as successes,
             (array_agg(outcome order by number desc))[1] as last_outcome
        from delivery_attempts where delivery_id = delivery.id) tried on true
     where status <> 'pending'
       and (rows <> coalesce(highest, 0) or attempts <> counted
            or (status = 'delivered') <> (coalesce(last_outcome, '') = 'delivered') or successes > 1)`,
}

/** The invariants that do not hold, with the rows that show it. */
export async function brokenInvariants(
  databaseUrl: string,
  when: 'now' | 'at the end',
): Promise<{ checked: number; broken: [name: string, rows: unknown[]][] }> {
  const broken = Object.entries(await differences(databaseUrl))
  if (when === 'now') return { checked: checks.length, broken }
  const statements = Object.entries(atTheEnd)
  await withSnapshot(databaseUrl, 'invariants', async ({ query }) => {
    for (const [name, statement] of statements) {
      const rows = await query(statement)
      if (rows.length > 0) broken.push([name, rows])
    }
  })
  return { checked: checks.length + statements.length, broken }
}
