import { Type } from 'typebox'
import { lineProductFields } from '#src/modules/catalog/index.ts'
import { Address } from '#src/modules/identity/index.ts'
import { PaymentTerms } from '#src/modules/payment-methods/index.ts'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { refundDestinations } from './destinations.ts'
import {
  fulfillmentStatuses,
  orderSources,
  orderStatuses,
  paymentStatuses,
  type OrderStatus as Status,
} from './rules.ts'

export const OrderStatus = Type.Unsafe<Status>(Type.String({ enum: [...orderStatuses] }))
export type OrderStatus = Status

export const OrderItem = named(
  'OrderItem',
  Type.Object({
    line: Type.Integer({ description: 'Number of the item in its order, from 1.', examples: [1] }),
    product_id: Uuid,
    sku: Type.String({ examples: ['22423'] }),
    name: Type.String({ examples: ['Regency cakestand, 3 tier'] }),
    quantity: Type.Integer({ examples: [2] }),
    price: Type.Number({ description: 'Price of one unit when the order was placed.', examples: [12.75] }),
    total: Type.Number({ description: 'Price × quantity, before discounts.', examples: [25.5] }),
    discount: Type.Number({ description: 'What discounts take off the line.', examples: [2.55] }),
    paid: Type.Number({ description: '`total` less `discount`.', examples: [22.95] }),
    requires_shipping: Type.Boolean(),
    custom: Type.Optional(
      Type.Boolean({ description: 'Present only if true: staff has named it; no product has its `product_id`.' }),
    ),
    gift_card: Type.Optional(Type.Boolean({ description: 'Present only if true: its units are gift cards.' })),
    quantity_fulfilled: Type.Integer({ description: 'Sent units.', examples: [0] }),
    quantity_refunded: Type.Integer({ description: 'Cancelled or returned units.', examples: [0] }),
    ...lineProductFields,
  }),
)

/** Names an item in the body of a request. */
export const itemOf = {
  line: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Of the order’s item; or product_id.', examples: [1] }),
  ),
  product_id: Type.Optional({ ...Uuid, description: 'Instead of line: its items are taken from the first one on.' }),
}

export const OrderDiscount = named(
  'OrderDiscount',
  Type.Object({
    promotion_id: Nullable({ ...Uuid, description: 'Null: a discount given by staff.' }),
    code: Nullable(Type.String({ description: 'Null: it was automatic.', examples: ['SUMMER-10'] })),
    name: Type.String({ examples: ['Summer sale'] }),
    amount: Type.Number({ description: 'Off the items.', examples: [2.55] }),
    shipping_amount: Type.Number({ description: 'Off shipping.', examples: [0] }),
  }),
)

export const TaxLine = named(
  'TaxLine',
  Type.Object({
    name: Type.String({ examples: ['VAT'] }),
    rate: Type.Number({ description: 'Percent.', examples: [20] }),
    taxable: Type.Number({
      description: 'The amount that the rate applies to; includes the tax if prices do.',
      examples: [25.5],
    }),
    amount: Type.Number({ examples: [4.25] }),
    compound: Type.Optional(
      Type.Boolean({ description: 'Present only if true: the tax also applies to the taxes before it.' }),
    ),
    reason: Type.Optional(
      Type.String({ enum: ['reverse_charge'], description: 'Reason for no tax: the buyer owes it.' }),
    ),
  }),
)

export const BuyerVat = named(
  'BuyerVat',
  Type.Object(
    {
      number: Type.String({ examples: ['DE136695976'] }),
      reverse_charge: Type.Boolean({
        description:
          'The buyer owes the tax of at least one item, in another member state of the EU. `reason` in `tax_lines` ' +
          'says of which amounts.',
      }),
      check: Nullable(
        Type.Object(
          {
            status: Type.String({ enum: ['valid', 'invalid', 'unavailable'] }),
            checked_at: Nullable(Timestamp),
            reference: Nullable(Type.String({ description: 'The register’s reference, as a proof of the request.' })),
          },
          { description: 'Answer of VIES, the register of the EU; null: it was not asked.' },
        ),
      ),
    },
    { description: 'The VAT number given with the order; omitted without one.' },
  ),
)

const Units = Type.Object({
  line: Type.Integer({ description: 'Of the order’s item.', examples: [1] }),
  product_id: Uuid,
  quantity: Type.Integer({ examples: [1] }),
})

export const Fulfillment = named(
  'Fulfillment',
  Type.Object({
    id: Uuid,
    items: Type.Array(Units),
    carrier: Nullable(Type.String({ examples: ['Royal Mail'] })),
    tracking_number: Nullable(Type.String({ examples: ['RM123456785GB'] })),
    tracking_url: Nullable(Type.String()),
    created_at: Timestamp,
    delivered_at: Nullable(Timestamp),
    shipping_address: Type.Optional(Address),
  }),
)

const RefundPart = named(
  'RefundPart',
  Type.Object({
    payment_id: Uuid,
    method: Type.String({ examples: ['stripe'] }),
    amount: Type.Number({ examples: [12.75] }),
    status: Type.String({ enum: ['pending', 'succeeded', 'failed'] }),
    destination: Type.String({ enum: [...refundDestinations], description: 'How this part goes back.' }),
  }),
)

