import { type Check, checksOf, difference } from '#src/platform/db/checks.ts'

export const returnChecks: Check[] = checksOf('orders', {
  'open returns hold their units, and nothing else does': [
    'order_items',
    difference(
      'merchant_id, order_id, line',
      `select merchant_id, order_id, line, quantity_returning as amount from order_items
        where quantity_returning <> 0`,
      `select item.merchant_id, order_id, line, quantity as amount
         from return_items item
         join returns on returns.merchant_id = item.merchant_id and returns.id = item.return_id
        where status in ('requested', 'approved', 'received')`,
    ),
  ],
  'a return is of an order of its shop and its user, and of items of that order': [
    'returns',
    `select returns.merchant_id, returns.id as return_id, returns.order_id
       from returns
       left join orders on orders.merchant_id = returns.merchant_id and orders.id = returns.order_id
            and orders.user_id = returns.user_id
      where orders.id is null
         or not exists (select from return_items item
                         where item.merchant_id = returns.merchant_id and item.return_id = returns.id)
         or exists (select from return_items item
                     where item.merchant_id = returns.merchant_id and item.return_id = returns.id
                       and not exists (select from order_items ordered
                                        where ordered.merchant_id = item.merchant_id
                                          and ordered.order_id = returns.order_id
                                          and ordered.line = item.line))`,
  ],
  'a refund of a return is of the same order': [
    'refunds',
    `select refunds.merchant_id, refunds.id as refund_id, refunds.return_id
       from refunds
       left join returns on returns.merchant_id = refunds.merchant_id and returns.id = refunds.return_id
            and returns.order_id = refunds.order_id
      where refunds.return_id is not null and returns.id is null`,
  ],
  'a refunded return has a refund': [
    'returns',
    `select merchant_id, id as return_id from returns
      where status = 'refunded'
        and not exists (select from refunds
                         where refunds.merchant_id = returns.merchant_id and refunds.order_id = returns.order_id
                           and refunds.return_id = returns.id)`,
  ],
})
