import { type RawBuilder, sql } from 'kysely'
import { movedIn } from '../currency-queries.ts'
import type { ReportScope, Source } from './queries.ts'

const measures = ['payments', 'amount_minor', 'refunds', 'refunded_minor', 'net_minor', 'without_known_fee']

interface Moved {
  at: RawBuilder<unknown>
  order: RawBuilder<unknown>
  provider: RawBuilder<unknown>
  method: RawBuilder<unknown>
  from: RawBuilder<unknown>
  amount: RawBuilder<unknown>
  isRefund: boolean
}

/** What moved money with its order, which is only looked up if the rows differ by it. */
function moved({ merchantId, by }: ReportScope, { at, order, provider, method, from, amount, isRefund }: Moved) {
  const isByOrder = by === 'customer' || by === 'country'
  const ofOrder = sql`
    left join lateral (
      select user_id, coalesce(shipping_address ->> 'country', billing_address ->> 'country') as country from orders
       where orders.merchant_id = ${merchantId} and orders.id = money.order_id offset 0) orders on true`
  const [count, minor] = [sql`1::bigint`, sql`money.amount_minor`]
  const nothing = sql`0::bigint`
  const whose = isByOrder ? sql`orders.user_id, orders.country` : sql`null::uuid as user_id, null::text as country`
  return sql`
    select money.at, money.order_id, ${whose},
           null::uuid as product_id, null::text as sku, null::text as name, money.provider, money.method,
           ${isRefund ? nothing : count} as payments, ${isRefund ? nothing : minor} as amount_minor,
           ${isRefund ? count : nothing} as refunds, ${isRefund ? minor : nothing} as refunded_minor,
           ${isRefund ? sql`-${minor}` : minor} as net_minor,
           case when money.provider in ('manual', 'stored_value', 'test') then 0 else 1 end as without_known_fee
      from (select ${at} as at, ${order} as order_id, ${provider} as provider, ${method} as method,
                   ${amount} as amount_minor
              from ${from}) money
      ${isByOrder ? ofOrder : sql``}`
}

/** Where a part of a refund went: whom the shop paid itself went by no provider. */
const wentBy = {
  provider: sql`case when refunds.refunded_to = 'store_credit' then 'stored_value' when part.by_hand then 'manual'
                     else coalesce(payment.provider, 'manual') end`,
  method: sql`case when refunds.refunded_to = 'store_credit' then 'store_credit' when part.by_hand then 'manual'
                   else coalesce(payment.method, 'manual') end`,
}

/** Money that came and went, on the day on which it moved; also for what edits gave back. */
const entries = (scope: ReportScope) => {
  const { merchantId, range, selling } = scope
  const ofPayments = movedIn('payments', selling)
  const within = (moment: RawBuilder<unknown>) => sql`${moment} >= ${range.from} and ${moment} < ${range.to}`
  const ofPayment = {
    order: sql`payments.order_id`,
    provider: sql`payments.provider`,
    method: sql`payments.method`,
    amount: sql`payments.amount_minor`,
  }
  const parts = sql`
    refunds
     cross join lateral (
       select payment_id, amount_minor, by_hand from refund_parts
        where refund_parts.merchant_id = ${merchantId} and refund_parts.refund_id = refunds.id
       union all
       select payment_id, amount_minor, by_hand
        where not exists (select from refund_parts
                           where refund_parts.merchant_id = ${merchantId} and refund_parts.refund_id = refunds.id)) part
     left join lateral (
       select provider, method from payments
        where payments.merchant_id = ${merchantId} and payments.id = part.payment_id offset 0) payment on true
     where refunds.merchant_id = ${merchantId} and refunds.status = 'succeeded'
       and ${within(sql`refunds.settled_at`)} ${movedIn('refunds', selling)} and part.amount_minor > 0`
  // Charges that came after the end of their order are given back without a row of refunds.
  const late = sql`
    payments
     where payments.merchant_id = ${merchantId} and payments.status = 'refunded' and payments.amount_minor > 0
       and ${within(sql`payments.refunded_at`)} ${ofPayments}
       and not exists (
         select from refunds where refunds.order_id = payments.order_id and refunds.merchant_id = ${merchantId}
            and (refunds.payment_id = payments.id or exists (
                   select from refund_parts
                    where refund_parts.merchant_id = ${merchantId} and refund_parts.refund_id = refunds.id
                      and refund_parts.payment_id = payments.id)))`
  return sql`
    ${moved(scope, {
      ...ofPayment,
      at: sql`payments.settled_at`,
      from: sql`
        payments
         where payments.merchant_id = ${merchantId} and payments.status in ('succeeded', 'refunding', 'refunded')
           and ${within(sql`payments.settled_at`)} ${ofPayments}`,
      isRefund: false,
    })}
    union all
    ${moved(scope, {
      at: sql`refunds.settled_at`,
      order: sql`refunds.order_id`,
      ...wentBy,
      amount: sql`part.amount_minor`,
      from: parts,
      isRefund: true,
    })}
    union all
    ${moved(scope, { ...ofPayment, at: sql`payments.refunded_at`, from: late, isRefund: true })}`
}

export const paymentsSource: Source = { entries, keys: ['provider', 'method'], measures, first: 'amount_minor' }
