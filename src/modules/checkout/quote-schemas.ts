import { type Static, Type } from 'typebox'
import { lineProductFields } from '#src/modules/catalog/index.ts'
import { Order, OrderItem, presentCharge, presentItem } from '#src/modules/orders/index.ts'
import { PaymentOption, presentOption } from '#src/modules/payment-methods/index.ts'
import type { PricedOrder } from '#src/modules/pricing/index.ts'
import { DiscountFault } from '#src/modules/promotions/index.ts'
import { Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { toMajor } from '#src/platform/lib/money.ts'

const ShippingOption = named(
  'ShippingOption',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Standard'] }),
    description: Nullable(Type.String({ examples: ['3 to 5 working days'] })),
    price: Type.Number({ description: 'For this order; 0 where it is free.', examples: [3.95] }),
  }),
)

const {
  line,
  product_id,
  sku,
  name,
  quantity,
  price,
  total: lineTotal,
  discount,
  paid,
  requires_shipping,
  custom,
  gift_card,
} = OrderItem.properties
const { discounts, discount_total, payment_fee_total, rounding_total } = Order.properties
const { subtotal, shipping_total, tax_total, tax_included, tax_lines, total, currency, market_id, locale } =
  Order.properties
const { merchant_id, email, shipping_address, billing_address, buyer_vat, shipping_method, gift } = Order.properties

/** What became of given codes; omitted without codes. */
export const codeOutcomes = {
  discount_faults: Type.Optional(
    Type.Array(DiscountFault, { description: 'Given codes that do not apply; omitted if none was given.' }),
  ),
  outdone: Type.Optional(
    Type.Array(Type.String({ examples: ['SUMMER-10'] }), {
      description: 'Given codes that would apply, but another set of discounts saves more.',
    }),
  ),
}

export const Quote = named(
  'Quote',
  Type.Object({
    merchant_id,
    items: Type.Array(
      named(
        'QuoteItem',
        Type.Object({
          line,
          product_id,
          sku,
          name,
          quantity,
          price,
          total: lineTotal,
          discount,
          paid,
          requires_shipping,
          custom,
          gift_card,
          ...lineProductFields,
        }),
      ),
    ),
    subtotal,
    discounts,
    discount_total,
    shipping_total,
    payment_fee_total,
    rounding_total,
    tax_total,
    tax_included,
    tax_lines,
    total,
    expected_total: Nullable(
      Type.Number({
        description:
          'The `expected_total` to send with the order. Null while the order lacks the shipping method that it ' +
          'needs: the totals are then without shipping.',
        examples: [25.5],
      }),
    ),
    currency,
    market_id,
    locale,
    email,
    shipping_address,
    billing_address,
    buyer_vat,
    shipping_method,
    gift,
    ...codeOutcomes,
    shipping_options: Type.Array(ShippingOption, {
      description: 'Methods for this address, weight and subtotal, cheapest first; empty if nothing is shipped.',
    }),
    payment_options: Type.Optional(
      Type.Array(PaymentOption, {
        description: 'Methods of the shop for this country and total, by position; omitted if it has none of its own.',
      }),
    ),
    gift_cards: Type.Optional(
      Type.Array(
        named('QuotedGiftCard', Type.Object({ last_four: Type.String({ examples: ['9F3A'] }), amount: total })),
        { description: 'What each card would pay; with `gift_cards` in the body.' },
      ),
    ),
    amount_due: Type.Optional(
      Type.Number({
        description: 'The rest to pay, less the tax that granted value saves; with `gift_cards` in the body.',
        examples: [5.5],
      }),
    ),
  }),
)

export function presentQuote({
  order,
  terms,
  options,
  paymentOptions,
  lacksMethod,
  promotions,
}: PricedOrder): Static<typeof Quote> {
  const charge = presentCharge(order)
  return {
    merchant_id: order.merchant_id,
    items: order.items.map((item) => {
      const { quantity_fulfilled: _, quantity_refunded: __, ...quoted } = presentItem(item, order.currency)
      return quoted
    }),
    ...charge,
    expected_total: lacksMethod ? null : charge.total,
    ...(promotions.codes.length > 0 && { discount_faults: promotions.faults, outdone: promotions.outdone }),
    shipping_options: options.map(({ method: { id, name, description }, priceMinor }) => ({
      id,
      name,
      description,
      price: toMajor(priceMinor, order.currency),
    })),
    ...(terms.has_payment_methods && {
      payment_options: paymentOptions.map((option) => presentOption(option, order.currency)),
    }),
  }
}
