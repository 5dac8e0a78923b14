import { Type } from 'typebox'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { intervals } from './rules.ts'

const moment = { maxLength: 40 }

/** Of dashboard and reports. */
export const currencyParameter = Type.Optional(
  Type.String({
    maxLength: 3,
    description: 'Whose orders count. Default: the shop’s own.',
    examples: ['EUR'],
  }),
)

export const DashboardQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      ...moment,
      description: 'A date or a time; its whole day at the shop counts. Default: 30 days before `to`.',
      examples: ['2026-11-01'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...moment,
      description: 'A date (included) or a time (excluded). Default: the end of today.',
      examples: ['2026-11-30'],
    }),
  ),
  interval: Type.String({ enum: [...intervals], default: 'day', description: 'The step of `series`.' }),
  currency: currencyParameter,
  top_by: Type.String({ enum: ['revenue', 'units'], default: 'revenue', description: 'The order of `top_products`.' }),
  compare: Type.Optional(
    Type.String({ enum: ['previous_period'], description: 'Adds `previous`: the same number of days, up to `from`.' }),
  ),
})

const Count = Type.Integer({ examples: [12] })
const Amount = Type.Number({ examples: [1299.5] })

const orderCounts = {
  pending: Count,
  paid: Count,
  processing: Count,
  completed: Count,
  cancelled: Count,
}

/** Figures of a range as one number each. */
const Totals = {
  revenue: Amount,
  refunds: Amount,
  tax: Amount,
  shipping: Amount,
  paid_orders: Count,
  average_order_value: Nullable(Amount),
  orders: Type.Object({ total: Count, ...orderCounts }),
  new_customers: Count,
  abandoned_carts: Count,
}

const Step = Type.Object({
  starts_at: Timestamp,
  revenue: Amount,
  refunds: Amount,
  paid_orders: Count,
  orders: Count,
  new_customers: Count,
  abandoned_carts: Count,
})

export const Dashboard = named(
  'Dashboard',
  Type.Object({
    previous: Type.Optional(
      Type.Object(
        {
          from: Timestamp,
          to: Timestamp,
          ...Totals,
          series: Type.Array(Step, {
            description: 'The steps of the previous range, at the same positions as in `series`.',
          }),
        },
        { description: 'With `compare`.' },
      ),
    ),
    from: Timestamp,
    to: Type.String({ format: 'date-time', description: 'The first moment after the range.' }),
    interval: Type.String({ enum: [...intervals] }),
    timezone: Type.String({
      description: 'Time zone of the shop, in which its days begin.',
      examples: ['Europe/London'],
    }),
    currency: Type.String({ description: 'Of all amounts, and of the orders that are counted.', examples: ['GBP'] }),
    currencies: Type.Array(
      Type.Object({ currency: Type.String({ examples: ['EUR'] }), revenue: Amount, paid_orders: Count, orders: Count }),
      {
        description:
          'The shop’s own, then each other one in which the range has orders or refunds, and the chosen one. Only ' +
          'the own in a shop without markets.',
      },
    ),
    revenue: Type.Number({
      description: 'Totals of the orders paid in the range, less the refunds confirmed in the range.',
      examples: [1299.5],
    }),
    refunds: Type.Number({ description: 'Refunded in the range, whenever the order was paid.', examples: [25.5] }),
    tax: Type.Number({ description: 'Sum over the orders paid in the range, before refunds.', examples: [216.58] }),
    shipping: Type.Number({ description: 'Sum over the orders paid in the range, before refunds.', examples: [39.5] }),
    paid_orders: Type.Integer({ description: 'Number of orders paid in the range.' }),
    average_order_value: Nullable(
      Type.Number({ description: '`revenue` divided by `paid_orders`, to the minor unit; null without paid orders.' }),
    ),
    orders: Type.Object(
      { total: Count, ...orderCounts },
      { description: 'Orders placed in the range, by their current status.' },
    ),
    new_customers: Count,
    top_products: Type.Array(
      Type.Object({
        product_id: Uuid,
        sku: Nullable(Type.String()),
        name: Nullable(Type.String()),
        units: Count,
        revenue: Amount,
      }),
      { description: 'The ten products that sold most, less the units refunded in the range.' },
    ),
    low_stock: Type.Object(
      {
        threshold: Type.Integer({
          description: 'Products with at most this many available units are low.',
          examples: [5],
        }),
        count: Count,
        items: Type.Array(Type.Object({ product_id: Uuid, sku: Type.String(), name: Type.String(), available: Count })),
      },
      { description: 'Active products that are low now; the ten with the fewest units.' },
    ),
    abandoned_carts: Type.Integer({ description: 'Carts abandoned in the range that have not come back.' }),
    discounts: Type.Object(
      {
        total: Amount,
        by_promotion: Type.Array(
          Type.Object({
            promotion_id: Uuid,
            name: Nullable(Type.String({ description: 'Null: the promotion was deleted.' })),
            orders: Count,
            amount: Amount,
            shipping_amount: Amount,
          }),
        ),
      },
      { description: 'What promotions took off the orders placed in the range, without cancelled ones.' },
    ),
    webhooks: Type.Object({
      delivered: Type.Integer({ description: 'Deliveries that succeeded in the range.' }),
      failed: Type.Integer({ description: 'Failed deliveries for good in the range.' }),
      pending: Type.Integer({ description: 'Waiting deliveries.' }),
      disabled_subscriptions: Type.Integer({ description: 'Subscriptions the service has switched off.' }),
    }),
    series: Type.Array(Step),
  }),
)

export const Counts = named(
  'Counts',
  Type.Object({
    orders: Type.Object({
      pending: Type.Integer({ description: '`GET /admin/orders?status=pending`', examples: [3] }),
      paid: Type.Integer({ description: '`GET /admin/orders?status=paid`', examples: [5] }),
      processing: Type.Integer({ description: '`GET /admin/orders?status=processing`', examples: [2] }),
      to_fulfill: Type.Integer({ description: '`paid` and `processing`', examples: [7] }),
      payment_failed: Type.Integer({
        description: '`GET /admin/orders?payment_status=failed`, up to 10,000',
        examples: [1],
      }),
      refunds_failed: Type.Integer({
        description:
          'Refunds that wait for staff, up to 10,000: `GET /admin/orders?refund_failed=true` has their orders',
        examples: [0],
      }),
    }),
    returns: Type.Object({
      requested: Type.Integer({ description: '`GET /admin/returns?status=requested`, up to 10,000', examples: [1] }),
      received: Type.Integer({ description: '`GET /admin/returns?status=received`, up to 10,000', examples: [0] }),
      overdue: Type.Integer({ description: 'Withdrawals whose `refund_due_at` has passed', examples: [0] }),
    }),
    low_stock: Type.Integer({ description: '`low_stock.count` of the dashboard', examples: [4] }),
    failed_deliveries: Type.Integer({
      description:
        'Of all subscriptions, up to 10,000 of each: `GET /admin/webhooks/{webhook_id}/deliveries?status=failed`',
      examples: [0],
    }),
    disabled_subscriptions: Type.Integer({ description: 'Subscriptions the service has switched off.' }),
    invitations: Type.Integer({ description: 'Invitations of `GET /admin/staff`', examples: [1] }),
  }),
)
