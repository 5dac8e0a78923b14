import { type Static, Type } from 'typebox'
import { AddressInput, Email } from '#src/modules/identity/index.ts'
import { buyerFields } from '#src/modules/markets/index.ts'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { TaxClass } from '#src/modules/taxes/index.ts'
import { body, line, Nullable, named, paragraphs, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'
import { checkoutFields } from '../checkout-schemas.ts'

const quantity = Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [2] })
const price = Type.Number({ minimum: 0, maximum: maxAmount, description: 'Of one unit.', examples: [12.75] })

/** A product in an order by staff. */
const StaffItem = named(
  'StaffItem',
  Type.Object(
    {
      product_id: Uuid,
      quantity,
      price: Type.Optional({ ...price, description: 'Of one unit, instead of that of the catalog.' }),
    },
    { additionalProperties: false },
  ),
)

const CustomItem = named(
  'CustomItem',
  Type.Object(
    {
      name: line({ max: 200, examples: ['Engraving'] }),
      price,
      quantity,
      tax_class: Type.Optional({ ...TaxClass, description: 'Default: `standard`.' }),
    },
    { additionalProperties: false },
  ),
)

const Customer = named(
  'StaffOrderCustomer',
  Type.Object(
    {
      user_id: Type.Optional({ ...Uuid, description: 'A customer of the shop.' }),
      email: Type.Optional({
        ...Email,
        description:
          'Instead: the customer of the shop with this address, or a new one. Mails about the order go to it. ' +
          'Without both, a new one with the `name`. ' +
          'Whether it has an account elsewhere is not told; an account sees the order once it has confirmed it.',
      }),
      name: Type.Optional(
        line({ max: 200, description: 'As the shop knows them; an account has its own.', examples: ['Ada Lovelace'] }),
      ),
    },
    { additionalProperties: false },
  ),
)

const OwnMethod = named(
  'StaffShippingMethod',
  Type.Object(
    {
      name: line({ max: 100, examples: ['Van of the shop'] }),
      price: Type.Number({ minimum: 0, maximum: maxAmount, examples: [5] }),
    },
    { additionalProperties: false },
  ),
)

const StaffDiscount = named(
  'StaffDiscount',
  Type.Object(
    {
      percent: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100, examples: [10] })),
      amount: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: maxAmount, examples: [5] })),
      reason: line({ max: 200, description: 'Its name in the order.', examples: ['Scratched'] }),
    },
    { additionalProperties: false, description: 'Off all items, after all promotions.' },
  ),
)

const fields = {
  market: buyerFields.market,
  country: buyerFields.country,
  locale: Type.Optional({
    ...buyerFields.locale,
    description:
      'The customer’s language, of BCP 47: the nearest one of the market is kept. Default: that of the shop.',
  }),
  items: Type.Optional(Type.Array(StaffItem, { maxItems: maxLines })),
  custom_items: Type.Optional(
    Type.Array(CustomItem, {
      maxItems: maxLines,
      description: 'Lines that are not products; nothing is reserved or shipped for them.',
    }),
  ),
  discount: Type.Optional(StaffDiscount),
  discount_codes: Type.Optional({
    ...checkoutFields.discount_codes,
    description:
      'Codes of the shop’s promotions. DISCOUNT_UNAVAILABLE for one that does not apply, with the reasons in ' +
      '`details.discount_faults`; a quote answers them. Prices by staff are left as they are.',
  }),
  gift: checkoutFields.gift,
  shipping_address: Type.Optional(AddressInput),
  billing_address: Type.Optional(AddressInput),
  vat_number: checkoutFields.vat_number,
  shipping_method_id: Type.Optional({ ...Uuid, description: 'One of the quote’s `shipping_options`.' }),
  shipping_method: Type.Optional(OwnMethod),
  payment_method_id: checkoutFields.payment_method_id,
  note: Type.Optional(Nullable(paragraphs({ max: 2_000, description: 'For staff only.' }))),
  expires_at: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'The units are reserved until then, and the order is cancelled unless it is paid. Default: 7 days.',
    }),
  ),
  expected_total: Type.Optional(
    Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'PRICE_CHANGED if it differs now.' }),
  ),
}

/** Of drafts alone. */
const validUntil = Type.Optional(
  Nullable(Type.String({ ...Timestamp, description: 'Of a draft: until when its quote is open. Default: no end.' })),
)

export const PlaceStaffOrder = body('PlaceStaffOrder', {
  customer: Type.Optional(Customer),
  ...fields,
  draft: Type.Optional(
    Type.Boolean({
      description: 'True: saves a draft. It reserves nothing and needs neither customer nor units.',
    }),
  ),
  valid_until: validUntil,
})

/** What PATCH takes of a draft besides the corrections of orders. */
export const draftFields = {
  customer: Type.Optional(Nullable(Customer)),
  items: fields.items,
  custom_items: fields.custom_items,
  discount: Type.Optional(Nullable(StaffDiscount)),
  discount_codes: fields.discount_codes,
  gift: Type.Optional(Nullable(checkoutFields.gift)),
  vat_number: fields.vat_number,
  shipping_method_id: Type.Optional(Nullable(Uuid)),
  shipping_method: Type.Optional(Nullable(OwnMethod)),
  expires_at: Type.Optional(Nullable(Type.String({ ...Timestamp }))),
  valid_until: validUntil,
  market: Type.Optional(Nullable(buyerFields.market)),
  country: Type.Optional(Nullable(buyerFields.country)),
  locale: Type.Optional(Nullable(fields.locale)),
}
export const QuoteStaffOrder = body('QuoteStaffOrder', { customer: Type.Optional(Customer), ...fields })

export type StaffOrderInput = Static<typeof QuoteStaffOrder>
export type DraftInput = StaffOrderInput & { valid_until?: string | null }
export interface DraftChange extends Record<string, unknown> {
  status?: string
  expected_version?: number
}