export const Refund = named(
  'Refund',
  Type.Object({
    id: Uuid,
    order_id: Uuid,
    amount: Type.Number({ examples: [12.75] }),
    currency: Type.String({ examples: ['GBP'] }),
    status: Type.String({ enum: ['pending', 'succeeded', 'failed'] }),
    destination: Type.String({
      enum: [...refundDestinations, 'several', 'none'],
      description:
        'How the money goes back. `provider`: by the payment provider. `store_credit` and `gift_card`: to the ' +
        'balance. `manual`: the shop pays it back itself, the way it was paid. `several`: ' +
        '`parts` say which. `none`: nothing was paid.',
    }),
    items: Type.Array(Units),
    reason: Nullable(Type.String()),
    parts: Type.Array(RefundPart, {
      description: 'What each payment gets back, the newest first. The refund has succeeded when all parts have.',
    }),
    tax_lines: Type.Optional(
      Type.Array(TaxLine, {
        description: 'Its part of the order’s tax lines; omitted for refunds of earlier releases.',
      }),
    ),
    return_id: Type.Optional({ ...Uuid, description: 'The return that it is for; omitted without one.' }),
    store_credit: Type.Optional(
      Type.Boolean({ description: 'Present only if true: it was added to the store credit, and has no parts.' }),
    ),
    edit: Type.Optional(
      Type.Boolean({
        description:
          'Present only if true: an edit has made the order cheaper. It is no part of `refunded_total`: `total` and ' +
          '`amount_paid` are that much less.',
      }),
    ),
    created_at: Timestamp,
  }),
)

/** For whom it is; omitted in a shop without markets. */
export const marketFields = {
  market_id: Type.Optional({ ...Uuid, description: 'The market it is bought in; omitted without markets.' }),
  locale: Type.Optional(
    Type.String({ description: 'Of its names, mails and papers; omitted: the shop’s.', examples: ['de-AT'] }),
  ),
}

export const Order = named(
  'Order',
  Type.Object({
    id: Uuid,
    merchant_id: Uuid,
    user_id: Uuid,
    order_number: Type.String({ description: 'Readable number, unique per merchant.', examples: ['261121-7K3M9Q'] }),
    source: Type.String({ enum: [...orderSources], description: 'Who has placed it.' }),
    status: OrderStatus,
    payment_status: Type.String({ enum: [...paymentStatuses] }),
    fulfillment_status: Type.String({ enum: [...fulfillmentStatuses] }),
    allowed_transitions: Type.Array(OrderStatus, {
      description: 'Statuses that the caller can change the order to. Paying has its own endpoint.',
    }),
    subtotal: Type.Number({ description: 'Sum of the items, before discounts.', examples: [25.5] }),
    discounts: Type.Array(OrderDiscount),
    discount_total: Type.Number({ description: 'Sum of the items’ `discount`.', examples: [2.55] }),
    shipping_total: Type.Number({ description: 'What is paid for shipping.', examples: [0] }),
    payment_fee_total: Type.Number({
      description: 'Fee for the way to pay. Refunded with the last unit.',
      examples: [0],
    }),
    rounding_total: Type.Number({
      description: 'What makes the total one that payments can charge; below 0 for less.',
      examples: [0],
    }),
    tax_total: Type.Number({ examples: [0] }),
    tax_included: Type.Boolean({ description: 'True: prices contain the tax. False: it is added to the total.' }),
    tax_lines: Type.Array(TaxLine),
    total: Type.Number({
      description:
        'The charged total: `subtotal - discount_total + shipping_total + payment_fee_total + rounding_total`, and ' +
        '`tax_total` unless prices include it.',
      examples: [22.95],
    }),
    untaxed_total: Type.Optional(
      Type.Number({
        description:
          'What was paid with granted value or single-purpose vouchers: it lowers `tax_lines`, and `total` by added ' +
          'tax. Omitted if nothing was.',
        examples: [10],
      }),
    ),
    amount_paid: Type.Number({
      description: 'Sum of the successful payments, less what edits gave back.',
      examples: [25.5],
    }),
    amount_due: Type.Number({ description: 'What is left to pay; 0 for a cancelled order.', examples: [0] }),
    refunded_total: Type.Number({ examples: [0] }),
    currency: Type.String({ examples: ['GBP'] }),
    ...marketFields,
    items: Type.Array(OrderItem),
    email: Nullable(Type.String({ examples: ['ada@example.com'] })),
    phone: Nullable(
      Type.String({ description: 'Given by staff; addresses have their own.', examples: ['+442079460000'] }),
    ),
    shipping_address: Nullable(Address),
    billing_address: Nullable(Address),
    buyer_vat: Type.Optional(BuyerVat),
    shipping_method: Nullable(
      Type.Object({
        id: Uuid,
        name: Type.String({ examples: ['Standard'] }),
        price: Type.Number({ examples: [3.95] }),
      }),
    ),
    payment_terms: Type.Optional(PaymentTerms),
    gift: Type.Optional(
      Type.Object(
        {
          email: Type.String({ examples: ['friend@example.com'] }),
          message: Nullable(Type.String()),
          send_at: Nullable(Timestamp),
        },
        { description: 'To whom its gift cards are mailed; omitted: to the buyer.' },
      ),
    ),
    fulfillments: Type.Array(Fulfillment),
    refunds: Type.Array(Refund),
    version: Type.Integer({ description: 'Grows with each change of the order.', examples: [1] }),
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'Of an order by staff or one whose payment method keeps it longer, which is cancelled then unless it is ' +
          'paid; and of an unpaid edit.',
      }),
    ),
    paid_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    cancelled_at: Nullable(Timestamp),
    cancel_reason: Nullable(
      Type.String({ enum: ['requested_by_customer', 'requested_by_merchant', 'payment_window_expired', 'released'] }),
    ),
  }),
)
