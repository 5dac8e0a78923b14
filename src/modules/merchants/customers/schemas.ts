import { Type } from 'typebox'
import { User } from '#src/modules/identity/index.ts'
import { line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'

export const Customer = named(
  'Customer',
  Type.Object({
    ...User.properties,
    customer_since: Timestamp,
    order_count: Type.Integer({
      description: 'Number of orders at this merchant, without cancelled ones.',
      examples: [3],
    }),
    order_total: Type.Number({ description: 'The sum of these orders.', examples: [129.95] }),
  }),
)

export const CustomerDetails = named(
  'CustomerDetails',
  Type.Object({
    ...Customer.properties,
    last_order: Nullable(
      Type.Object(
        { id: Uuid, order_number: Type.String({ examples: ['261121-7K3M9Q'] }), created_at: Timestamp },
        { description: 'The newest order, of any status.' },
      ),
    ),
  }),
)

export const customerFilters = {
  q: Type.Optional(
    line({
      min: 0,
      max: 100,
      description:
        'Words of the name, e-mail address or phone, or of the addresses of their orders; an id; the number of an ' +
        'order. Of any case; up to two characters must begin a word.',
      examples: ['lovelace'],
    }),
  ),
  sort: Type.String({
    enum: ['customer_since', 'name', 'email', 'order_count', 'order_total'],
    default: 'customer_since',
  }),
  order: Type.String({ enum: ['asc', 'desc'], default: 'desc' }),
}
