import { Type } from 'typebox'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { body, line, Nullable, named, optionalBody, Timestamp } from '#src/platform/http/envelope.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'
import { itemOf } from '../order-schemas.ts'

const tracking = {
  carrier: Type.Optional(Nullable(line({ max: 100, examples: ['Royal Mail'] }))),
  tracking_number: Type.Optional(Nullable(line({ max: 100, examples: ['RM123456785GB'] }))),
  tracking_url: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2_000,
        pattern: `^https?://${textCharacter('\\s')}+$`,
        description:
          'An http or https address. Left out, and with a number: that of the shop’s carrier with this name ' +
          '(`carriers` of /admin/merchant).',
        examples: ['https://www.royalmail.com/track-your-item#/RM123456785GB'],
      }),
    ),
  ),
}

export const CreateFulfillment = optionalBody('CreateFulfillment', {
  items: Type.Optional(
    Type.Array(
      named(
        'FulfilledItem',
        Type.Object(
          { ...itemOf, quantity: Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [1] }) },
          { additionalProperties: false },
        ),
      ),
      {
        minItems: 1,
        maxItems: maxLines,
        description: 'Default: all that is left. Lines of one item are summed.',
      },
    ),
  ),
  ...tracking,
})

export const UpdateFulfillment = body('UpdateFulfillment', {
  ...tracking,
  delivered_at: Type.Optional(
    Nullable({ ...Timestamp, description: 'When the goods arrived. The time to withdraw and to return runs from it.' }),
  ),
})
