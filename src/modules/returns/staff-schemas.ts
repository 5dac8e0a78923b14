import { Type } from 'typebox'
import { itemOf } from '#src/modules/orders/index.ts'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { body, line, Nullable, named, paragraphs, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'
import { maxLabelBytes } from './label-file.ts'
import { ConditionOf, quantity, Reason } from './schemas.ts'

const url = (description: string) =>
  Type.Optional(
    Nullable(Type.String({ maxLength: 2_000, pattern: `^https?://${textCharacter('\\s')}+$`, description })),
  )

const exchange = Type.Optional(
  Type.Array(named('ExchangedItem', Type.Object({ product_id: Uuid, quantity }, { additionalProperties: false })), {
    minItems: 1,
    maxItems: maxLines,
    description:
      'What the customer gets instead, once the return is approved: variants of the same group, as many units as ' +
      'come back, at the price of the order. An order by staff reserves them; what the return gives back pays it.',
  }),
)

/** With base64's four characters for three bytes. */
const maxFileBytes = Math.ceil(maxLabelBytes / 3) * 4

const label = Type.Optional(
  named(
    'ReturnLabel',
    Type.Object(
      {
        file: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: maxFileBytes,
            pattern: '^[A-Za-z0-9+/]+={0,2}$',
            description: 'A PDF or a PNG in Base64, at most 1 MiB.',
          }),
        ),
        url: url('Address of a label, instead of a file.'),
        carrier: Type.Optional(Nullable(line({ max: 100, examples: ['Royal Mail'] }))),
        tracking_number: Type.Optional(Nullable(line({ max: 100, examples: ['RM123456785GB'] }))),
        tracking_url: url('Where the parcel can be followed.'),
      },
      {
        additionalProperties: false,
        description: 'To send the goods with; it is mailed to the customer.',
      },
    ),
  ),
)

export const TakeReturn = body('TakeReturn', {
  order_id: Uuid,
  items: Type.Array(
    named(
      'TakenReturnItem',
      Type.Object(
        {
          ...itemOf,
          quantity,
          reason: Type.Optional(Reason),
          note: Type.Optional(Nullable(paragraphs({ max: 1_000, examples: ['The handle is cracked'] }))),
          condition: Type.Optional(ConditionOf),
          restock: Type.Optional(
            Type.Boolean({ description: 'Whether the refund puts them back on hand. Default: if for resale.' }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    {
      minItems: 1,
      maxItems: maxLines,
      description: '`condition` and `restock` only with status `received`: as the units are. Default: for resale.',
    },
  ),
  reason: Type.Optional({ ...Reason, description: 'Of the items without one of their own.' }),
  status: Type.Optional(
    Type.Unsafe<'approved' | 'received'>(
      Type.String({
        enum: ['approved', 'received'],
        default: 'approved',
        description: '`received`: the goods are here, as a parcel that came back.',
      }),
    ),
  ),
  message: Type.Optional(Nullable(paragraphs({ max: 2_000, description: 'To the customer; the mail has it.' }))),
  exchange,
  label,
})

export const UpdateReturn = body('UpdateReturn', {
  status: Type.Optional(
    Type.Unsafe<'approved' | 'declined' | 'received' | 'closed'>(
      Type.String({ enum: ['approved', 'declined', 'received', 'closed'] }),
    ),
  ),
  message: Type.Optional(Nullable(paragraphs({ max: 2_000, description: 'To the customer; the mail has it.' }))),
  items: Type.Optional(
    Type.Array(
      named(
        'ReceivedItem',
        Type.Object(
          {
            ...itemOf,
            quantity: Type.Integer({ minimum: 0, maximum: maxQuantity, examples: [1] }),
            condition: ConditionOf,
            restock: Type.Optional(
              Type.Boolean({ description: 'Whether the refund puts them back on hand. Default: if for resale.' }),
            ),
          },
          { additionalProperties: false },
        ),
      ),
      {
        maxItems: maxLines,
        description:
          'What came, with `status: "received"`. Default: everything, for resale. Unnamed items are missing.',
      },
    ),
  ),
  refund: Type.Optional(
    Type.Unsafe<'full' | 'amount' | 'store_credit' | 'none'>(
      Type.String({
        enum: ['full', 'amount', 'store_credit', 'none'],
        description:
          '`full`: what the received units cost, less the deduction; of an approved return all units, which the ' +
          'customer keeps. `amount`: this amount. `store_credit`: as `full`, given as store credit, if the customer ' +
          'chose it. `none`: closes it without a refund.',
      }),
    ),
  ),
  amount: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmount, examples: [12.75] })),
  deduction: Type.Optional(
    Nullable(
      named(
        'ReturnDeduction',
        Type.Object(
          {
            amount: Type.Number({ minimum: 0, maximum: maxAmount, examples: [5] }),
            reason: line({ max: 500, examples: ['The box was missing'] }),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  ),
  exchange,
  label_url: url('Address of a label to send the goods with.'),
  carrier: Type.Optional(Nullable(line({ max: 100, examples: ['Royal Mail'] }))),
  tracking_number: Type.Optional(Nullable(line({ max: 100, examples: ['RM123456785GB'] }))),
  tracking_url: url('Where the parcel can be followed.'),
  label,
})
