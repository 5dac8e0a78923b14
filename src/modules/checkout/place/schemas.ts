import { Type } from 'typebox'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { body, named, Uuid } from '#src/platform/http/envelope.ts'
import { checkoutExample, checkoutFields } from '../checkout-schemas.ts'
import { quotedGiftCards } from '../quote-gift-cards.ts'

const placeOrderFields = {
  items: Type.Array(
    named(
      'PlaceOrderItem',
      Type.Object(
        { product_id: Uuid, quantity: Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [2] }) },
        { additionalProperties: false },
      ),
    ),
    { minItems: 1, maxItems: maxLines, description: 'Lines of one product are summed.' },
  ),
  ...checkoutFields,
}

const examples = [{ items: [{ product_id: '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11', quantity: 2 }], ...checkoutExample }]

export const QuoteOrder = Object.assign(body('QuoteOrder', { ...placeOrderFields, ...quotedGiftCards }), { examples })

export const PlaceOrder = Object.assign(body('PlaceOrder', placeOrderFields), { examples })
