import { type Check, checksOf } from '#src/platform/db/checks.ts'

export const storedValueChecks: Check[] = checksOf('orders', {
  'each entry of stored value follows the one before': [
    'stored_value_entries',
    `select merchant_id, account_id, number from (
       select merchant_id, account_id, number, amount_minor, balance_before, balance_after,
              row_number() over its as place, lag(balance_after, 1, 0::bigint) over its as former
         from stored_value_entries window its as (partition by merchant_id, account_id order by number)) entry
      where number <> place or balance_before <> former or balance_after <> balance_before + amount_minor
         or balance_after < 0`,
  ],
  'payments with stored value took what their ledgers say, and gave back what was refunded': [
    'payments',
    `select coalesce(payment.merchant_id, entry.merchant_id) as merchant_id,
            coalesce(payment.id, entry.payment_id) as payment_id, payment.amount_minor, entry.taken, entry.returned
       from (select payments.*, coalesce(part.refunded_minor, case status when 'refunded' then payments.amount_minor
                                         end) as given
               from payments
               left join payment_parts part on part.merchant_id = payments.merchant_id
                     and part.order_id = payments.order_id and part.payment_id = payments.id
              where provider = 'stored_value' and payments.amount_minor > 0) payment
       full join (
         select merchant_id, payment_id, -coalesce(sum(amount_minor) filter (where kind = 'paid'), 0) as taken,
                coalesce(sum(amount_minor) filter (where kind = 'returned'), 0) as returned
           from stored_value_entries where payment_id is not null group by 1, 2) entry
         on entry.merchant_id = payment.merchant_id and entry.payment_id = payment.id
      where payment.amount_minor is distinct from entry.taken
         or payment.status = 'refunded' and payment.given is distinct from entry.returned`,
  ],
})
