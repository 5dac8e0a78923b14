import { type Static, Type } from 'typebox'
import { AddressInput, Email } from '#src/modules/identity/index.ts'
import { OrderStatus } from '#src/modules/orders/index.ts'
import { body, expectedVersion, line, Nullable, paragraphs, Uuid } from '#src/platform/http/envelope.ts'
import { draftFields } from '../staff/schemas.ts'

/** Most tags of an order. */
const maxTags = 50

const corrections = {
  note: Type.Optional(
    Nullable(
      paragraphs({ min: 1, max: 2_000, description: 'Note for staff only; null clears it.', examples: ['Call first'] }),
    ),
  ),
  email: Type.Optional({ ...Email, description: 'Mails about the order go to it from now on.' }),
  phone: Type.Optional(
    Nullable(
      line({
        max: 200,
        description: 'International, or a number of the country of its address; stored as E.164. null clears it.',
        examples: ['+44 20 7946 0958'],
      }),
    ),
  ),
  shipping_address: Type.Optional(AddressInput),
  billing_address: Type.Optional(Nullable(AddressInput)),
  tags: Type.Optional(
    Type.Array(line({ max: 50, examples: ['urgent'] }), {
      maxItems: maxTags,
      description: 'All tags that the order has then; for staff only. Tags that differ only in case are one.',
    }),
  ),
  assignee_id: Type.Optional(
    Nullable({ ...Uuid, description: 'The member of the staff who takes care of the order; null: nobody.' }),
  ),
}

const Corrections = Type.Object(corrections)
export type Corrections = Static<typeof Corrections>

export const UpdateOrder = body('UpdateOrder', {
  status: Type.Optional(OrderStatus),
  ...corrections,
  ...draftFields,
  expected_version: expectedVersion(),
})
export type UpdateOrder = Static<typeof UpdateOrder>
