import { Type } from 'typebox'
import { OrderStatus } from '#src/modules/orders/index.ts'
import { body, Nullable, paragraphs } from '#src/platform/http/envelope.ts'

export const UpdateOrder = body('UpdateOrder', {
  status: Type.Optional(OrderStatus),
  note: Type.Optional(
    Nullable(
      paragraphs({ min: 1, max: 2_000, description: 'Note for staff only; null clears it.', examples: ['Call first'] }),
    ),
  ),
})
