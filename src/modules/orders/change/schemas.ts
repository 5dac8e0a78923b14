import { Type } from 'typebox'
import { body, Nullable, paragraphs } from '#src/platform/http/envelope.ts'
import { OrderStatus } from '../order-schemas.ts'

export const UpdateOrder = body('UpdateOrder', {
  status: Type.Optional(OrderStatus),
  note: Type.Optional(
    Nullable(
      paragraphs({ min: 1, max: 2_000, description: 'Note for staff only; null clears it.', examples: ['Call first'] }),
    ),
  ),
})
