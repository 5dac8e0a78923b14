import { type Check, checksOf } from '#src/platform/db/checks.ts'

/** What was paid of an order. */
const paidMinor = 'coalesce(paid_minor, case when paid_at is null then 0 else total_minor end)'

/** Status, payments and parts of each order, whatever their state. */
const paid = `
  select orders.merchant_id, orders.id as order_id, orders.status, payment_status, total_minor, paid_at, refund_count,
         ${paidMinor} as paid_minor,
         count(payments.id) filter (where payments.status in ('pending', 'requires_action', 'refunding')) as unsettled,
         count(payments.id) filter (where payments.status = 'succeeded') as succeeded,
         count(payments.id) filter (where payments.status = 'refunded') as refunded,
         coalesce(sum(payments.amount_minor) filter (where payments.status = 'succeeded'), 0) as amount,
         sum(part.amount_minor) - coalesce((
           select sum(amount_minor) from refunds
            where refunds.merchant_id = orders.merchant_id and refunds.order_id = orders.id
              and edit_id is not null), 0) as part_minor,
         count(*) filter (where part.amount_minor > 0 and (payments.status = 'refunded')
                                <> (part.refunded_minor = part.amount_minor)) as wrong_parts
    from orders
    left join payments on payments.merchant_id = orders.merchant_id and payments.order_id = orders.id
    left join payment_parts part on part.merchant_id = orders.merchant_id and part.order_id = orders.id
                                and part.payment_id = payments.id
   group by orders.merchant_id, orders.id`

/** What refunds give back: their parts that have not failed, or all of a refund without parts. */
const refundParts = `
  select refunds.merchant_id, refunds.order_id, refunds.id, refunds.edit_id,
         coalesce(part.payment_id, refunds.payment_id) as payment_id,
         coalesce(part.status, refunds.status) as status, refunds.status as refund_status,
         coalesce(part.amount_minor, refunds.amount_minor) as minor
    from refunds
    left join refund_parts part on part.merchant_id = refunds.merchant_id and part.refund_id = refunds.id`

/** Invariants of payments and refunds. */
export const settlementChecks: Check[] = checksOf('orders', {
  'an order has one open payment at most': [
    'payments',
    `select merchant_id, order_id, count(*) as payments from payments where status in ('pending', 'requires_action')
      group by 1, 2 having count(*) > 1`,
  ],
  'an order whose payments are settled is paid by one of its total or by parts, and any other money is given back': [
    'payments',
    `select merchant_id, order_id, status, payment_status, total_minor, paid_minor, succeeded, refunded, amount,
            part_minor, wrong_parts
       from (${paid}) paid
      where unsettled = 0 and not (paid_minor = 0 and (total_minor = 0 or paid_at is not null)
                               and succeeded + refunded = 0) and
            case when part_minor is not null then part_minor <> paid_minor or wrong_parts > 0 and not exists (
                   select from refunds where refunds.merchant_id = paid.merchant_id
                      and refunds.order_id = paid.order_id and refunds.status = 'pending')
                 when refund_count > 0
                 then case payment_status when 'refunded' then succeeded <> 0 or refunded = 0
                                          else (succeeded, amount) <> (1, total_minor) end
                 when status in ('paid', 'processing', 'completed') and paid_at is not null
                 then (succeeded, amount, payment_status) <> (1, total_minor, 'paid')
                 when paid_at is not null then succeeded <> 0 or refunded = 0 or payment_status <> 'refunded'
                 else succeeded <> 0 or payment_status = 'paid' end`,
  ],
  'a payment gives back what the refunds of its order say': [
    'payment_parts',
    `select part.merchant_id, part.order_id, part.payment_id, part.refunded_minor, sum(refund.minor) as refunded
       from payment_parts part
       join orders on orders.merchant_id = part.merchant_id and orders.id = part.order_id
       left join (${refundParts}) refund on refund.merchant_id = part.merchant_id and refund.order_id = part.order_id
                                        and refund.payment_id = part.payment_id and refund.status <> 'failed'
      group by part.merchant_id, part.order_id, part.payment_id, orders.status, orders.paid_at
     having part.refunded_minor <> case when orders.status = 'cancelled' and orders.paid_at is null
                                        then part.amount_minor else coalesce(sum(refund.minor), 0) end`,
  ],
  'a refund of several payments is the sum of its parts, and ends with them': [
    'refund_parts',
    `select refunds.merchant_id, refunds.id as refund_id, refunds.status, refunds.amount_minor, part.*
       from refunds
       join (select merchant_id, refund_id, sum(amount_minor) as minor,
                    case when bool_or(status = 'pending') then 'pending' when bool_or(status = 'failed') then 'failed'
                         else 'succeeded' end as state
               from refund_parts group by 1, 2) part
         on part.merchant_id = refunds.merchant_id and part.refund_id = refunds.id
      where part.minor <> refunds.amount_minor or part.state <> refunds.status`,
  ],
  'a refund gives back to payments that are there': [
    'refunds',
    `select refund.merchant_id, refund.id as refund_id, refund.payment_id
       from (${refundParts}) refund
       left join payments on payments.merchant_id = refund.merchant_id and payments.id = refund.payment_id
      where payments.id is null and refund.payment_id is not null`,
  ],
  'an order’s refunds are what it says, and no more than was paid': [
    'refunds',
    `select orders.merchant_id, orders.id as order_id, payment_status, total_minor, refunded_total_minor, refund.*
       from orders left join (
         select merchant_id, order_id, count(distinct id) as refunds,
                count(*) filter (where status = 'succeeded' and edit_id is null) as given,
                -- The order says it once the last part has ended.
                count(*) filter (where status = 'succeeded' and refund_status = 'pending') as half_given,
                coalesce(sum(minor) filter (where status <> 'failed' and edit_id is null), 0) as minor,
                coalesce(sum(minor) filter (where status = 'succeeded' and edit_id is null), 0) as given_minor
           from (${refundParts}) part group by 1, 2) refund
         on refund.merchant_id = orders.merchant_id and refund.order_id = orders.id
      where coalesce(refunds, 0) <> refund_count or minor > ${paidMinor}
         or refunded_total_minor <> case when status = 'cancelled' and paid_at is null then ${paidMinor}
                                         else coalesce(minor, 0) end
         or refunds > 0 and payment_status not in ('refunded', 'partially_refunded', 'paid', 'partially_paid')
         or refunds > 0 and given = 0 and payment_status not in ('paid', 'partially_paid')
         or refunds > 0 and given > 0 and half_given = 0 and payment_status <> case when given_minor < ${paidMinor}
              then 'partially_refunded' else 'refunded' end`,
  ],
})
