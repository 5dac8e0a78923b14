import { type Static, Type } from 'typebox'
import { AddressInput, Email } from '#src/modules/identity/index.ts'
import { buyerFields } from '#src/modules/markets/index.ts'
import { maxCodes } from '#src/modules/promotions/index.ts'
import { line, Nullable, paragraphs, pastedCode, Timestamp, Uuid } from '#src/platform/http/envelope.ts'

const GiftFields = Type.Object(
  {
    email: { ...Email, description: 'The gift cards of the order are mailed to it.' },
    message: Type.Optional(
      Nullable(paragraphs({ max: 300, description: 'Words to the recipient, without links.', examples: ['Enjoy!'] })),
    ),
    send_at: Type.Optional(
      Nullable({ ...Timestamp, description: 'When the mail is sent, a year ahead at most. Default: at once.' }),
    ),
  },
  { additionalProperties: false, description: 'To whom gift cards are mailed. Default: to the buyer.' },
)

/** Common fields of the bodies of orders, checkouts and their quotes. */
export const checkoutFields = {
  ...buyerFields,
  expected_total: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The total that the shopper saw. PRICE_CHANGED if it differs now.',
      examples: [25.5],
    }),
  ),
  email: Type.Optional({
    ...Email,
    description: 'Address for mails about the order. Default: the account’s address. Required for a guest’s order.',
  }),
  shipping_address: Type.Optional(AddressInput),
  shipping_address_id: Type.Optional({
    ...Uuid,
    description: 'Id of an address book entry, instead of `shipping_address`.',
  }),
  billing_address: Type.Optional(AddressInput),
  billing_address_id: Type.Optional({
    ...Uuid,
    description: 'Id of an address book entry, instead of `billing_address`.',
  }),
  shipping_method_id: Type.Optional({ ...Uuid, description: 'One of the quote’s `shipping_options`.' }),
  payment_method_id: Type.Optional({ ...Uuid, description: 'One of the quote’s `payment_options`.' }),
  discount_codes: Type.Optional(
    Type.Array(pastedCode({ max: 64, examples: ['SUMMER-10'] }), {
      maxItems: maxCodes,
      description:
        'Codes of the shop’s promotions, compared by their letters and digits. DISCOUNT_UNAVAILABLE for one that ' +
        'does not apply, with the reasons in `details.discount_faults`; a quote answers them. A code that a better ' +
        'set of discounts outdoes is left out. Default: those of the cart.',
    }),
  ),
  gift: Type.Optional(GiftFields),
  vat_number: Type.Optional(
    Nullable(
      line({
        min: 0,
        max: 30,
        description:
          'Of a buyer that is a business. With one of another member state of the EU than the shop’s, the buyer owes ' +
          'the tax (reverse charge) of goods that go to another member state, and of services and downloads. They ' +
          'are charged without it, and prices that include tax are lowered by it; all else is taxed as ever. Numbers ' +
          'of Northern Ireland (`XI`) count for goods only. If the service asks VIES, only a `valid` one counts.',
        examples: ['DE136695976'],
      }),
    ),
  ),
}

const CheckoutFields = Type.Object(checkoutFields)
export type CheckoutFields = Static<typeof CheckoutFields>

export const quoteErrors = [
  'NOT_FOUND',
  'INSUFFICIENT_STOCK',
  'ORDER_LIMIT',
  'PRICE_CHANGED',
  'NOT_SOLD_HERE',
  'SHIPPING_UNAVAILABLE',
  'PAYMENT_METHOD_UNAVAILABLE',
] as const

/** Errors of an order. */
export const priceErrors = [...quoteErrors, 'DISCOUNT_UNAVAILABLE'] as const

/** An example of a whole body; one made of the fields would contain both an address and its id. */
export const checkoutExample = {
  email: 'ada@example.com',
  shipping_address: {
    name: 'Ada Lovelace',
    line1: '12 St James’s Square',
    city: 'London',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
  },
  shipping_method_id: '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11',
  expected_total: 29.45,
}
