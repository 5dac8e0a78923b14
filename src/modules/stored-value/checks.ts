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
  'each unit of a paid order that is a gift card was issued once': [
    'orders',
    `select coalesce(unit.merchant_id, card.merchant_id) as merchant_id, coalesce(unit.order_id, card.order_id),
            coalesce(unit.line, card.line), unit.quantity, card.issued
       from (select item.merchant_id, order_id, line, quantity from order_items item
               join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
              where voucher is not null and paid_at is not null) unit
       full join (select merchant_id, order_id, line, count(*) as issued from stored_value_accounts
                   where order_id is not null group by 1, 2, 3) card
         on card.merchant_id = unit.merchant_id and card.order_id = unit.order_id and card.line = unit.line
      where unit.quantity is distinct from card.issued`,
  ],
  'refunded gift cards have lost their value, and no others': [
    'order_items',
    `select item.merchant_id, item.order_id, item.line, quantity_cancelled + quantity_returned as refunded, card.taken
       from order_items item
       join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
       left join (
         select account.merchant_id, account.order_id, line, count(distinct account_id) as taken
           from stored_value_accounts account
           join stored_value_entries entry on entry.merchant_id = account.merchant_id
                                          and entry.account_id = account.id and entry.kind = 'refunded'
          group by 1, 2, 3) card
         on card.merchant_id = item.merchant_id and card.order_id = item.order_id and card.line = item.line
      where voucher is not null and paid_at is not null
        and quantity_cancelled + quantity_returned <> coalesce(card.taken, 0)`,
  ],
  'orders say what was paid for multi-purpose vouchers': [
    'orders',
    `select orders.merchant_id, orders.id as order_id, voucher_minor, item.minor
       from orders
       left join (select merchant_id, order_id, sum(quantity * price_minor - discount_minor) as minor
                    from order_items where voucher = 'multi' group by 1, 2) item
         on item.merchant_id = orders.merchant_id and item.order_id = orders.id
      where voucher_minor is distinct from item.minor`,
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
