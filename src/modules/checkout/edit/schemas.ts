import { type Static, Type } from 'typebox'
import { AddressInput } from '#src/modules/identity/index.ts'
import { StaffOrder } from '#src/modules/orders/index.ts'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { body, Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'

const quantity = Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [2] })
const price = Type.Number({ minimum: 0, maximum: maxAmount, examples: [12.75] })
const line = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Of the order’s item.', examples: [1] })
const closed = { additionalProperties: false }

const AddedItem = named(
  'AddedItem',
  Type.Object(
    {
      product_id: Uuid,
      quantity,
      price: Type.Optional({ ...price, description: 'Of one unit, instead of that of the catalog.' }),
    },
    closed,
  ),
)
const SetItem = named('SetItem', Type.Object({ line, quantity }, closed))
const RepricedItem = named('RepricedItem', Type.Object({ line, price }, closed))

export const EditOrder = body('EditOrder', {
  add: Type.Optional(
    Type.Array(AddedItem, { maxItems: maxLines, description: 'New lines, at the price and the tax of today.' }),
  ),
  remove: Type.Optional(
    Type.Array(line, { maxItems: maxLines, description: 'Lines that leave with all their units.', examples: [[2]] }),
  ),
  set: Type.Optional(
    Type.Array(SetItem, {
      maxItems: maxLines,
      description:
        'How many units a line has then. Units that leave cost what their refund would; units that come cost what ' +
        'they cost today, on a line of their own where price, discount or tax differ.',
    }),
  ),
  reprice: Type.Optional(
    Type.Array(RepricedItem, {
      maxItems: maxLines,
      description: 'What one unit of a line costs then. The line has no discount any more, and keeps its tax rates.',
    }),
  ),
  recalculate_discounts: Type.Optional(
    Type.Boolean({
      description:
        'Default: the goods get the discounts that they would have had when the order was placed, by the promotions ' +
        'that the order has, even if they ended since, and those that ran then and still do. true: those of today, ' +
        'also without another change. false: units that leave take their part of the discounts with them. Discounts ' +
        'of shipping always stay, and so does what is left of a discount by staff.',
    }),
  ),
  shipping_address: Type.Optional(AddressInput),
  billing_address: Type.Optional(Nullable(AddressInput)),
  preview: Type.Optional(Type.Boolean({ description: 'true: answers what the edit would do, and changes nothing.' })),
})

export type EditInput = Static<typeof EditOrder>

export const OrderEdit = named(
  'OrderEdit',
  Type.Object({
    order: StaffOrder,
    difference: Type.Number({
      description: 'What the order costs more than before; below 0 if less.',
      examples: [-12.75],
    }),
  }),
)
