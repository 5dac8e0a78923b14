import { Type } from 'typebox'
import { Nullable, named, paragraphs } from '#src/platform/http/envelope.ts'

const mailSwitch = (what: string) => Type.Boolean({ description: `Whether the shop mails ${what}.` })

/** Which mails the shop sends, and what they look like. */
export const mailFields = {
  order_confirmation: mailSwitch('that an order was placed'),
  shipment: mailSwitch('what was sent, with its tracking'),
  refund: mailSwitch('that money went back, or that an order was cancelled'),
  address_change: mailSwitch('that an order goes to another address, which staff has corrected'),
  abandoned_cart: Nullable(
    named(
      'AbandonedCartMail',
      Type.Object(
        { hours: Type.Integer({ minimum: 1, maximum: 720, examples: [24] }) },
        {
          additionalProperties: false,
          description:
            'Customers who agreed to marketing get one mail about a cart that they left for so many hours. null: none.',
        },
      ),
    ),
  ),
  payment_reminders: Nullable(
    named(
      'PaymentReminders',
      Type.Object(
        {
          days: Type.Array(Type.Integer({ minimum: 1, maximum: 365, examples: [7] }), { minItems: 1, maxItems: 3 }),
        },
        {
          additionalProperties: false,
          description:
            'Customers who are to pay the shop itself are reminded so many days after the payment was due, once for ' +
            'each number; each is above the one before. null: never.',
        },
      ),
    ),
  ),
  color: Nullable(
    Type.String({
      pattern: '^#[0-9A-Fa-f]{6}$',
      description: 'Colour of the buttons in mails; their text is white or black, as can be read on it. null: ours.',
      examples: ['#1f6f5c'],
    }),
  ),
  logo: Type.Boolean({ description: 'Whether mails have the shop’s `logo` at the top, in place of its name.' }),
  footer: Nullable(
    paragraphs({
      max: 1_000,
      description:
        'Plain text at the end of all mails to customers, also as text. The only web addresses in it are those of ' +
        'the shop’s `storefront_url`.',
      examples: ['Lantern & Loom Ltd, 12 St James’s Square, London'],
    }),
  ),
}
